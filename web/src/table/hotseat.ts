// Several seats in one browser: whose turn it is to look, and when the device has to change hands before they may.

import type { Now } from "../messages";

/** A seat held here, and how things stand for it. */
export interface Place {
  seat: string;
  now: Now;
}

/** Whether something waits for this seat: a choice, or an answer to what was proposed. */
export function isWanted(place: Place): boolean {
  const { decisions, proposal, over } = place.now;
  return !over && (decisions.length > 0 || (proposal?.waiting.includes(place.seat) ?? false));
}

/** The seat to show: the one that is shown, while something waits for it or for no other. */
export function nextSeat(places: readonly Place[], shown: string): string {
  const current = places.find((place) => place.seat === shown);
  if (current && isWanted(current)) return shown;
  return (places.find(isWanted) ?? current ?? places[0])?.seat ?? shown;
}

/**
 * Whether the device must change hands before `next` may look: when it or somebody else here knows what the other does
 * not, or when several choose at the same time, each without knowing what the others choose.
 */
export function mustHandOver(places: readonly Place[], shown: string, next: string): boolean {
  const to = places.find((place) => place.seat === next);
  if (!to || shown === next || to.now.over) return false;
  const from = places.filter((place) => (shown ? place.seat === shown : place.seat !== next));
  return from.some((one) => choosesToo(one, to) || knows(one.now) !== knows(to.now));
}

function choosesToo(one: Place, to: Place): boolean {
  return one.now.decisions.length > 0 && to.now.decisions.length > 0;
}

function knows(now: Now): string {
  return JSON.stringify([now.scene, now.sealed, now.plans]);
}
