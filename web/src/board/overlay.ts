// What lies over the table at the moment: of the unit taken up, of where the pointer is, of the enemy's reach.
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

export interface Move {
  readonly unit: string;
  readonly points: readonly Spot[]; // from where it stood to where it is; one alone: it has come to the table there
}

export interface Overlay {
  readonly moves: readonly Move[]; // what others did last
  readonly readyUnits: readonly string[]; // units that have something to choose
  readonly reach: readonly Spot[]; // places that can be chosen
  readonly circles: readonly { readonly center: Spot; readonly radius: number }[]; // how far a step may go
  readonly targets: readonly Target[];
  readonly ghost: Spot | null; // where the unit would stand
  readonly aim: Spot | null; // where what is put together is aimed
  readonly sightLine: SightLine | null; // a line of sight
  readonly threats: readonly { readonly spot: Spot; readonly chance: number }[];
  readonly paths: readonly Path[];
  readonly callout: Callout | null; // what is told beside the pointer
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
  paths: [],
  callout: null,
};
