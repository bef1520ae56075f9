import { expect, test } from "vitest";

import type { Area, Scene, Token } from "../api/messages";
import { shortText } from "../play/format";
import { areaTitle, describeAction, describeDistance, describePlace, describeUnit, isInside, splitAtUnits, unitAt, unitName } from "./describe";
import { FREE_SCENE, SQUARE_SCENE, token } from "./fixtures";
import { EMPTY_OVERLAY } from "./overlay";

const called = (...names: readonly (readonly [unit: string, name: string])[]): Scene => ({
  ...SQUARE_SCENE,
  tokens: names.map(([unit, name]) => ({ ...token(unit, 0, 0, 0), name })),
});
const pieces = (scene: Scene, text: string) => splitAtUnits(scene, text).map((piece) => (typeof piece === "string" ? piece : [piece.unit]));

test.each(["Kit (fox", "J.R.", "Åsa", "Zoë", "[x]", "a+b", "Дима", "C:\\dir", "1.", "O'Neil", "*"])("a unit called %s is found in a text, and not within a longer word", (name) => {
  const scene = called(["u1", name], ["u2", "Bo"]);
  expect(pieces(scene, `${name} hits Bo, not Bob; x${name}y and ${name}`)).toEqual([["u1"], " hits ", ["u2"], `, not Bob; x${name}y and `, ["u1"]]);
});

test("of names that begin alike the longest is meant, in whatever order the units stand", () => {
  for (const names of [[["u1", "Ann"], ["u2", "Ann Lee"]], [["u2", "Ann Lee"], ["u1", "Ann"]]] as const) {
    expect(pieces(called(...names), "Ann Lee sees Ann")).toEqual([["u2"], " sees ", ["u1"]]);
  }
});

test("a unit's id is no part of a word in other letters, and those in the reserve are found, too", () => {
  const scene = { ...SQUARE_SCENE, waiting: [token("r9", 0, 0, 0)] };
  expect(pieces(scene, "Ör1 r1é r9 r1.")).toEqual(["Ör1 r1é ", ["r9"], " ", ["r1"], "."]);
  expect(pieces(scene, "")).toEqual([]);
});

test("a text of any names is written with letters of units", () => {
  expect(shortText(called(["u1", "Kit (fox"], ["u2", "J.R."]), "Kit (fox sees J.R.")).toBe("U1 sees U2");
});

test("on squares the unit meant stands on the very square", () => {
  expect(unitAt(SQUARE_SCENE, [2, 1], 9)?.unit).toBe("b1");
  expect([unitAt(SQUARE_SCENE, [2, 0], 9), unitAt(SQUARE_SCENE, [1, 2], 9)]).toEqual([null, null]);
});

test("on a free table the nearest is meant; one that is down only where nobody else is", () => {
  const unit = (name: string, x: number, is_down = false): Token => ({ ...token(name, 0, x, 3, 0.5), is_down });
  const of = (...tokens: Token[]) => ({ ...FREE_SCENE, tokens });
  expect(unitAt(of(unit("far", 3.4), unit("near", 2.9), unit("other", 3.3)), [3, 3])?.unit).toBe("near");
  for (const tokens of [[unit("down", 3, true), unit("up", 3.4)], [unit("up", 3.4), unit("down", 3, true)]]) {
    expect(unitAt(of(...tokens), [3, 3])?.unit).toBe("up");
  }
  expect(unitAt(of(unit("far", 3.4, true), unit("near", 3.1, true)), [3, 3])?.unit).toBe("near");
  expect(unitAt(of(unit("edge", 3.5)), [3, 3])?.unit).toBe("edge");
  expect(unitAt(of(unit("out", 3.51)), [3, 3])).toBeNull();
});

test("a point is inside a shape with a notch or outside of it", () => {
  const notched = [[0, 0], [4, 0], [4, 4], [2, 1], [0, 4]] as const;
  const isIn = (x: number, y: number) => isInside(notched, [x, y]);
  expect([isIn(1, 1), isIn(3, 1), isIn(2, 0.5), isIn(3.9, 3)]).toEqual([true, true, true, true]);
  expect([isIn(2, 2), isIn(5, 1), isIn(-1, 1), isIn(1, -1), isIn(2, 5)]).toEqual([false, false, false, false, false]);
});

test.each([
  ["zone", "north_yard", [], "north yard"],
  ["woods", "elms", ["rough"], "elms (woods), rough"],
  ["woods", "old_woods", [], "old woods"],
  ["woods", "", [], "woods"],
  ["block", "", ["3 high"], "solid, 3 high"],
  ["low", "wall", [], "wall (low cover)"],
  ["site", "bomb site", [], "bomb site"],
  ["site", "A", [], "site A"],
  ["strange", "B", [], "strange B"],
])("an area of kind %s called %j is told as what it is", (kind, name, notes, title) => {
  expect(areaTitle({ is: "area", kind, name, notes, letters: "", points: [] } as unknown as Area)).toBe(title);
});

test("a unit is called by its name, else by its letters, with its title unless that is the same, and its notes", () => {
  const unit = { ...token("r1", 0, 0, 0), notes: ["hurt", "hidden"] };
  expect([unitName(unit), describeUnit(unit)]).toEqual(["R1", "R1 Scout, hurt, hidden"]);
  expect(describeUnit({ ...unit, name: "Scout", notes: [] })).toBe("Scout");
});

test("a place off the squares is told by its number, and only marks within a step are told", () => {
  expect(describePlace(SQUARE_SCENE, [1, 1])).toBe("b2 · woods and river");
  const marked = (y: number) => describePlace({ ...FREE_SCENE, tokens: [] }, [2, y]);
  expect([marked(2.31), marked(2.29)]).toEqual(["2, 2.31 · Knife", "2, 2.29"]);
});

test("what the selected unit can do at a place: first whom it can target, then where it can go", () => {
  const target = (chance: number | null) => ({ ...EMPTY_OVERLAY, targets: [{ unit: "b1", chance, isPending: false }], reach: [[2, 1], [1, 1]] as const });
  expect(describeAction(SQUARE_SCENE, target(null), [2, 1])).toBe("a target");
  expect(describeAction(SQUARE_SCENE, target(0.25), [2, 1])).toBe("a target, 25%");
  expect(describeAction(SQUARE_SCENE, target(0.5), [1, 1])).toBe("in reach");
  expect(describeAction(SQUARE_SCENE, target(0.5), [0, 2])).toBe("");
  const stepping = { ...EMPTY_OVERLAY, circles: [{ center: [1, 1], radius: 2 } as const] };
  expect([describeAction(FREE_SCENE, stepping, [3, 1]), describeAction(FREE_SCENE, stepping, [3.1, 1])]).toEqual(["within a step", ""]);
});

test("a distance is told in the table's unit, on squares along both sides", () => {
  expect(describeDistance(FREE_SCENE, [1, 1], [4, 5])).toBe("5 MU");
  expect(describeDistance(SQUARE_SCENE, [2, 0], [0, 1])).toBe("2 across, 1 up");
});
