import { expect, test } from "vitest";

import { FREE_SCENE, SQUARE_SCENE, chance, decision, form, option } from "../board/fixtures";
import type { Decision, Option, Scene, Sight } from "../api/messages";
import { type Extras, overlayOf, worstDangers } from "./choiceOverlay";
import { REFUSED } from "./fixtures";
import { Menu } from "./menu";

const MOVE = form("move", ["piece", "unit"], ["to", "point"]);
const ATTACK = form("attack", ["piece", "unit"], ["target", "target"]);
const HIT = option("attack r1 b1", { unit: "r1", target: "b1", odds: chance(0.5) });
const OPEN = decision([option("move r1 a2", { unit: "r1", point: "a2" }), HIT, option("move r2 b2", { unit: "r2", point: "b2" }), option("end_turn")]);
const BARE = { unit: null, actor: null, verb: null, pending: null, way: null, route: null, refusal: null, hoverSpot: null };
const NO_EXTRAS: Extras = { aim: null, moves: [], sight: null, threats: null };

function shown(selection: object = {}, extras: Partial<Extras> = {}, open: Decision = OPEN, scene: Scene = SQUARE_SCENE, others: readonly number[] = []) {
  const menu = new Menu(scene, open, [MOVE, ATTACK, form("end_turn"), form("step", ["by", "vector"])]);
  const now = { decisions: [{ slot: open.slot }, ...others.map((slot) => ({ slot }))] };
  return overlayOf({ now, base: open, scene, menu } as unknown as Parameters<typeof overlayOf>[0], { ...BARE, ...selection } as Parameters<typeof overlayOf>[1], { ...NO_EXTRAS, ...extras });
}

test("the units that have something to do are marked, those of other decisions that are owed as well", () => {
  expect(shown().readyUnits).toEqual(["r1", "r2"]);
  expect(shown({}, {}, OPEN, SQUARE_SCENE, [1]).readyUnits).toEqual(["r1", "r2", "b1", "b2"]);
});

test("the reach and the targets are those of the acting unit, and of one verb where only one is shown", () => {
  const of = (selection: object) => {
    const { reach, targets } = shown(selection);
    return [reach, targets.map((one) => one.unit)];
  };
  expect(of({})).toEqual([[], []]);
  expect(of({ unit: "r1", actor: "r1" })).toEqual([[[0, 1]], ["b1"]]);
  expect(of({ unit: "r1", actor: "r1", verb: "move" })).toEqual([[[0, 1]], []]);
  expect(of({ unit: "r1", actor: "r1", verb: "attack" })).toEqual([[], ["b1"]]);
  expect(of({ unit: "r2", actor: "r2" })).toEqual([[[1, 1]], []]);
});

test("a target is told with its chance, and whether it is the one that is pending", () => {
  const target = (pending: Option | null) => shown({ unit: "r1", actor: "r1", pending }).targets;
  expect(target(null)).toEqual([{ unit: "b1", chance: 0.5, isPending: false }]);
  expect(target(HIT)).toEqual([{ unit: "b1", chance: 0.5, isPending: true }]);
});

test("threats, moves and the aim are shown, also while nothing is to be chosen", () => {
  const extras: Extras = { ...NO_EXTRAS, aim: [1, 1], moves: [{ unit: "b1", points: [] }], threats: [{ x: 2, y: 1, unit: "b1", of: "", exact: "", chance: 0.25 }] };
  const watching = overlayOf({ now: null, base: null, scene: SQUARE_SCENE, menu: null }, BARE, extras);
  const told = { threats: [{ spot: [2, 1], chance: 0.25 }], aim: [1, 1], moves: extras.moves };
  expect(watching).toMatchObject({ ...told, readyUnits: [], callout: null });
  expect(shown({ unit: "r1", actor: "r1" }, extras)).toMatchObject({ ...told, paths: [{ points: [[0, 0], [1, 1]], counts: [] }] });
});

