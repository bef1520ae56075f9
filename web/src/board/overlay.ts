// What is drawn over the table: reach, targets, paths, sight, threats and the callout.
import type { Area, Barrier, Option, Ray } from "../api/messages";

export type Spot = readonly [number, number];

export interface Target {
  readonly unit: string;
  readonly chance: number | null;
  readonly isPending: boolean;
}

export interface Path {
  readonly points: readonly Spot[];
  readonly counts: readonly string[];
}

export interface Callout {
  readonly spot: Spot;
  readonly heading: string;
  readonly lines: readonly string[];
  readonly clause: string;
  readonly option: Option | null;
  readonly hint: string;
  readonly isRefusal: boolean;
}

export interface SightLine {
  readonly from: Spot;
  readonly to: Spot;
  readonly clear: boolean;
  readonly cells: readonly Spot[];
  readonly blocker: Spot | null;
  readonly rays: readonly Ray[];
  readonly by: readonly (Barrier | Area)[];
}

/** What enemies could do to a unit on its path, told at one point of it. */
export interface Danger {
  readonly spot: Spot;
  readonly enemies: readonly { readonly letters: string; readonly chance: number }[];
}

export interface Move {
  readonly unit: string;
  readonly points: readonly Spot[]; // from the old place to the new one; a single point: it came to the table there
}

export interface Overlay {
  readonly moves: readonly Move[]; // of other slots, since one's own last choice
  readonly readyUnits: readonly string[]; // units that have an option
  readonly reach: readonly Spot[]; // places that an option leads to
  readonly circles: readonly { readonly center: Spot; readonly radius: number }[]; // how far a step may go
  readonly targets: readonly Target[];
  readonly ghost: Spot | null; // where the unit would stand
  readonly aim: Spot | null; // the point that the choice being built aims at
  readonly sightLine: SightLine | null;
  readonly threats: readonly { readonly spot: Spot; readonly chance: number }[];
  readonly dangers: readonly Danger[]; // each enemy where its chance is best
  readonly paths: readonly Path[];
  readonly callout: Callout | null; // a note beside the pointer
}

export const EMPTY_OVERLAY: Overlay = {
  moves: [],
  readyUnits: [],
  reach: [],
  circles: [],
  targets: [],
  ghost: null,
  aim: null,
  sightLine: null,
  threats: [],
  dangers: [],
  paths: [],
  callout: null,
};
