// Descriptions of the table in words, for the line under the board and for screen readers.
import type { Area, Scene, Token } from "../api/messages";
import { percent } from "../percent";
import { lookOf } from "./areas";
import type { Overlay, Spot } from "./overlay";
import { LETTERS, anyOf } from "./names";
import { Plane, distance, readableLength, isSame } from "./plane";

const KIND_NAMES: Record<string, string> = { block: "solid", low: "low cover", opening: "solid, but seen through", rough: "rough ground" };

/**
 * The unit on a square; on a free table the nearest one within its radius or `slack` of the point. One that is down
 * hides nobody who is not.
 */
export function unitAt(scene: Scene, spot: Spot, slack = 0): Token | null {
  if (!scene.ground) return scene.tokens.find((token) => token.x === spot[0] && token.y === spot[1]) ?? null;
  let nearest: Token | null = null;
  let least = Infinity;
  for (const token of scene.tokens) {
    const far = distance([token.x, token.y], spot);
    const isNearer = token.is_down === (nearest?.is_down ?? true) ? far < least : !token.is_down;
    if (far <= Math.max(token.radius, slack) && isNearer) [nearest, least] = [token, far];
  }
  return nearest;
}

/** Whether a point lies inside a polygon. */
export function isInside(points: readonly Spot[], [x, y]: Spot): boolean {
  let isIn = false;
  for (let i = 0, j = points.length - 1; i < points.length; j = i++) {
    const [ax, ay] = points[i]!;
    const [bx, by] = points[j]!;
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) isIn = !isIn;
  }
  return isIn;
}

export function areaTitle(area: Area): string {
  const name = area.name.replaceAll("_", " ");
  const kind = KIND_NAMES[area.kind] ?? area.kind;
  const notes = area.notes.length ? `, ${area.notes.join(", ")}` : "";
  const isSaid = area.kind === "zone" || name.includes(kind) || (!lookOf(area.kind).isGround && name.includes(" "));
  if (isSaid) return name + notes;
  return (name && lookOf(area.kind).isGround ? `${name} (${kind})` : `${kind} ${name}`.trim()) + notes;
}

/** The name of a unit: given by its player, else its letters. */
export function unitName(token: Token): string {
  return token.name || token.letters;
}

/** The name, title and notes of a unit. */
export function describeUnit(token: Token): string {
  const name = unitName(token);
  return [name === token.title ? name : `${name} ${token.title}`, ...token.notes].join(", ");
}

/** A place: its name, the unit and marks there, its ground. */
export function describePlace(scene: Scene, spot: Spot): string {
  const plane = new Plane(scene);
  const unit = unitAt(scene, spot);
  const parts = unit ? [describeUnit(unit)] : [];
  if (scene.ground) {
    const step = scene.ground.step;
    const marks = scene.ground.marks.filter((mark) => distance([mark.x, mark.y], spot) <= step);
    parts.push(...marks.map((mark) => [mark.title, ...mark.notes].join(", ")));
    parts.push(...scene.ground.areas.filter((area) => isInside(area.points, spot)).map(areaTitle));
    return [`${readableLength(spot[0])}, ${readableLength(spot[1])}`, ...parts].join(" · ");
  }
  const cell = scene.cells.find((one) => one.x === spot[0] && one.y === spot[1]);
  if (cell) parts.push([cell.ground, ...cell.zones].join(", ").replaceAll("_", " "));
  return [plane.name(spot), ...parts].join(" · ");
}

/** A text split at the names of units, so that they can be drawn as tokens. */
export function splitAtUnits(scene: Scene, text: string): (string | Token)[] {
  const units = [...scene.tokens, ...scene.waiting];
  const tokensByName = new Map(units.flatMap((token) => [token.unit, unitName(token)].map((name) => [name, token])));
  const names = units.map((token) => token.name).filter(Boolean);
  const pattern = `${names.length ? `${anyOf(names)}|` : ""}[${LETTERS}.]*[${LETTERS}]`;
  const pieces: (string | Token)[] = [];
  let last = 0;
  for (const match of text.matchAll(new RegExp(pattern, "gu"))) {
    const token = tokensByName.get(match[0]);
    if (!token) continue;
    if (match.index > last) pieces.push(text.slice(last, match.index));
    pieces.push(token);
    last = match.index + match[0].length;
  }
  if (last < text.length) pieces.push(text.slice(last));
  return pieces;
}

/** What the selected unit can do at a place. */
export function describeAction(scene: Scene, overlay: Overlay, spot: Spot): string {
  const target = overlay.targets.find((one) => one.unit === unitAt(scene, spot)?.unit);
  if (target) return target.chance === null ? "a target" : `a target, ${percent(target.chance)}`;
  if (overlay.reach.some((one) => isSame(one, spot))) return "in reach";
  return overlay.circles.some((one) => distance(one.center, spot) <= one.radius) ? "within a step" : "";
}

/** The distance between two places, in the table's units. */
export function describeDistance(scene: Scene, from: Spot, to: Spot): string {
  const [dx, dy] = [Math.abs(to[0] - from[0]), Math.abs(to[1] - from[1])];
  return scene.ground ? `${readableLength(Math.hypot(dx, dy))} ${scene.ground.unit}` : `${dx} across, ${dy} up`;
}
