// Coordinates: places of the table, points of the drawing (y points down), and their names.
import type { Scene } from "../api/messages";
import type { Spot } from "./overlay";

const STEPS_PER_UNIT = 1_000_000; // places are written in millionths of a unit of length

/** The table as a drawing: one unit of the drawing is a square, or a unit of length. */
export class Plane {
  readonly width: number;
  readonly height: number;
  readonly isSquares: boolean;
  readonly step: number;

  constructor(readonly scene: Scene) {
    this.isSquares = scene.ground === null;
    this.width = scene.ground?.width ?? scene.width;
    this.height = scene.ground?.height ?? scene.height;
    this.step = scene.ground?.step ?? 1;
  }

  /** The point of the drawing for a place: the middle of a square, or the point itself. */
  toDrawing([x, y]: Spot): Spot {
    return this.isSquares ? [x + 0.5, this.height - y - 0.5] : [x, this.height - y];
  }

  /** The place at a point of the drawing, rounded to a fifth of a step on a free table; `null` off the table. */
  placeAt([x, y]: Spot): Spot | null {
    if (x < 0 || y < 0 || x > this.width || y > this.height) return null;
    if (this.isSquares) return [Math.min(this.width - 1, Math.floor(x)), Math.max(0, Math.ceil(this.height - y) - 1)];
    const fine = 5 / this.step;
    return [Math.round(x * fine) / fine, Math.round((this.height - y) * fine) / fine];
  }

  /** The nearest place on the table. */
  clamp([x, y]: Spot): Spot {
    const [right, top] = this.isSquares ? [this.width - 1, this.height - 1] : [this.width, this.height];
    return [Math.min(right, Math.max(0, x)), Math.min(top, Math.max(0, y))];
  }

  /** The name of a place: of a square such as `b2`, of a point its coordinates. */
  name([x, y]: Spot): string {
    return this.isSquares ? `${this.scene.columns[x] ?? x}${y + 1}` : `${formatLength(x)},${formatLength(y)}`;
  }

  /** The place with a name. */
  spotNamed(name: string): Spot | null {
    return this.isSquares ? this.#square(name.toLowerCase()) : parsePoint(name);
  }

  #square(name: string): Spot | null {
    const [, column = "", row = "0"] = /^([a-z]+)(\d+)$/.exec(name) ?? [];
    const x = this.scene.columns.findIndex((one) => one.toLowerCase() === column);
    const y = Number(row) - 1;
    return x < 0 || y < 0 || y >= this.height ? null : [x, y];
  }
}

/** A length as a decimal without trailing zeros. */
export function formatLength(length: number): string {
  return String(Math.round(length * STEPS_PER_UNIT) / STEPS_PER_UNIT + 0);
}

/** A length rounded to hundredths, for people. */
export function readableLength(length: number): string {
  return String(Math.round(length * 100) / 100 + 0);
}

/** The point or vector written `12.5,21`. */
export function parsePoint(text: string): Spot | null {
  const parts = text.split(",");
  const [x, y] = parts.map((part) => (/^[+-]?(\d+\.?\d*|\.\d+)$/.test(part) ? Number(part) : NaN));
  return parts.length === 2 && x !== undefined && y !== undefined && !isNaN(x) && !isNaN(y) ? [x, y] : null;
}

export function distance(one: Spot, other: Spot): number {
  return Math.hypot(one[0] - other[0], one[1] - other[1]);
}

export function isSame(one: Spot | null, other: Spot | null): boolean {
  return one === other || (one !== null && other !== null && one[0] === other[0] && one[1] === other[1]);
}

/** The spot nearest the middle of all; `otherwise` if there is none. */
export function nearestToMiddle(spots: readonly Spot[], otherwise: Spot): Spot {
  const sum = (k: 0 | 1) => spots.reduce((all, spot) => all + spot[k], 0) / spots.length;
  const middle: Spot = [sum(0), sum(1)];
  return [...spots].sort((one, other) => distance(one, middle) - distance(other, middle))[0] ?? otherwise;
}
