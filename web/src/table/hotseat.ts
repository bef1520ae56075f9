// Several seats in one browser: which is shown, and when the device has to be passed on first.

import type { Now } from "../api/messages";

/** A seat of this browser with its state. */
export interface LocalSeat {
  seat: string;
  now: Now;
}

/** Whether a choice or an answer to a proposal is waited for from this seat. */
export function hasToAct(seat: LocalSeat): boolean {
  return isAsked(seat) || (!seat.now.over && seat.now.decisions.length > 0);
}

/** Whether this seat is asked to agree to something. */
function isAsked({ seat, now }: LocalSeat): boolean {
  return !now.over && now.proposals.some((one) => one.waiting.includes(seat));
}

/** Whether a seat is a referee's, who may have to look at the table at any time. */
export function isDesk({ seat, now }: LocalSeat): boolean {
  return now.seats.some((one) => one.name === seat && one.referee);
}

/**
 * The seat to show: a desk until somebody asks for another seat; else who is asked to agree, since the others wait for
 * that; else the current one, unless another has to choose and it has not. Where nobody has, a desk again.
 */
export function nextSeat(seats: readonly LocalSeat[], current: string): string {
  const currentSeat = seats.find((one) => one.seat === current);
  if (currentSeat && isDesk(currentSeat)) return current;
  const mostUrgent = [currentSeat, ...seats].filter((one) => one !== undefined);
  return (mostUrgent.find(isAsked) ?? mostUrgent.find(hasToAct) ?? seats.find(isDesk) ?? mostUrgent[0])?.seat ?? current;
}

/**
 * Whether the device must be passed on before `next` is shown: because what is known to it differs from what is known to
 * the seat shown, or because both choose at the same time, each without knowing the other's choice.
 */
export function mustHandOver(seats: readonly LocalSeat[], current: string, next: string): boolean {
  const to = seats.find((one) => one.seat === next);
  if (!to || current === next || to.now.over) return false;
  const from = seats.filter((one) => (current ? one.seat === current : one.seat !== next));
  return from.some((one) => bothChoose(one, to) || knowledgeOf(one.now) !== knowledgeOf(to.now));
}

function bothChoose(one: LocalSeat, to: LocalSeat): boolean {
  return one.now.decisions.length > 0 && to.now.decisions.length > 0;
}

/** What a seat is told and another perhaps not; what it may choose is not compared, since only who has to choose is shown. */
function knowledgeOf({ scene, sealed, plans, lapsed, role }: Now): string {
  return JSON.stringify([scene, sealed, plans, lapsed, role]);
}
