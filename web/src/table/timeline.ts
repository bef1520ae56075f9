// Which events of a match stand: what was taken back stands no more, unless it was let stand again as an event of its own.
import type { Happened, Item } from "../api/messages";
import { joinNames } from "./sentences";

const REVERTING = ["undo", "rewind"]; // after these stands what stood at the event that they name
const NEUTRAL = [...REVERTING, "pause", "resume"]; // events that change nothing on the table

/** Every event that stands, in order. */
export function currentEvents(items: readonly Item[]): Happened[] {
  let current: Happened[] = [];
  for (const { what } of items) {
    if (what.item !== "happened") continue;
    if (REVERTING.includes(what.kind)) current = current.filter((one) => one.event <= what.of);
    else if (!NEUTRAL.includes(what.kind)) current.push(what);
  }
  return current;
}

/** The numbers of events that were taken back. */
export function undoneEvents(items: readonly Item[]): Set<number> {
  const current = new Set(currentEvents(items).map((one) => one.event));
  const all = items.flatMap(({ what }) => (what.item === "happened" && !NEUTRAL.includes(what.kind) ? [what.event] : []));
  return new Set(all.filter((event) => !current.has(event)));
}

/** What goes if a table goes back to an event: how many choices, of whom, the last of them in words. */
export function revertSummary(items: readonly Item[], to: number): { says: string; last: readonly string[] } {
  const reverted = currentEvents(items).filter((one) => one.event > to && one.slots.length > 0);
  const whose = [...new Set(reverted.flatMap((one) => one.slots))];
  const count = reverted.length === 1 ? "1 choice" : `${reverted.length} choices`;
  return { says: reverted.length ? `${count} of ${joinNames(whose)}` : "", last: reverted.flatMap((one) => one.told.map((row) => row.says)) };
}

/** The event to which a seat goes back that takes its last choice back; null if it has made none. */
export function undoTarget(items: readonly Item[], slots: readonly string[]): number | null {
  const current = currentEvents(items);
  const last = current.findLastIndex((one) => one.slots.some((slot) => slots.includes(slot)));
  return last > 0 ? current[last - 1]!.event : null;
}
