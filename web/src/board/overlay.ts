// What lies over the table at the moment: of the unit taken up, of where the pointer is, of the enemy's reach.
import type { Area, Barrier, Option, Ray } from "../made/messages";

export type Spot = readonly [number, number];

export interface Aimed {
  readonly unit: string;
  readonly chance: number | null;
  readonly armed: boolean;
}

export interface Route {
  readonly points: readonly Spot[];
  readonly counts: readonly string[];
}

export interface Card {
  readonly at: Spot;
  readonly heading: string;
  readonly lines: readonly string[];
  readonly clause: string;
  readonly option: Option | null;
  readonly hint: string;
  readonly refused: boolean;
}

export interface Line {
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
  readonly ready: readonly string[]; // units that have something to choose
  readonly reach: readonly Spot[]; // places that can be chosen
  readonly circles: readonly { readonly at: Spot; readonly radius: number }[]; // how far a step may go
  readonly targets: readonly Aimed[];
  readonly ghost: Spot | null; // where the unit would stand
  readonly aim: Spot | null; // where what is put together is aimed
  readonly line: Line | null; // a line of sight
  readonly threats: readonly { readonly at: Spot; readonly chance: number }[];
  readonly routes: readonly Route[];
  readonly card: Card | null; // what is told beside the pointer
}

export const NOTHING: Overlay = {
  moves: [],
  ready: [],
  reach: [],
  circles: [],
  targets: [],
  ghost: null,
  aim: null,
  line: null,
  threats: [],
  routes: [],
  card: null,
};
