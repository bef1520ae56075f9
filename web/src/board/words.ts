// What is where on the table, in words: for a line under the board and for who listens.
import type { Area, Scene, Token } from "../made/messages";
import type { Overlay, Spot } from "./overlay";
import { Plane, apart, near, same } from "./plane";

const MEANS: Record<string, string> = { low: "low cover" };

/** The unit on a square; on a free table the nearest that covers the point, or is so near that it is meant. */
export function unitAt(scene: Scene, spot: Spot, slack = 0): Token | null {
  if (!scene.ground) return scene.tokens.find((token) => token.x === spot[0] && token.y === spot[1]) ?? null;
  let found: Token | null = null;
  let least = Infinity;
  for (const token of scene.tokens) {
    const far = apart([token.x, token.y], spot);
    if (far <= Math.max(token.radius, slack) && far < least) [found, least] = [token, far];
  }
  return found;
}

/** Whether a point is inside a shape. */
export function inside(points: readonly Spot[], [x, y]: Spot): boolean {
  let found = false;
  for (let i = 0, j = points.length - 1; i < points.length; j = i++) {
    const [ax, ay] = points[i]!;
    const [bx, by] = points[j]!;
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) found = !found;
  }
  return found;
}

export function called(area: Area): string {
  const name = area.name.replaceAll("_", " ");
  const kind = MEANS[area.kind] ?? area.kind;
  const notes = area.notes.length ? `, ${area.notes.join(", ")}` : "";
  return (area.kind === "zone" || name.includes(kind) ? name : `${kind} ${name}`.trim()) + notes;
}

/** What people call a unit. */
export function nameOf(token: Token): string {
  return token.name || token.letters;
}

/** A unit in words. */
export function told(token: Token): string {
  return [`${nameOf(token)} ${token.title}`, ...token.notes].join(", ");
}

/** What is at a place: its name, who stands there, what lies there, what ground it is. */
export function at(scene: Scene, spot: Spot): string {
  const plane = new Plane(scene);
  const unit = unitAt(scene, spot);
  const said = unit ? [told(unit)] : [];
  if (scene.ground) {
    const step = scene.ground.step;
    const marks = scene.ground.marks.filter((mark) => apart([mark.x, mark.y], spot) <= step);
    said.push(...marks.map((mark) => [mark.title, ...mark.notes].join(", ")));
    said.push(...scene.ground.areas.filter((area) => inside(area.points, spot)).map(called));
    return [`${near(spot[0])}, ${near(spot[1])}`, ...said].join(" · ");
  }
  const cell = scene.cells.find((one) => one.x === spot[0] && one.y === spot[1]);
  if (cell) said.push([cell.ground, ...cell.zones].join(", ").replaceAll("_", " "));
  return [plane.name(spot), ...said].join(" · ");
}

/** A text in pieces: names of units apart, so that they can be drawn as the units are. */
export function pieces(scene: Scene, text: string): (string | Token)[] {
  const units = [...scene.tokens, ...scene.waiting];
  const known = new Map(units.flatMap((token) => [token.unit, nameOf(token)].map((name) => [name, token])));
  const named = units.filter((token) => token.name).map((token) => `\\b${token.name}\\b|`);
  const found: (string | Token)[] = [];
  let last = 0;
  for (const match of text.matchAll(new RegExp(`${named.join("")}[\\w.]*\\w`, "g"))) {
    const token = known.get(match[0]);
    if (!token) continue;
    if (match.index > last) found.push(text.slice(last, match.index));
    found.push(token);
    last = match.index + match[0].length;
  }
  if (last < text.length) found.push(text.slice(last));
  return found;
}

/** What can be done at a place with the unit taken up. */
export function able(scene: Scene, overlay: Overlay, spot: Spot): string {
  const aimed = overlay.targets.find((one) => one.unit === unitAt(scene, spot)?.unit);
  if (aimed) return aimed.chance === null ? "a target" : `a target, ${Math.round(aimed.chance * 100)}%`;
  if (overlay.reach.some((one) => same(one, spot))) return "in reach";
  return overlay.circles.some((one) => apart(one.at, spot) <= one.radius) ? "within a step" : "";
}

/** How far one place lies from another. */
export function measured(scene: Scene, from: Spot, to: Spot): string {
  const [dx, dy] = [Math.abs(to[0] - from[0]), Math.abs(to[1] - from[1])];
  return scene.ground ? `${near(Math.hypot(dx, dy))} ${scene.ground.unit}` : `${dx} across, ${dy} up`;
}
