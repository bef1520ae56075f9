// Pointing at the table: a tap confirms, chooses, selects a unit, or asks why nothing can be done there.
import { unitAt } from "../board/describe";
import type { Spot } from "../board/overlay";
import { isSame } from "../board/plane";
import type { Option } from "../api/messages";
import type { Actions } from "./actions";
import type { Menu } from "./menu";
import type { OpenDecision } from "./openDecision.svelte";
import type { Selection } from "./selection.svelte";

/** Carry out a tap on a place. */
export function pointAt(spot: Spot, decision: OpenDecision, selection: Selection, actions: Pick<Actions, "choose" | "confirm" | "selectUnit">): void {
  const { menu } = decision;
  if (!menu) return;
  if (isSecondTap(spot, selection, menu)) return actions.confirm();
  const { pending, route } = selection;
  selection.clear();
  const options = ofVerb(menu.optionsAt(selection.unit, spot), selection.verb);
  const token = unitAt(menu.scene, spot, menu.plane.isSquares ? 0 : menu.plane.step);
  const selectsUnit = token && options.every((one) => !one.target) && selection.isOwn(token.unit);
  if (options.length && !selectsUnit && pending && route && menu.pathVerbs.includes(options[0]!.verb)) selection.prepareAlong(options[0]!, pending, route);
  else if (options.length && !selectsUnit) chooseOrPrepare(options, spot, decision, selection, actions);
  else if (token && (selection.isOwn(token.unit) || selection.isIdle(token))) actions.selectUnit(token.unit);
  else if (!token && menu.pathVerbs.length) void selection.preparePath(spot, pending);
  else void selection.explain(spot);
}

/** Whether a tap is on the place of what is pending. */
function isSecondTap(spot: Spot, { pending, way, route, unit }: Selection, menu: Menu): boolean {
  if (way || route) return isSame((way ?? route)!.goal, spot) || (!!pending?.target && unitAt(menu.scene, spot)?.unit === pending.target);
  return !!pending && menu.optionsAt(unit, spot).some((one) => one.notation === pending.notation);
}

function ofVerb(options: Option[], verb: string | null): Option[] {
  const some = options.filter((option) => !verb || option.verb === verb);
  return some.length ? some : options;
}

/** Choose at once the only option for a square, if it has no dice and can be undone; else make the likeliest pending. */
function chooseOrPrepare(options: readonly Option[], spot: Spot, decision: OpenDecision, selection: Selection, actions: Pick<Actions, "choose">): void {
  const option = options[0]!;
  const menu = decision.menu!;
  const isSafe = options.length === 1 && !option.odds.length && !option.target && !decision.form(option.verb)?.final;
  if (isSafe && menu.plane.isSquares) void actions.choose(option);
  else if (menu.isRoutedVerb(option.verb)) void selection.prepareRoute(option, spot);
  else if (menu.isPointVerb(option.verb) && menu.isBeyond(selection.unit, spot)) void selection.prepareWalk(option, spot);
  else selection.prepare(option);
}
