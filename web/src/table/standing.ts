// Which events of a match stand: what was taken back stands no more, unless it was let stand again as an event of its own.
import type { Happened, Item } from "../messages";
import { list } from "./words";

const BACK = ["undo", "rewind"]; // after these stands what stood at the event that they name
const ASIDE = [...BACK, "pause", "resume"]; // events that change nothing on the table

/** Every event that stands, in order. */
export function standing(items: readonly Item[]): Happened[] {
  let stand: Happened[] = [];
  for (const { what } of items) {
    if (what.item !== "happened") continue;
    if (BACK.includes(what.kind)) stand = stand.filter((one) => one.event <= what.of);
    else if (!ASIDE.includes(what.kind)) stand.push(what);
  }
  return stand;
}

/** The numbers of events that were taken back. */
export function undone(items: readonly Item[]): Set<number> {
  const stand = new Set(standing(items).map((one) => one.event));
  const all = items.flatMap(({ what }) => (what.item === "happened" && !ASIDE.includes(what.kind) ? [what.event] : []));
  return new Set(all.filter((event) => !stand.has(event)));
}

/** What goes if a table goes back to an event: how many choices, of whom, the last of them in words. */
export function going(items: readonly Item[], to: number): { says: string; last: readonly string[] } {
  const gone = standing(items).filter((one) => one.event > to && one.slots.length > 0);
  const whose = [...new Set(gone.flatMap((one) => one.slots))];
  const many = gone.length === 1 ? "1 choice" : `${gone.length} choices`;
  return { says: gone.length ? `${many} of ${list(whose)}` : "", last: gone.flatMap((one) => one.told.map((told) => told.says)) };
}

/** The event to which a seat goes back that takes its last choice back; null if it has made none. */
export function before(items: readonly Item[], slots: readonly string[]): number | null {
  const stand = standing(items);
  const last = stand.findLastIndex((one) => one.slots.some((slot) => slots.includes(slot)));
  return last > 0 ? stand[last - 1]!.event : null;
}
