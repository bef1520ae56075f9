// The current timeline of a match: its events without those undone. A redo is an event of its own.
import type { EventItem, Item, RematchItem } from "../api/messages";
import { seatTitle } from "../play/format";
import { joinNames } from "./sentences";

const REVERTING = ["undo", "rewind"]; // they go back to the event that they name
const NEUTRAL = [...REVERTING, "pause", "resume"]; // events that do not change the table

/** All events that are not undone, in order. */
export function currentEvents(items: readonly Item[]): EventItem[] {
  let current: EventItem[] = [];
  for (const { what } of items) {
    if (what.item !== "happened") continue;
    if (REVERTING.includes(what.kind)) current = current.filter((one) => one.event <= what.of);
    else if (!NEUTRAL.includes(what.kind)) current.push(what);
  }
  return current;
}

/** The numbers of the events that were undone. */
export function undoneEvents(items: readonly Item[]): Set<number> {
  const current = new Set(currentEvents(items).map((one) => one.event));
  const all = items.flatMap(({ what }) => (what.item === "happened" && !NEUTRAL.includes(what.kind) ? [what.event] : []));
  return new Set(all.filter((event) => !current.has(event)));
}

/** What going back to an event would undo: the number of choices and whose, and the sentences of them. */
export function revertSummary(items: readonly Item[], to: number): { says: string; last: readonly string[] } {
  const reverted = currentEvents(items).filter((one) => one.event > to && one.slots.length > 0);
  const whose = [...new Set(reverted.flatMap((one) => one.slots))];
  const count = reverted.length === 1 ? "1 choice" : `${reverted.length} choices`;
  return { says: reverted.length ? `${count} of ${joinNames(whose.map(seatTitle))}` : "", last: reverted.flatMap((one) => one.told.map((row) => row.says)) };
}

/** The event to go back to, to undo the last choice of some slots; `null` if there is none. */
export function undoTarget(items: readonly Item[], slots: readonly string[]): number | null {
  const current = currentEvents(items);
  const last = current.findLastIndex((one) => one.slots.some((slot) => slots.includes(slot)));
  return last > 0 ? current[last - 1]!.event : null;
}

/** Who has begun a rematch, if anybody has. */
export function rematchOf(items: readonly Item[]): RematchItem | undefined {
  return items.map(({ what }) => what).findLast((what) => what.item === "rematch");
}
