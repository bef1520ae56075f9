// Who has gone where since one last chose: told by where units stood before and where they stand now.
import type { Scene } from "../made/messages";
import { way } from "./glide";
import type { Move, Spot } from "./overlay";
import { same } from "./plane";

/** The moves by which a table has come from what it was, after earlier ones. Of units that are gone nothing is left. */
export function moves(before: Scene | null, after: Scene, earlier: readonly Move[], isOwn: (slot: number) => boolean): Move[] {
  if (!before) return [];
  const known = new Map(earlier.map((one) => [one.unit, one.points]));
  const stood = new Map(before.tokens.map((token): [string, Spot] => [token.unit, [token.x, token.y]]));
  return after.tokens.flatMap((token) => {
    if (isOwn(token.slot)) return [];
    const [from, to]: [Spot | undefined, Spot] = [stood.get(token.unit), [token.x, token.y]];
    const gone = known.get(token.unit) ?? [];
    const trail = after.ground?.trails.find((one) => one.unit === token.unit && !one.planned)?.points ?? [];
    const now = !from ? [to] : same(from, to) ? [] : way(from, to, trail);
    const points = gone.length ? [...gone, ...now.slice(1)] : now;
    return points.length ? [{ unit: token.unit, points }] : [];
  });
}
