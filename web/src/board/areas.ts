// How the kinds of areas on a free table are drawn.
import type { Area } from "../api/messages";

interface Look {
  readonly pattern: string; // of Patterns.svelte; empty: only an outline
  readonly rank: number; // what is drawn over what
  readonly isGround: boolean; // terrain, which the legend explains, needs no name of its own on the board
}

const LOOKS: Readonly<Record<string, Look>> = {
  zone: { pattern: "", rank: 0, isGround: false },
  woods: { pattern: "trees", rank: 1, isGround: true },
  rough: { pattern: "stones", rank: 1, isGround: true },
  water: { pattern: "waves", rank: 1, isGround: true },
  site: { pattern: "site", rank: 2, isGround: false },
  low: { pattern: "low", rank: 3, isGround: true },
  opening: { pattern: "grid", rank: 4, isGround: true },
  block: { pattern: "solid", rank: 4, isGround: true },
  smoke: { pattern: "smoke", rank: 5, isGround: true },
};

/** The look of a kind; any other kind looks like a site. */
export function lookOf(kind: string): Look {
  return LOOKS[kind] ?? LOOKS["site"]!;
}

/** The CSS class of a kind. */
export function areaClass(kind: string): string {
  return kind in LOOKS ? kind : "site";
}

/** Areas from the lowest to the topmost. */
export function inDrawingOrder(areas: readonly Area[]): Area[] {
  return [...areas].sort((one, other) => lookOf(one.kind).rank - lookOf(other.kind).rank);
}
