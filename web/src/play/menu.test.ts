import { expect, test } from "vitest";

import { FREE_SCENE, SQUARE_SCENE, chance, decision, form, option, token } from "../board/fixtures";
import { Menu, vectorToward } from "./menu";

const MOVE = form("move", ["piece", "unit"], ["to", "point"]);
const ATTACK = form("attack", ["piece", "unit"], ["target", "target"]);
const STEP = form("step", ["by", "vector"]);
const THROW = form("throw", ["aim", "point"], ["dice", "number"]);
const FORMS = [MOVE, ATTACK, form("end_turn")];

const OPEN = decision([
  option("move r1 a2", { unit: "r1", point: "a2" }),
  option("move r1 b2", { unit: "r1", point: "b2" }),
  option("attack r1 b2", { unit: "r1", target: "b2", odds: chance(0.25) }),
  option("attack r1 b1", { unit: "r1", target: "b1", odds: chance(0.5) }),
  option("end_turn"),
]);

test("a unit that is taken up has its reach and its targets, the likeliest first", () => {
  const menu = new Menu(SQUARE_SCENE, OPEN, FORMS);
  expect(menu.units).toEqual(["r1"]);
  expect(menu.defaultUnit).toBe("r1");
  expect(menu.reach("r1")).toEqual([[0, 1], [1, 1]]);
  expect(menu.targets("r1")).toEqual([{ unit: "b1", chance: 0.5 }, { unit: "b2", chance: 0.25 }]);
});

test("units are called as the game's verbs call them", () => {
  expect(new Menu(SQUARE_SCENE, OPEN, FORMS).unitCount(1)).toBe("One piece");
  const titled = { ...MOVE, fields: MOVE.fields.map((field) => ({ ...field, title: field.kind === "unit" ? "character" : "" })) };
  expect(new Menu(SQUARE_SCENE, OPEN, [titled]).unitCount(6)).toBe("6 characters");
  expect(new Menu(SQUARE_SCENE, OPEN, []).unitCount(2)).toBe("2 units");
});

test("what fits a place is what leads there or aims at who stands there", () => {
  const menu = new Menu(SQUARE_SCENE, OPEN, FORMS);
  expect(menu.optionsAt("r1", [1, 1]).map((one) => one.notation)).toEqual(["move r1 b2"]);
  expect(menu.optionsAt("r1", [2, 1]).map((one) => one.notation)).toEqual(["attack r1 b1"]);
  expect(menu.optionsAt("r1", [2, 2])).toEqual([]);
  expect(menu.plainOptions("r1").map((one) => one.notation)).toEqual(["end_turn"]);
});

test("what could have been meant is asked: an attack on who stands there, else a move", () => {
  const menu = new Menu(SQUARE_SCENE, OPEN, FORMS);
  expect(menu.attemptLines("r1", [2, 1])).toEqual(["attack r1 b1"]);
  expect(menu.attemptLines("r1", [2, 2])).toEqual(["move r1 c3"]);
  expect(menu.attemptLines("r1", [1, 0])[0]).toBe("move r1 b1");
  expect(menu.attemptLines(null, [2, 2])).toEqual([]);
});

test("an attack that is split among targets can be meant for one", () => {
  const forms = [form("move", ["by", "vector"]), form("hold"), form("fire", ["targets", "split"])];
  const menu = new Menu(FREE_SCENE, decision([option("hold")]), forms);
  expect(menu.attemptLines("u1", [8, 3])).toEqual(["fire u2"]);
});

test("units beside the table are taken up one after another", () => {
  const scene = { ...SQUARE_SCENE, tokens: [], waiting: [token("r1", 0, -1, -1), token("r2", 0, -1, -1)] };
  const menu = new Menu(scene, decision([option("move r1 a1", { unit: "r1", point: "a1" }), option("move r2 a1", { unit: "r2", point: "a1" })]), FORMS);
  expect(menu.defaultUnit).toBe("r1");
});

