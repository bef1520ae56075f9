// Several seats in one browser: which is shown, and when the device has to be passed on first.

import type { Now } from "../api/messages";

/** A seat of this browser with its state. */
export interface LocalSeat {
  seat: string;
  now: Now;
}

/** Whether a choice or an answer to a proposal is waited for from this seat. */
export function hasToAct(seat: LocalSeat): boolean {
  const { decisions, proposals, over } = seat.now;
  return !over && (decisions.length > 0 || proposals.some((one) => one.waiting.includes(seat.seat)));
}

/** The seat to show: the current one, unless another has to act and it has not. */
export function nextSeat(seats: readonly LocalSeat[], current: string): string {
  const currentSeat = seats.find((one) => one.seat === current);
  if (currentSeat && hasToAct(currentSeat)) return current;
  return (seats.find(hasToAct) ?? currentSeat ?? seats[0])?.seat ?? current;
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
