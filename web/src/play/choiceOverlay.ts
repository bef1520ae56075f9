// The overlay of a choice being made: reach, targets, paths, sight, threats and the callout.
import {
  type Callout,
  type Danger,
  EMPTY_OVERLAY,
  type Move,
  type Overlay,
  type Path,
  type SightLine,
  type Spot,
  type Target,
} from "../board/overlay";
import { isSame } from "../board/plane";
import { refusalHeading, type Option, type Threat } from "../api/messages";
import { oddsText, optionTitle, shortText, signedAmount } from "./format";
import type { LineOfSight } from "./lineOfSight.svelte";
import type { Menu } from "./menu";
import type { OpenDecision } from "./openDecision.svelte";
import type { Selection } from "./selection.svelte";

type DecisionState = Pick<OpenDecision, "now" | "base" | "scene" | "menu">;
type SelectionState = Pick<Selection, "unit" | "actor" | "verb" | "pending" | "way" | "route" | "refusal" | "hoverSpot">;

/** What is shown besides: the draft's aim, moves of others, the line of sight and threats. */
export interface Extras {
  readonly aim: Spot | null;
  readonly moves: readonly Move[];
  readonly sight: LineOfSight["line"];
  readonly threats: readonly Threat[] | null;
}

export function overlayOf(decision: DecisionState, selection: SelectionState, extras: Extras): Overlay {
  const { menu, base } = decision;
  const { aim, moves } = extras;
  const threats = (extras.threats ?? []).map((one) => ({ spot: [one.x, one.y] as Spot, chance: one.chance }));
  const sightLine = selection.way || selection.route ? null : sightLineOf(extras.sight, decision);
  if (!menu || !base) return { ...EMPTY_OVERLAY, moves, threats, sightLine, aim };
  const { pending, way, route } = selection;
  const actor = menu.actor(selection.unit);
  const start: Spot | null = actor && [actor.x, actor.y];
  const reach = menu.stepLength || (actor ? menu.pathLength(actor) : 0);
  const end = pending && menu.isPointVerb(pending.verb) ? menu.plane.spotNamed(pending.point) : null;
  return {
    moves,
    readyUnits: readyUnits(decision, menu),
    ...reachAndTargets(selection, menu),
    circles: start && reach > 0 ? [{ center: start, radius: reach }] : [],
    ghost: way?.way.stops.at(-1) ?? route?.route.points.at(-1) ?? end,
    aim,
    sightLine,
    threats,
    dangers: dangersOn(selection, menu),
    paths: aim && start ? [{ points: [start, aim], counts: [] }] : pathsOf(selection, end, start),
    callout: calloutOf(selection, menu),
  };
}

/** Each enemy where its chance is best on a pending path; those whose best point is the same stand together. */
export function dangersOn({ route }: Pick<Selection, "route">, menu: Menu): Danger[] {
  const found = new Map<string, Danger>();
  for (const one of worstDangers(route?.route.dangers ?? [])) {
    const spot: Spot = [one.x, one.y];
    const enemies = found.get(spot.join())?.enemies ?? [];
    found.set(spot.join(), { spot, enemies: [...enemies, { letters: menu.token(one.unit)?.letters ?? one.unit, chance: one.chance }] });
  }
  return [...found.values()];
}

/** The first of the greatest chances of each enemy, the greatest first. */
export function worstDangers(dangers: readonly Threat[]): Threat[] {
  const worst = new Map<string, Threat>();
  for (const one of dangers) if (one.chance > (worst.get(one.unit)?.chance ?? 0)) worst.set(one.unit, one);
  return [...worst.values()].sort((one, other) => other.chance - one.chance);
}

/** Units that have an option, in this decision or in another that the seat owes. */
function readyUnits({ now, base }: DecisionState, menu: Menu): string[] {
  const others = now?.decisions.filter((one) => one.slot !== base?.slot).map((one) => one.slot) ?? [];
  return [...menu.units, ...menu.scene.tokens.filter((one) => others.includes(one.slot)).map((one) => one.unit)];
}

/** Where the acting unit may go and whom it may target; of one verb, if only one is shown. */
function reachAndTargets({ actor, verb, pending }: SelectionState, menu: Menu): { reach: Spot[]; targets: Target[] } {
  const options = menu.optionsOf(actor).filter((one) => !verb || one.verb === verb);
  const reach = verb || actor ? menu.reach(actor) : [];
  return {
    reach: reach.filter((spot) => options.some((one) => isSame(menu.placeOf(one), spot))),
    targets: menu
      .targets(actor)
      .filter((one) => options.some((option) => option.target === one.unit))
      .map((one) => ({ ...one, isPending: pending?.target === one.unit })),
  };
}

function pathsOf({ way, route }: Pick<Selection, "way" | "route">, end: Spot | null, start: Spot | null): Path[] {
  if (route) return [{ points: route.route.points, counts: [] }];
  if (way) return [{ points: [way.way.start, ...way.way.stops], counts: way.way.counts }];
  return end && start ? [{ points: [start, end], counts: [] }] : [];
}

function sightLineOf(line: LineOfSight["line"], { scene }: DecisionState): SightLine | null {
  const from = line && scene?.tokens.find((token) => token.unit === line.unit);
  if (!line || !from) return null;
  const { clear, cells, blocker, rays, by } = line.sight;
  return { from: [from.x, from.y], to: line.at, clear, cells, blocker, rays, by };
}

/** The note beside the pointer: a refusal, the pending choice, or the likeliest option for the place under the pointer. */
function calloutOf(selection: SelectionState, menu: Menu): Callout | null {
  const { refusal, pending, hoverSpot, unit, way } = selection;
  if (refusal?.at) {
    const { sentence, clause } = refusal.refusal;
    return { spot: refusal.at, heading: refusalHeading(refusal.refusal), lines: [sentence], clause, option: null, hint: "", isRefusal: true };
  }
  const preview = hoverSpot && menu.optionsAt(unit, hoverSpot).find((one) => one.odds.length);
  const option = pending ?? preview;
  const spot = way?.goal ?? selection.route?.goal ?? (option && (spotOf(option, menu) ?? hoverSpot));
  if (!option || !spot) return null;
  const odds = option.odds.slice(0, 3).map((one) => shortText(menu.scene, oddsText(one)));
  const modifiers = (option.odds[0]?.modifiers ?? []).map((one) => `${one.label} ${signedAmount(one)}`);
  const heading = shortText(menu.scene, option.target ? `${option.verb.replaceAll("_", " ")} ${option.target}` : optionTitle(option));
  const isPending = option === pending;
  return {
    spot,
    heading: option.notation && !(isPending && selection.route) ? heading : option.label,
    lines: [...odds, ...modifiers],
    clause: option.clause,
    option: isPending ? option : null,
    hint: isPending ? "Do it (Enter)" : "",
    isRefusal: false,
  };
}

function spotOf(option: Option, menu: Menu): Spot | null {
  const target = menu.token(option.target);
  return target ? [target.x, target.y] : menu.plane.spotNamed(option.point);
}