test("a line of sight goes from its unit to the place, and is hidden behind a way that is pending", () => {
  const sight: Sight = { clear: false, cells: [[1, 1]], blocker: [1, 1], says: "", clause: "", rays: [], by: [] };
  const line = { unit: "b1", at: [0, 0] as const, sight };
  expect(shown({}, { sight: line }).sightLine).toEqual({ from: [2, 1], to: [0, 0], clear: false, cells: [[1, 1]], blocker: [1, 1], rays: [], by: [] });
  expect(shown({}, { sight: { ...line, unit: "gone" } }).sightLine).toBeNull();
  const way = { goal: [2, 2], way: { start: [0, 0], stops: [[1, 1], [2, 2]], counts: ["1", "2"] } };
  expect(shown({ way }, { sight: line }).sightLine).toBeNull();
  expect(shown({ way })).toMatchObject({ ghost: [2, 2], paths: [{ points: [[0, 0], [1, 1], [2, 2]], counts: ["1", "2"] }] });
});

test("a step has its circle around the acting unit, and what is pending its end", () => {
  const stepping = decision([option("step 1,0", { unit: "u1", point: "3,3" })], {}, { step: { is_pointed: true, reach: 1.5 } });
  const overlay = shown({ unit: "u1", actor: "u1", pending: stepping.options[0] }, {}, stepping, FREE_SCENE);
  expect(overlay).toMatchObject({ circles: [{ center: [2, 3], radius: 1.5 }], ghost: [3, 3], paths: [{ points: [[2, 3], [3, 3]], counts: [] }] });
  expect(shown({ unit: "r1", actor: "r1", pending: OPEN.options[0] })).toMatchObject({ circles: [], ghost: null, paths: [] });
});

test("of each enemy the greatest danger is told, the greatest first; of alike ones the first on the way", () => {
  const danger = (unit: string, x: number, of: number) => ({ unit, x, y: 0, of: "hits", exact: "", chance: of });
  expect(worstDangers([danger("a", 1, 0.2), danger("b", 1, 0.3), danger("a", 2, 0.5), danger("b", 3, 0.3), danger("c", 4, 0)]).map((one) => [one.unit, one.x])).toEqual([["a", 2], ["b", 1]]);
});

test("beside a refusal is told why; it comes before anything that is pending", () => {
  const { callout } = shown({ refusal: { refusal: REFUSED, at: [1, 1] }, pending: HIT, unit: "r1" });
  expect(callout).toEqual({ spot: [1, 1], heading: "Not allowed", lines: ["That is too far."], clause: "X-2", option: null, hint: "", isRefusal: true });
  const closing = shown({ refusal: { refusal: { ...REFUSED, sentence: "The server is closing.", clause: "" }, at: [1, 1] } });
  expect(closing.callout).toMatchObject({ heading: "Not done", lines: ["The server is closing."] });
  expect(shown({ refusal: { refusal: REFUSED, at: null } }).callout).toBeNull();
});

test("beside the target of what is pending are its odds and modifiers, and how it is done", () => {
  const modifiers = [{ label: "cover", clause: "X-3", amount: -1 }, { label: "aim", clause: "X-4", amount: 2 }];
  const four = [0.5, 0.4, 0.3, 0.2].map((of) => ({ ...chance(of)[0]!, modifiers }));
  const pending = { ...HIT, odds: four };
  const { callout } = shown({ unit: "r1", actor: "r1", pending });
  expect(callout).toEqual({ spot: [2, 1], heading: "attack B1", lines: ["hits: 50%", "hits: 40%", "hits: 30%", "cover −1", "aim +2"], clause: "X-1", option: pending, hint: "Do it (Enter)", isRefusal: false });
});

test("under the pointer is told the likeliest option that dice decide, without a button", () => {
  const { callout } = shown({ unit: "r1", actor: "r1", hoverSpot: [2, 1] });
  expect(callout).toMatchObject({ spot: [2, 1], heading: "attack B1", option: null, hint: "" });
  expect(shown({ unit: "r1", actor: "r1", hoverSpot: [0, 1] }).callout).toBeNull();
  expect(shown({ unit: "r1", actor: "r1", hoverSpot: [2, 2] }).callout).toBeNull();
});

test("at the end of a path that was found its label stands as the table says it, at its goal", () => {
  const pending = option("move r1 a3", { label: "r1 walks to a3" });
  const route = { goal: [0, 2], route: { option: pending, points: [[0, 0], [0, 2]], dangers: [], variants: [] } };
  expect(shown({ unit: "r1", actor: "r1", pending, route })).toMatchObject({ callout: { spot: [0, 2], heading: "r1 walks to a3" }, paths: [{ points: [[0, 0], [0, 2]] }], ghost: [0, 2] });
});
