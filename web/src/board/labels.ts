// Placement of badges and labels so that none hides another.
import type { Spot } from "./overlay";

export interface Disc {
  readonly center: Spot;
  readonly radius: number;
}

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const ROUNDS = 60;
const GAP = 3;
const TURN = 2.4; // radians between discs that start on one point, so that they leave it in all directions

/**
 * The centers of discs, pushed apart until none overlaps another. Discs that overlap none stay where they are, and none
 * is pushed over the edge of a box.
 */
export function separate(discs: readonly Disc[], within?: Box): Spot[] {
  const at = discs.map(({ center: [x, y] }, k) => {
    const alone = !discs.slice(0, k).some((one) => one.center[0] === x && one.center[1] === y);
    return (alone ? [x, y] : [x + Math.cos(k * TURN) * k * 0.3, y + Math.sin(k * TURN) * k * 0.3]) as [number, number];
  });
  for (let round = 0; round < ROUNDS; round++) {
    let hasMoved = false;
    for (let i = 0; i < at.length; i++) {
      for (let j = i + 1; j < at.length; j++) hasMoved = pushApart(at[i]!, at[j]!, minDistance(discs[i]!, discs[j]!)) || hasMoved;
    }
    if (!hasMoved) break;
    if (within) for (const [k, one] of at.entries()) keepInside(one, discs[k]!, within);
  }
  return at;
}

/** Move a point back into a box as far as its disc was pushed over the edge: what began there may stay. */
function keepInside(at: [number, number], { center, radius }: Disc, box: Box): void {
  const clamp = (value: number, begun: number, least: number, most: number) => Math.max(Math.min(least + radius, begun), Math.min(Math.max(most - radius, begun), value));
  at[0] = clamp(at[0], center[0], box.x, box.x + box.width);
  at[1] = clamp(at[1], center[1], box.y, box.y + box.height);
}

function minDistance(one: Disc, other: Disc): number {
  return one.radius + other.radius + GAP;
}

/** Move two points apart, each by half of what is missing; true if they moved. */
function pushApart(one: [number, number], other: [number, number], distance: number): boolean {
  const [dx, dy] = [other[0] - one[0], other[1] - one[1]];
  const far = Math.hypot(dx, dy);
  if (far >= distance - 0.01) return false;
  const [ux, uy] = far > 0.001 ? [dx / far, dy / far] : [1, 0];
  const by = (distance - far) / 2;
  one[0] -= ux * by;
  one[1] -= uy * by;
  other[0] += ux * by;
  other[1] += uy * by;
  return true;
}

export function overlaps(one: Box, other: Box): boolean {
  return (
    one.x < other.x + other.width &&
    other.x < one.x + one.width &&
    one.y < other.y + other.height &&
    other.y < one.y + one.height
  );
}

/** For each label, in the order given, its first candidate that overlaps nothing; `null` if there is none. */
export function placeBoxes(candidates: readonly (readonly Box[])[], obstacles: readonly Box[]): (Box | null)[] {
  const full = [...obstacles];
  return candidates.map((places) => {
    const free = places.find((box) => !full.some((one) => overlaps(one, box))) ?? null;
    if (free) full.push(free);
    return free;
  });
}

/** Candidates for a label inside a rectangle: corners first, then edges, then the middle. */
export function boxesInside(inside: Box, width: number, height: number, margin = 4): Box[] {
  if (width + 2 * margin > inside.width || height + 2 * margin > inside.height) return [];
  const [left, middle, right] = [
    inside.x + margin,
    inside.x + (inside.width - width) / 2,
    inside.x + inside.width - margin - width,
  ];
  const [top, half, bottom] = [
    inside.y + margin,
    inside.y + (inside.height - height) / 2,
    inside.y + inside.height - margin - height,
  ];
  const at: Spot[] = [
    [left, top],
    [left, bottom],
    [right, top],
    [right, bottom],
    [middle, top],
    [middle, bottom],
    [left, half],
    [right, half],
    [middle, half],
  ];
  return at.map(([x, y]) => ({ x, y, width, height }));
}

/** Candidates for a label beside a disc: right, left, above, below. */
export function boxesAround([x, y]: Spot, radius: number, width: number, height: number): Box[] {
  const gap = radius + 3;
  return [
    { x: x + gap, y: y - height / 2, width, height },
    { x: x - gap - width, y: y - height / 2, width, height },
    { x: x - width / 2, y: y - gap - height, width, height },
    { x: x - width / 2, y: y + gap, width, height },
  ];
}

/** The rectangle around some points. */
export function boundingBox(points: readonly Spot[]): Box {
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y };
}
