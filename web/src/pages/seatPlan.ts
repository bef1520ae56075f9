// The seats of a new table. The server says which slots there are.

import type { NewSeat, TableOffer, TableTokens } from "../api/messages";
import { saveToken } from "../api/tokens";

/** Who decides for a seat: the maker, a friend with a link, anybody who comes, or a bot by its name. */
export type Who = "me" | "friend" | "open" | (string & {});

export interface SeatPlan {
  name: string;
  slots: string[];
  who: Who;
}

/** What seats are made of: the slots, which of them is a referee's, which are meant for no player, and groups of them. */
export type Slots = Pick<TableOffer, "slots"> & Partial<Pick<TableOffer, "referee" | "npcs" | "groups">>;

/** A seat for every slot: the maker's is the referee's if there is one, else the first; the others are alike, but one `bot` has all that no player is meant to have. */
export function oneSeatEach(of: Slots, others: Who, bot: Who = others): SeatPlan[] {
  const plans = playable(of).map((slot) => ({ name: slot, slots: [slot], who: others }));
  return withMine(plans, of, bot);
}

/** A seat for every group of slots, and for every slot in none. */
export function seatsByGroup(of: Slots, others: Who, bot: Who = others): SeatPlan[] {
  const [slots, groups] = [playable(of), of.groups ?? {}];
  const plans: SeatPlan[] = [];
  for (const [name, members] of Object.entries(groups)) {
    const unseated = members.filter((slot) => slots.includes(slot) && !plans.some((plan) => plan.slots.includes(slot)));
    if (unseated.length) plans.push({ name, slots: unseated, who: others });
  }
  const ungrouped = slots.filter((slot) => !plans.some((plan) => plan.slots.includes(slot)));
  return withMine([...plans, ...ungrouped.map((slot) => ({ name: slot, slots: [slot], who: others }))], of, bot);
}

const playable = ({ slots, npcs = [] }: Slots) => slots.filter((slot) => !npcs.includes(slot));

/** The seats with one of them the maker's, and one for whom a bot plays: who makes a table that has a referee is the referee, unless they say otherwise. */
function withMine(plans: readonly SeatPlan[], { referee = "", npcs = [] }: Slots, bot: Who): SeatPlan[] {
  const mine = Math.max(0, plans.findIndex((plan) => plan.slots.includes(referee)));
  const seats = plans.map((plan, k) => (k === mine ? { ...plan, who: "me" } : plan));
  return npcs.length ? [...seats, { name: freeName("NPCs", plans), slots: [...npcs], who: bot }] : seats;
}

function freeName(name: string, plans: readonly SeatPlan[]): string {
  return plans.some((plan) => plan.name.toLowerCase() === name.toLowerCase()) ? `${name} alone` : name;
}

/** Move a slot to another seat; a seat without slots is removed. */
export function moveSlot(plans: readonly SeatPlan[], slot: string, to: string): SeatPlan[] {
  return plans
    .map((plan) => {
      const without = plan.slots.filter((one) => one !== slot);
      return { ...plan, slots: plan.name === to ? [...without, slot] : without };
    })
    .filter((plan) => plan.slots.length);
}

/** Give a slot a seat of its own. */
export function splitSlot(plans: readonly SeatPlan[], slot: string): SeatPlan[] {
  const from = plans.find((plan) => plan.slots.includes(slot));
  if (!from || from.slots.length < 2) return [...plans];
  const name = freeName(slot, plans);
  return [...moveSlot(plans, slot, ""), { name, slots: [slot], who: from.who }];
}

/** The seats as the server expects them. */
export function newSeats(plans: readonly SeatPlan[]): NewSeat[] {
  return plans.map(({ name, slots, who }) => ({ name, slots, by: who === "me" || who === "friend" ? "person" : who }));
}

/** Save the tokens of a new table; true if there is somebody to invite. */
export function saveTableTokens(created: TableTokens, plans: readonly SeatPlan[], title: string): boolean {
  const now = Date.now() / 1000;
  saveToken({ table: created.table, seat: "", host: true, mine: true, token: created.host, title }, now);
  for (const [seat, token] of Object.entries(created.seats)) {
    const mine = plans.find((plan) => plan.name === seat)?.who === "me";
    saveToken({ table: created.table, seat, host: false, mine, token, title }, now);
  }
  return plans.some(({ who }) => who === "friend" || who === "open");
}
