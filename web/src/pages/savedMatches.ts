// The matches whose tokens this browser has saved.
import type { TableCard } from "../api/messages";
import { savedTokens } from "../api/tokens";

export interface SavedMatch {
  readonly table: string;
  readonly title: string;
  readonly seats: readonly string[]; // one's own
}

/** Each table once, the one that was opened last first, with the own seats at it. */
export function savedMatches(store: Storage = localStorage): SavedMatch[] {
  const tables = new Map<string, { table: string; title: string; seats: string[] }>();
  for (const entry of savedTokens(store)) {
    const match = tables.get(entry.table) ?? { table: entry.table, title: entry.title, seats: [] };
    match.title ||= entry.title;
    if (!entry.host && entry.mine) match.seats.push(entry.seat || "a seat");
    tables.set(entry.table, match);
  }
  return [...tables.values()];
}

/** How a match stands, in few words. */
export function statusOf(card: TableCard): string {
  if (card.over) return card.result || "Over";
  const open = card.seats.filter((seat) => seat.by === "open").length;
  return open ? `${open} open ${open === 1 ? "seat" : "seats"}` : "Under way";
}
