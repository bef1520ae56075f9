// A table that is being made: who sits where. Seats are moved about here; the server says what can be played.

import type { Made, NewSeat } from "../api/messages";
import { saveToken } from "../api/tokens";

/** Who decides for a seat: the maker, a friend with a link, whoever comes, or a bot by its name. */
export type Who = "me" | "friend" | "open" | (string & {});

export interface SeatPlan {
  name: string;
  slots: string[];
  who: Who;
}

export const PEOPLE: readonly Who[] = ["me", "friend", "open"];

/** A seat for every slot: the maker's, and all others alike. The referee's slot is the maker's too, if it is theirs. */
export function oneSeatEach(slots: readonly string[], others: Who): SeatPlan[] {
  return slots.map((slot, k) => ({ name: slot, slots: [slot], who: k ? others : "me" }));
}

/** A seat for every group of slots, and for what is in none. */
export function seatsByGroup(slots: readonly string[], groups: Record<string, readonly string[]>, others: Who): SeatPlan[] {
  const plans: SeatPlan[] = [];
  for (const [name, members] of Object.entries(groups)) {
    const unseated = members.filter((slot) => slots.includes(slot) && !plans.some((place) => place.slots.includes(slot)));
    if (unseated.length) plans.push({ name, slots: unseated, who: others });
  }
  const ungrouped = slots.filter((slot) => !plans.some((place) => place.slots.includes(slot)));
  const all = [...plans, ...ungrouped.map((slot) => ({ name: slot, slots: [slot], who: others }))];
  return all.map((place, k) => (k ? place : { ...place, who: "me" }));
}

/** A slot moves to another seat; a seat without slots is no more. */
export function moveSlot(places: readonly SeatPlan[], slot: string, to: string): SeatPlan[] {
  return places
    .map((place) => {
      const without = place.slots.filter((one) => one !== slot);
      return { ...place, slots: place.name === to ? [...without, slot] : without };
    })
    .filter((place) => place.slots.length);
}

/** A slot leaves a seat with several, for one of its own. */
export function splitSlot(places: readonly SeatPlan[], slot: string): SeatPlan[] {
  const from = places.find((place) => place.slots.includes(slot));
  if (!from || from.slots.length < 2) return [...places];
  const name = places.some((place) => place.name === slot) ? `${slot} alone` : slot;
  return [...moveSlot(places, slot, ""), { name, slots: [slot], who: from.who }];
}

/** What the server hears of the seats. */
export function newSeats(places: readonly SeatPlan[]): NewSeat[] {
  return places.map(({ name, slots, who }) => ({ name, slots, by: who === "me" || who === "friend" ? "person" : who }));
}

/** Keep the tokens of a table that was made; whether there is anybody to be invited. */
export function saveTableTokens(created: Made, places: readonly SeatPlan[], title: string): boolean {
  const now = Date.now() / 1000;
  saveToken({ table: created.table, seat: "", host: true, mine: true, token: created.host, title }, now);
  for (const [seat, token] of Object.entries(created.seats)) {
    const mine = places.find((place) => place.name === seat)?.who === "me";
    saveToken({ table: created.table, seat, host: false, mine, token, title }, now);
  }
  return places.some(({ who }) => who === "friend" || who === "open");
}
