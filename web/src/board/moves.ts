// The moves of other slots since one's own last choice, derived from the positions of units.
import type { Scene } from "../api/messages";
import { pathBetween } from "./glide";
import type { Move, Spot } from "./overlay";
import { isSame } from "./plane";

/** The moves between two scenes, appended to earlier ones. Units that left the table have none. */
export function movesBetween(before: Scene | null, after: Scene, earlier: readonly Move[], isOwn: (slot: number) => boolean): Move[] {
  if (!before) return [];
  const earlierByUnit = new Map(earlier.map((one) => [one.unit, one.points]));
  const spotsBefore = new Map(before.tokens.map((token): [string, Spot] => [token.unit, [token.x, token.y]]));
  return after.tokens.flatMap((token) => {
    if (isOwn(token.slot)) return [];
    const [from, to]: [Spot | undefined, Spot] = [spotsBefore.get(token.unit), [token.x, token.y]];
    const earlierPoints = earlierByUnit.get(token.unit) ?? [];
    const trail = after.ground?.trails.find((one) => one.unit === token.unit && !one.planned)?.points ?? [];
    const now = !from ? [to] : isSame(from, to) ? [] : pathBetween(from, to, trail);
    const points = earlierPoints.length ? [...earlierPoints, ...now.slice(1)] : now;
    return points.length ? [{ unit: token.unit, points }] : [];
  });
}
