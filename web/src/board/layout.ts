// Where everything that keeps its size on the screen stands: units, things that lie about, names and chances.
import type { Area, Mark, Scene, Token } from "../made/messages";
import { zones } from "./grounds";
import { type Box, around, beside, corners, placed, spread } from "./labels";
import type { Aimed, Spot } from "./overlay";
import type { Plane } from "./plane";
import { type View, onScreen } from "./view";

const LEAST = 10; // pixels: no unit is drawn with a smaller radius
const MARK = 10;
const RING = 4; // pixels that a ring round a unit takes
const NAMED = 9; // pixels to a unit, below which zones of a free table have no names
const PLAIN = 6.1; // pixels that a letter of a small name takes

export interface Standing<T> {
  readonly of: T;
  readonly home: Spot; // where it lies, on the screen
  readonly at: Spot; // where it is drawn
  readonly radius: number;
}

export interface Name {
  readonly text: string;
  readonly box: Box;
}

export interface Layout {
  readonly units: readonly Standing<Token>[];
  readonly marks: readonly Standing<Mark>[];
  readonly names: readonly Name[];
  readonly chances: readonly { readonly of: Aimed; readonly box: Box }[];
}

/** The radius of a unit on the screen. */
export function radius(token: Token, plane: Plane, scale: number): number {
  if (plane.squares) return Math.min(34, (scale < 40 ? 0.44 : 0.36) * scale);
  return Math.max(LEAST, Math.min(34, token.radius * scale));
}

export function layout(scene: Scene, plane: Plane, view: View, targets: readonly Aimed[]): Layout {
  const home = (spot: Spot) => onScreen(view, plane.drawn(spot));
  const tokens = scene.tokens.map((of) => ({ of, home: home([of.x, of.y]), radius: radius(of, plane, view.scale) }));
  const marks = (scene.ground?.marks ?? []).map((of) => ({ of, home: home([of.x, of.y]), radius: MARK }));
  const apart = marks.map((one) => ({ at: one.home, radius: one.radius + RING })); // no ring hides what lies there
  const at = spread([...tokens.map((one) => ({ at: one.home, radius: one.radius })), ...apart]);
  const units = tokens.map((one, k) => ({ ...one, at: plane.squares ? one.home : at[k]! }));
  const lying = marks.map((one, k) => ({ ...one, at: at[tokens.length + k]! }));
  const full = [...units, ...lying].map((one) => room(one.at, one.radius + RING));
  const aimed = targets.filter((one) => one.chance !== null && units.some(({ of }) => of.unit === one.unit));
  const wanted = aimed.map((one) => {
    const unit = units.find(({ of }) => of.unit === one.unit)!;
    return beside(unit.at, unit.radius, 40, 18).slice().sort((a, b) => Number(a.x !== b.x && b.x === unit.at[0] - 20) - 0.5);
  });
  const found = placed(wanted, full);
  const chances = aimed.map((of, k) => ({ of, box: found[k] ?? wanted[k]![0]! }));
  const names = named(scene, plane, view);
  const boxes = placed(
    names.map((one) => one.places),
    [...full, ...chances.map((one) => one.box)],
  );
  return {
    units,
    marks: lying,
    chances,
    names: names.flatMap(({ text }, k) => (boxes[k] ? [{ text, box: boxes[k]! }] : [])),
  };
}

function room([x, y]: Spot, radius: number): Box {
  return { x: x - radius, y: y - radius, width: 2 * radius, height: 2 * radius };
}

/** The names of zones, each with the places where it may stand. */
function named(scene: Scene, plane: Plane, view: View): { text: string; places: Box[] }[] {
  if (scene.ground && view.scale < NAMED) return [];
  const parts: [string, Spot[]][] = scene.ground
    ? scene.ground.areas.filter(isNamed).map((area) => [area.name, area.points.map((spot) => plane.drawn(spot))])
    : [...zones(scene)].map(([name, cells]) => [name, cells.flatMap((cell) => squareOf(cell.x, cell.y, plane))]);
  return parts.map(([name, points]) => {
    const text = name.replaceAll("_", " ");
    const box = around(points.map((spot) => onScreen(view, spot)));
    const margin = plane.squares ? view.scale * 0.06 : 4;
    const size = [text.length * PLAIN + 4, 13] as const;
    const places = corners(box, ...size, margin);
    const outside = { x: box.x + 2, y: box.y - 15, width: size[0], height: size[1] };
    return { text, places: plane.squares ? [...places, outside] : places };
  });
}

function isNamed(area: Area): boolean {
  return area.kind === "zone" || (!area.letters && !["block", "low", "smoke"].includes(area.kind));
}

function squareOf(x: number, y: number, plane: Plane): Spot[] {
  const [cx, cy] = plane.drawn([x, y]);
  return [
    [cx - 0.5, cy - 0.5],
    [cx + 0.5, cy + 0.5],
  ];
}