test("a force is put together, an end of turn never", () => {
  const pick = form("pick", ["types", "things"]);
  const menu = new Menu(SQUARE_SCENE, decision([option("pick a,b"), option("end_turn")], { count: 9_000 }, { pick: { is_built: true, is_buildable: true, gathers_things: true } }), [pick, form("end_turn")]);
  expect(menu.builtVerbs).toEqual(["pick"]);
  expect(menu.buildableVerbs).toEqual(["pick"]);
  expect(menu.plainOptions(null).map((one) => one.notation)).toEqual(["end_turn"]);
});

test("on a free table pointing makes a way, cut to the longest on the menu", () => {
  const open = decision([option("step 1,0", { unit: "u1", point: "3,3" }), option("step 0,1", { unit: "u1", point: "2,4" })], {}, { step: { is_pointed: true, reach: 1 } });
  const menu = new Menu(FREE_SCENE, open, [STEP]);
  expect(menu.defaultUnit).toBe("u1");
  expect(menu.stepLength).toBe(1);
  expect(menu.optionsAt("u1", [2.6, 3.8]).map((one) => [one.notation, one.label])).toEqual([["step 0.6,0.8", "to 2.6, 3.8"]]);
  expect(menu.optionsAt("u1", [8, 3])[0]!.notation).toBe("step 1,0");
  expect(menu.isBeyond("u1", [8, 3])).toBe(true);
  expect(menu.isBeyond("u1", [2.6, 3.8])).toBe(false);
  expect(menu.reach("u1")).toEqual([]);
});

test("a throw is put together on a free table, and its many aims are not listed", () => {
  const open = decision([option("throw 8,3 1", { unit: "u1", target: "u2", point: "8,3" }), option("hold", { unit: "u1" })], {}, { throw: { is_built: true, is_buildable: true } });
  const menu = new Menu(FREE_SCENE, open, [THROW, form("hold")]);
  expect(menu.builtVerbs).toEqual(["throw"]);
  expect(menu.optionsOf("u1").map((one) => one.notation)).toEqual(["hold"]);
});

test("a way that is cut never comes out longer than it may be", () => {
  for (let k = 0; k < 360; k++) {
    const [x, y] = vectorToward([0, 0], [9 * Math.cos(k), 9 * Math.sin(k)], 1);
    expect(Math.hypot(x, y)).toBeLessThanOrEqual(1);
    expect(Math.hypot(x, y)).toBeGreaterThan(0.995);
  }
});

test("what several units could answer stands together, unless something has to be pointed at", () => {
  const scene = { ...SQUARE_SCENE, tokens: [token("r1", 0, 0, 0), token("r2", 0, 1, 1)] };
  const answers = ["r1", "r2"].flatMap((unit) => ["react", "wait", "pass"].map((verb) => option(`${verb} ${unit}`, { unit })));
  const forms = ["react", "wait", "pass"].map((verb) => form(verb, ["piece", "unit"]));
  const menu = new Menu(scene, decision(answers), forms);
  expect(menu.answers.map(([unit, options]) => [unit, options.map((one) => one.verb)])).toEqual([
    ["r1", ["react", "wait", "pass"]],
    ["r2", ["react", "wait", "pass"]],
  ]);
  expect(new Menu(scene, decision(answers.slice(0, 3)), forms).answers).toHaveLength(1);
  expect(new Menu(scene, decision(answers.filter((one) => one.verb === "react")), forms).answers).toEqual([]);
  expect(new Menu(scene, decision([...answers, option("move r1 a2", { unit: "r1", point: "a2" })]), [...forms, MOVE]).answers).toEqual([]);
});

test("units that have one thing to do each are listed, with and without odds", () => {
  const options = [option("activate r1", { unit: "r1", odds: chance(0.5) }), option("activate r2", { unit: "r2" })];
  const menu = new Menu(SQUARE_SCENE, decision(options), [form("activate", ["piece", "unit"])]);
  expect(menu.answers).toEqual([]);
  expect(menu.plainUnitOptions.map((one) => one.notation)).toEqual(["activate r1", "activate r2"]);
  expect(new Menu(SQUARE_SCENE, OPEN, FORMS).plainUnitOptions).toEqual([]);
});
