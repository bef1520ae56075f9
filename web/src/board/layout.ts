// Screen layout of everything that does not scale with the board: units, marks, labels and chances.
import { lookOf } from "./areas";
import { shortPercent } from "../percent";
import type { Area, Mark, Scene, Token } from "../api/messages";
import { zonesOf } from "./motifs";
import { type Box, boundingBox, boxesAround, boxesInside, placeBoxes, separate } from "./labels";
import type { Danger, Target, Spot } from "./overlay";
import type { Plane } from "./plane";
import { type Viewport, toScreen } from "./viewport";

const MIN_RADIUS = 10; // pixels: the least radius of a unit
const MARK_RADIUS = 10;
const RING_WIDTH = 4; // pixels that the ring around a unit takes
const MIN_NAME_SCALE = 9; // pixels per unit of length, below which zones of a free table have no labels
const DANGER_RADIUS = 5; // pixels of the point of a path that a danger is told at
const LETTER_WIDTH = 6.1; // pixels of a letter of a label

export interface Placement<T> {
  readonly item: T;
  readonly anchor: Spot; // its place, on the screen
  readonly center: Spot; // where it is drawn
  readonly radius: number;
}

export interface Label {
  readonly text: string;
  readonly box: Box;
}

export interface Layout {
  readonly units: readonly Placement<Token>[];
  readonly marks: readonly Placement<Mark>[];
  readonly labels: readonly Label[];
  readonly chances: readonly { readonly target: Target; readonly box: Box }[];
  readonly dangers: readonly { readonly text: string; readonly anchor: Spot; readonly box: Box }[];
}

/** The radius of a unit in pixels. */
export function radiusOf(token: Token, plane: Plane, scale: number): number {
  if (plane.isSquares) return Math.min(34, (scale < 40 ? 0.44 : 0.36) * scale);
  return Math.max(MIN_RADIUS, Math.min(34, token.radius * scale));
}

export function layoutOf(scene: Scene, plane: Plane, viewport: Viewport, targets: readonly Target[], dangers: readonly Danger[] = []): Layout {
  const onScreen = (spot: Spot) => toScreen(viewport, plane.toDrawing(spot));
  const tokens = scene.tokens.map((item) => ({ item, anchor: onScreen([item.x, item.y]), radius: radiusOf(item, plane, viewport.scale) }));
  const marks = (scene.ground?.marks ?? []).map((item) => ({ item, anchor: onScreen([item.x, item.y]), radius: MARK_RADIUS }));
  const markDiscs = marks.map((one) => ({ center: one.anchor, radius: one.radius + RING_WIDTH })); // no ring hides a mark
  const [x, y] = toScreen(viewport, [0, 0]);
  const table = { x, y, width: plane.width * viewport.scale, height: plane.height * viewport.scale };
  const centers = separate([...tokens.map((one) => ({ center: one.anchor, radius: one.radius })), ...markDiscs], table);
  const placedUnits = tokens.map((one, k) => ({ ...one, center: plane.isSquares ? one.anchor : centers[k]! }));
  const placedMarks = marks.map((one, k) => ({ ...one, center: centers[tokens.length + k]! }));
  const obstacles = [...placedUnits, ...placedMarks].map((one) => boxOf(one.center, one.radius + RING_WIDTH));
  const withChance = targets.filter((one) => one.chance !== null && placedUnits.some(({ item }) => item.unit === one.unit));
  const candidates = withChance.map((one) => {
    const unit = placedUnits.find(({ item }) => item.unit === one.unit)!;
    return boxesAround(unit.center, unit.radius, 40, 18).slice().sort((a, b) => Number(a.x !== b.x && b.x === unit.center[0] - 20) - 0.5);
  });
  const chanceBoxes = placeBoxes(candidates, obstacles);
  const chances = withChance.map((target, k) => ({ target, box: chanceBoxes[k] ?? candidates[k]![0]! }));
  const chancesPlaced = [...obstacles, ...chances.map((one) => one.box)];
  const warnings = dangers.map((one) => ({ text: dangerText(one), anchor: onScreen(one.spot) }));
  const around = warnings.map((one) => boxesAround(one.anchor, DANGER_RADIUS, one.text.length * 7 + 10, 17));
  const warningBoxes = placeBoxes(around, chancesPlaced);
  const placedWarnings = warnings.map((one, k) => ({ ...one, box: warningBoxes[k] ?? around[k]![0]! }));
  const labels = zoneLabels(scene, plane, viewport);
  const labelBoxes = placeBoxes(
    labels.map((one) => one.places),
    [...chancesPlaced, ...placedWarnings.map((one) => one.box)],
  );
  return {
    units: placedUnits,
    marks: placedMarks,
    chances,
    dangers: placedWarnings,
    labels: labels.flatMap(({ text }, k) => (labelBoxes[k] ? [{ text, box: labelBoxes[k]! }] : [])),
  };
}

/** The enemies of a danger with their chances. */
function dangerText({ enemies }: Danger): string {
  return enemies.map((one) => `${one.letters} ${shortPercent(one.chance)}`).join(" · ");
}

function boxOf([x, y]: Spot, radius: number): Box {
  return { x: x - radius, y: y - radius, width: 2 * radius, height: 2 * radius };
}

/** The labels of zones with their candidate boxes. */
function zoneLabels(scene: Scene, plane: Plane, viewport: Viewport): { text: string; places: Box[] }[] {
  if (scene.ground && viewport.scale < MIN_NAME_SCALE) return [];
  const parts: [string, Spot[]][] = scene.ground
    ? scene.ground.areas.filter(hasName).map((area) => [area.name, area.points.map((spot) => plane.toDrawing(spot))])
    : [...zonesOf(scene)].map(([name, cells]) => [name, cells.flatMap((cell) => cornersOfSquare(cell.x, cell.y, plane))]);
  return parts.map(([name, points]) => {
    const text = name.replaceAll("_", " ");
    const box = boundingBox(points.map((spot) => toScreen(viewport, spot)));
    const margin = plane.isSquares ? viewport.scale * 0.06 : 4;
    const size = [text.length * LETTER_WIDTH + 4, 13] as const;
    const places = boxesInside(box, ...size, margin);
    const outside = { x: box.x + 2, y: box.y - 15, width: size[0], height: size[1] };
    return { text, places: plane.isSquares ? [...places, outside] : places };
  });
}

function hasName(area: Area): boolean {
  return area.kind === "zone" || (!area.letters && !lookOf(area.kind).isGround);
}

function cornersOfSquare(x: number, y: number, plane: Plane): Spot[] {
  const [cx, cy] = plane.toDrawing([x, y]);
  return [
    [cx - 0.5, cy - 0.5],
    [cx + 0.5, cy + 0.5],
  ];
}
