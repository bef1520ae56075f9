import { beforeEach, expect, test } from "vitest";

import { SQUARE_SCENE, chance, decision, option } from "../board/fixtures";
import { Menu } from "./menu";
import { type KeyState, onKey } from "./shortcuts";

const HITS = [option("aim r1 b1", { unit: "r1", target: "b1", odds: chance(0.2) }), option("attack r1 b1", { unit: "r1", target: "b1", odds: chance(0.5) }), option("attack r1 b2", { unit: "r1", target: "b2", odds: chance(0.1) })];
const END = option("end_turn");
const MENU = new Menu(SQUARE_SCENE, decision([...HITS, option("move r2 b2", { unit: "r2", point: "b2" }), END]), []);
const ENTRIES = [{ key: "1", option: null, verb: "order" }, { key: "2", option: END, verb: "end_turn" }, { key: "", option: END, verb: "end_turn" }];
const STATE: KeyState = {
  menu: MENU,
  selection: { unit: null, cursor: null, pending: null, pendingAt: null },
  overlay: { readyUnits: ["r1", "r2"], reach: [] },
  entries: ENTRIES,
  isBuilding: false,
  canKeepStill: false,
};

let done: unknown[][];
let goesBack: boolean;

/** Actions of which each is recorded with what it is given. */
const actions = new Proxy({} as Parameters<typeof onKey>[2], {
  get: (_, name) => (...given: unknown[]) => (done.push([name, ...given]), name === "back" ? goesBack : undefined),
});

/** What a key does, and whether it was used. */
function press(key: string, change: Partial<KeyState> = {}, shiftKey = false): [boolean, ...unknown[][]] {
  done = [];
  const isUsed = onKey({ key, shiftKey } as KeyboardEvent, { ...STATE, ...change }, actions);
  return [isUsed, ...done];
}

const at = (change: Partial<KeyState["selection"]>) => ({ selection: { ...STATE.selection, ...change } });

beforeEach(() => {
  goesBack = true;
});

test.each([
  ["t", ["toggleThreats"]],
  ["l", ["toggleSight"]],
  ["?", ["toggleKeys"]],
  ["/", ["openCommands"]],
  [":", ["openCommands"]],
  ["1", ["build", "order"]],
  ["2", ["press", END]],
  ["Escape", ["back"]],
])("%s does one thing", (key, act) => {
  expect(press(key)).toEqual([true, act]);
});

test.each(["3", "", "w", "Enter", "T", "x", " ", "ArrowUp"])("%j does nothing now, and is left to the page", (key) => {
  expect(press(key, { entries: ENTRIES.slice(0, 2) })).toEqual([false]);
});

test("w keeps still where that can be, and Escape is left to the page where there is nothing to go back from", () => {
  expect(press("w", { canKeepStill: true })).toEqual([true, ["keepStill"]]);
  goesBack = false;
  expect(press("Escape")).toEqual([false, ["back"]]);
});

test("while a choice is put together, numbers carry out nothing that is hidden; the other keys stay", () => {
  for (const key of ["1", "2"]) expect(press(key, { isBuilding: true })).toEqual([false]);
  for (const [key, act] of [["t", "toggleThreats"], ["l", "toggleSight"], ["?", "toggleKeys"], ["/", "openCommands"], ["Escape", "back"]] as const) expect(press(key, { isBuilding: true })).toEqual([true, [act]]);
});

test("Enter confirms what is pending where the cursor was when it became so, and nowhere else", () => {
  expect(press("Enter", at({ pending: END }))).toEqual([true, ["confirm"]]);
  expect(press("Enter", at({ pending: END, cursor: [1, 1], pendingAt: [1, 1] }))).toEqual([true, ["confirm"]]);
  expect(press("Enter", at({ pending: END, pendingAt: [1, 1] }))).toEqual([true, ["confirm"]]);
  expect(press("Enter", at({ pending: END, cursor: [1, 2], pendingAt: [1, 1] }))).toEqual([false]);
  expect(press("Enter", at({ pending: END, cursor: [1, 1] }))).toEqual([false]);
  expect(press("Enter", at({ cursor: [1, 1], pendingAt: [1, 1] }))).toEqual([false]);
});

test("Tab goes to each target once, by its likeliest choice, the likeliest target first; then to the next unit", () => {
  expect(press("Tab", at({ unit: "r1" }))).toEqual([true, ["prepare", HITS[1]]]);
  expect(press("Tab", at({ unit: "r1", pending: HITS[1]! }))).toEqual([true, ["prepare", HITS[2]]]);
  expect(press("Tab", at({ unit: "r1", pending: HITS[0]! }))).toEqual([true, ["prepare", HITS[2]]]);
  expect(press("Tab", at({ unit: "r1", pending: HITS[2]! }))).toEqual([true, ["clear"], ["selectUnit", "r2"]]);
  expect(press("Tab", { ...at({ unit: "r1", pending: HITS[2]! }), overlay: { readyUnits: ["r1"], reach: [] } })).toEqual([false, ["clear"]]);
});

test("Shift and Tab go back: from the first target to the unit before, and not to the last target", () => {
  expect(press("Tab", at({ unit: "r1", pending: HITS[2]! }), true)).toEqual([true, ["prepare", HITS[1]]]);
  expect(press("Tab", at({ unit: "r1", pending: HITS[1]! }), true)).toEqual([false, ["clear"]]);
  expect(press("Tab", { ...at({ unit: "r1" }), overlay: { readyUnits: ["r2", "r1"], reach: [] } }, true)).toEqual([true, ["clear"], ["selectUnit", "r2"]]);
});

test("Tab goes through the units, from none to the first, backwards to the last; out after the last", () => {
  const tab = (unit: string | null, isBack = false) => press("Tab", at({ unit }), isBack);
  expect([tab(null), tab(null, true)]).toEqual([[true, ["selectUnit", "r1"]], [true, ["selectUnit", "r2"]]]);
  expect([tab("r2"), tab("r2", true)]).toEqual([[false], [true, ["selectUnit", "r1"]]]);
  expect(press("Tab", { menu: null })).toEqual([false]);
});

test("Tab goes through the places of the only unit, and out after the last", () => {
  const places = { overlay: { readyUnits: ["r2"], reach: [[0, 1], [1, 1]] as const } };
  const tab = (cursor: readonly [number, number] | null, isBack = false) => press("Tab", { ...at({ unit: "r2", cursor }), ...places }, isBack);
  expect([tab(null), tab([0, 1]), tab([1, 1])]).toEqual([[true, ["moveCursor", [0, 1]]], [true, ["moveCursor", [1, 1]]], [false]]);
  expect([tab(null, true), tab([1, 1], true), tab([0, 1], true)]).toEqual([[true, ["moveCursor", [1, 1]]], [true, ["moveCursor", [0, 1]]], [false]]);
});
