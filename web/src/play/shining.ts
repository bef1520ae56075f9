// What lies over the table by what is in hand: what shines, what is aimed at, ways, lines of sight, what is told.
import { type Aimed, type Card, type Line, NOTHING, type Overlay, type Route, type Spot } from "../board/overlay";
import { same } from "../board/plane";
import type { Option } from "../made/messages";
import type { Menu } from "./menu";
import type { Play } from "./play.svelte";
import { oddsSaid, short, signed } from "./told";

export function shining(play: Play): Overlay {
  const { menu, plain } = play;
  const threats = (play.threats ?? []).map((one) => ({ at: [one.x, one.y] as Spot, chance: one.chance }));
  const line = lineOf(play);
  const aim = play.drafting.aim;
  if (!menu || !plain) return { ...NOTHING, moves: play.moves, threats, line, aim };
  const actor = menu.actor(play.unit);
  const start: Spot | null = actor && [actor.x, actor.y];
  const end = play.armed && menu.isPointing(play.armed.verb) ? menu.plane.named(play.armed.point) : null;
  return {
    moves: play.moves,
    ready: ready(play, menu),
    ...aims(play, menu),
    circles: start && menu.step > 0 ? [{ at: start, radius: menu.step }] : [],
    ghost: play.way?.way.stops.at(-1) ?? end,
    aim,
    line,
    threats,
    routes: aim && start ? [{ points: [start, aim], counts: [] }] : routes(play, end, start),
    card: card(play, menu),
  };
}

/** Units that have something to choose: in this decision, or in another that the seat owes. */
function ready(play: Play, menu: Menu): string[] {
  const others = play.now?.decisions.filter((one) => one.slot !== play.plain?.slot).map((one) => one.slot) ?? [];
  return [...menu.units, ...menu.scene.tokens.filter((one) => others.includes(one.slot)).map((one) => one.unit)];
}

/** Where the unit taken up may go, and whom it may aim at; of one verb alone, if one is looked at. */
function aims(play: Play, menu: Menu): { reach: Spot[]; targets: Aimed[] } {
  const mine = menu.of(play.actor).filter((one) => !play.verb || one.verb === play.verb);
  const reach = play.verb || play.actor ? menu.reach(play.actor) : [];
  return {
    reach: reach.filter((spot) => mine.some((one) => same(menu.placeOf(one), spot))),
    targets: menu
      .targets(play.actor)
      .filter((one) => mine.some((option) => option.target === one.unit))
      .map((one) => ({ ...one, armed: play.armed?.target === one.unit })),
  };
}

function routes({ way }: Play, end: Spot | null, start: Spot | null): Route[] {
  if (way) return [{ points: [way.way.start, ...way.way.stops], counts: way.way.counts }];
  return end && start ? [{ points: [start, end], counts: [] }] : [];
}

function lineOf({ sight: seen, scene, way }: Play): Line | null {
  const from = seen && scene?.tokens.find((token) => token.unit === seen.unit);
  if (!seen || !from || way) return null;
  const { clear, cells, blocker, rays, by } = seen.sight;
  return { from: [from.x, from.y], to: seen.at, clear, cells, blocker, rays, by };
}

/** What is told beside the pointer: of a refusal, of what is laid ready, or of the choice for the place pointed at. */
function card(play: Play, menu: Menu): Card | null {
  if (play.refusal?.at) {
    const { sentence, clause } = play.refusal.refusal;
    return { at: play.refusal.at, heading: "Not allowed", lines: [sentence], clause, option: null, hint: "", refused: true };
  }
  const preview = play.pointed && menu.fitting(play.unit, play.pointed).find((one) => one.odds.length);
  const shown = play.armed ?? preview;
  const at = play.way?.goal ?? (shown && (spotOf(shown, menu) ?? play.pointed));
  if (!shown || !at) return null;
  const odds = shown.odds.slice(0, 3).map((one) => short(menu.scene, oddsSaid(one)));
  const why = (shown.odds[0]?.modifiers ?? []).map((one) => `${one.label} ${signed(one)}`);
  const heading = `${shown.verb.replaceAll("_", " ")} ${short(menu.scene, shown.target || shown.label)}`;
  const option = shown === play.armed ? shown : null;
  return {
    at,
    heading: shown.notation ? heading : shown.label,
    lines: [...odds, ...why],
    clause: shown.clause,
    option,
    hint: option ? "Do it (Enter)" : "",
    refused: false,
  };
}

function spotOf(option: Option, menu: Menu): Spot | null {
  const target = menu.token(option.target);
  return target ? [target.x, target.y] : menu.plane.named(option.point);
}
