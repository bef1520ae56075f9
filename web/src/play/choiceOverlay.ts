// What lies over the table by what is in hand: what shines, what is aimed at, ways, lines of sight, what is told.
import { type Target, type Callout, type SightLine, EMPTY_OVERLAY, type Overlay, type Path, type Spot } from "../board/overlay";
import { isSame } from "../board/plane";
import type { Option } from "../api/messages";
import type { Menu } from "./menu";
import type { Play } from "./play.svelte";
import { oddsText, shortText, signedAmount } from "./format";

export function overlayOf(play: Play): Overlay {
  const { menu, baseDecision: plain } = play;
  const threats = (play.threats ?? []).map((one) => ({ spot: [one.x, one.y] as Spot, chance: one.chance }));
  const line = sightLineOf(play);
  const aim = play.builder.aimSpot;
  if (!menu || !plain) return { ...EMPTY_OVERLAY, moves: play.moves, threats, sightLine: line, aim };
  const actor = menu.actor(play.unit);
  const start: Spot | null = actor && [actor.x, actor.y];
  const end = play.pending && menu.isPointVerb(play.pending.verb) ? menu.plane.spotNamed(play.pending.point) : null;
  return {
    moves: play.moves,
    readyUnits: readyUnits(play, menu),
    ...reachAndTargets(play, menu),
    circles: start && menu.stepLength > 0 ? [{ center: start, radius: menu.stepLength }] : [],
    ghost: play.way?.way.stops.at(-1) ?? end,
    aim,
    sightLine: line,
    threats,
    paths: aim && start ? [{ points: [start, aim], counts: [] }] : pathsOf(play, end, start),
    callout: calloutOf(play, menu),
  };
}

/** Units that have something to choose: in this decision, or in another that the seat owes. */
function readyUnits(play: Play, menu: Menu): string[] {
  const others = play.now?.decisions.filter((one) => one.slot !== play.baseDecision?.slot).map((one) => one.slot) ?? [];
  return [...menu.units, ...menu.scene.tokens.filter((one) => others.includes(one.slot)).map((one) => one.unit)];
}

/** Where the unit taken up may go, and whom it may aim at; of one verb alone, if one is looked at. */
function reachAndTargets(play: Play, menu: Menu): { reach: Spot[]; targets: Target[] } {
  const mine = menu.optionsOf(play.actor).filter((one) => !play.verb || one.verb === play.verb);
  const reach = play.verb || play.actor ? menu.reach(play.actor) : [];
  return {
    reach: reach.filter((spot) => mine.some((one) => isSame(menu.placeOf(one), spot))),
    targets: menu
      .targets(play.actor)
      .filter((one) => mine.some((option) => option.target === one.unit))
      .map((one) => ({ ...one, isPending: play.pending?.target === one.unit })),
  };
}

function pathsOf({ way }: Play, end: Spot | null, start: Spot | null): Path[] {
  if (way) return [{ points: [way.way.start, ...way.way.stops], counts: way.way.counts }];
  return end && start ? [{ points: [start, end], counts: [] }] : [];
}

function sightLineOf({ sight: seen, scene, way }: Play): SightLine | null {
  const from = seen && scene?.tokens.find((token) => token.unit === seen.unit);
  if (!seen || !from || way) return null;
  const { clear, cells, blocker, rays, by } = seen.sight;
  return { from: [from.x, from.y], to: seen.at, clear, cells, blocker, rays, by };
}

/** What is told beside the pointer: of a refusal, of what is laid ready, or of the choice for the place pointed at. */
function calloutOf(play: Play, menu: Menu): Callout | null {
  if (play.refusal?.at) {
    const { sentence, clause } = play.refusal.refusal;
    return { spot: play.refusal.at, heading: "Not allowed", lines: [sentence], clause, option: null, hint: "", isRefusal: true };
  }
  const preview = play.hoverSpot && menu.optionsAt(play.unit, play.hoverSpot).find((one) => one.odds.length);
  const shown = play.pending ?? preview;
  const at = play.way?.goal ?? (shown && (spotOf(shown, menu) ?? play.hoverSpot));
  if (!shown || !at) return null;
  const odds = shown.odds.slice(0, 3).map((one) => shortText(menu.scene, oddsText(one)));
  const why = (shown.odds[0]?.modifiers ?? []).map((one) => `${one.label} ${signedAmount(one)}`);
  const heading = `${shown.verb.replaceAll("_", " ")} ${shortText(menu.scene, shown.target || shown.label)}`;
  const option = shown === play.pending ? shown : null;
  return {
    spot: at,
    heading: shown.notation ? heading : shown.label,
    lines: [...odds, ...why],
    clause: shown.clause,
    option,
    hint: option ? "Do it (Enter)" : "",
    isRefusal: false,
  };
}

function spotOf(option: Option, menu: Menu): Spot | null {
  const target = menu.token(option.target);
  return target ? [target.x, target.y] : menu.plane.spotNamed(option.point);
}
