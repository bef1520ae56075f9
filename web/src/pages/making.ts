// A table that is being made: who sits where. Seats are moved about here; the server says what can be played.

import type { Made, NewSeat } from "../messages";
import { keep } from "../keys";

/** Who decides for a seat: the maker, a friend with a link, whoever comes, or a bot by its name. */
export type Who = "me" | "friend" | "open" | (string & {});

export interface Place {
  name: string;
  slots: string[];
  who: Who;
}

export const PEOPLE: readonly Who[] = ["me", "friend", "open"];

/** A seat for every slot: the maker's, and all others alike. The referee's slot is the maker's too, if it is theirs. */
export function seatEach(slots: readonly string[], others: Who): Place[] {
  return slots.map((slot, k) => ({ name: slot, slots: [slot], who: k ? others : "me" }));
}

/** A seat for every group of slots, and for what is in none. */
export function seatGroups(slots: readonly string[], groups: Record<string, readonly string[]>, others: Who): Place[] {
  const grouped: Place[] = [];
  for (const [name, held] of Object.entries(groups)) {
    const free = held.filter((slot) => slots.includes(slot) && !grouped.some((place) => place.slots.includes(slot)));
    if (free.length) grouped.push({ name, slots: free, who: others });
  }
  const single = slots.filter((slot) => !grouped.some((place) => place.slots.includes(slot)));
  const all = [...grouped, ...single.map((slot) => ({ name: slot, slots: [slot], who: others }))];
  return all.map((place, k) => (k ? place : { ...place, who: "me" }));
}

/** A slot moves to another seat; a seat without slots is no more. */
export function moved(places: readonly Place[], slot: string, to: string): Place[] {
  return places
    .map((place) => {
      const without = place.slots.filter((one) => one !== slot);
      return { ...place, slots: place.name === to ? [...without, slot] : without };
    })
    .filter((place) => place.slots.length);
}

/** A slot leaves a seat with several, for one of its own. */
export function parted(places: readonly Place[], slot: string): Place[] {
  const from = places.find((place) => place.slots.includes(slot));
  if (!from || from.slots.length < 2) return [...places];
  const name = places.some((place) => place.name === slot) ? `${slot} alone` : slot;
  return [...moved(places, slot, ""), { name, slots: [slot], who: from.who }];
}

/** What the server hears of the seats. */
export function seatsOf(places: readonly Place[]): NewSeat[] {
  return places.map(({ name, slots, who }) => ({ name, slots, by: who === "me" || who === "friend" ? "person" : who }));
}

/** Keep the tokens of a table that was made; whether there is anybody to be invited. */
export function keepMade(made: Made, places: readonly Place[], title: string): boolean {
  const now = Date.now() / 1000;
  keep({ table: made.table, seat: "", host: true, mine: true, token: made.host, title }, now);
  for (const [seat, token] of Object.entries(made.seats)) {
    const mine = places.find((place) => place.name === seat)?.who === "me";
    keep({ table: made.table, seat, host: false, mine, token, title }, now);
  }
  return places.some(({ who }) => who === "friend" || who === "open");
}
