// Several seats in one browser: whose turn it is to look, and when the device has to change hands before they may.

import type { Now } from "../api/messages";

/** A seat held here, and how things stand for it. */
export interface LocalSeat {
  seat: string;
  now: Now;
}

/** Whether something waits for this seat: a choice, or an answer to what was proposed. */
export function hasToAct(place: LocalSeat): boolean {
  const { decisions, proposal, over } = place.now;
  return !over && (decisions.length > 0 || (proposal?.waiting.includes(place.seat) ?? false));
}

/** The seat to show: the one that is shown, while something waits for it or for no other. */
export function nextSeat(places: readonly LocalSeat[], shown: string): string {
  const currentSeat = places.find((place) => place.seat === shown);
  if (currentSeat && hasToAct(currentSeat)) return shown;
  return (places.find(hasToAct) ?? currentSeat ?? places[0])?.seat ?? shown;
}

/**
 * Whether the device must change hands before `next` may look: when it or somebody else here knows what the other does
 * not, or when several choose at the same time, each without knowing what the others choose.
 */
export function mustHandOver(places: readonly LocalSeat[], shown: string, next: string): boolean {
  const to = places.find((place) => place.seat === next);
  if (!to || shown === next || to.now.over) return false;
  const from = places.filter((place) => (shown ? place.seat === shown : place.seat !== next));
  return from.some((one) => bothChoose(one, to) || knowledgeOf(one.now) !== knowledgeOf(to.now));
}

function bothChoose(one: LocalSeat, to: LocalSeat): boolean {
  return one.now.decisions.length > 0 && to.now.decisions.length > 0;
}

function knowledgeOf(now: Now): string {
  return JSON.stringify([now.scene, now.sealed, now.plans]);
}
