import { expect, test } from "vitest";

import { pathBetween } from "./glide";
import { borderPath, motifsOf, groundsOf, zonesOf } from "./motifs";
import { Plane, readableLength, parsePoint, formatLength } from "./plane";
import { FREE_SCENE, SQUARE_SCENE } from "./fixtures";
import { outlineOf, shapeOf } from "./shapes";
import { centerOn, fitAll, fromScreen, toScreen, panBy, reveal, rulerTicks, zoomBy } from "./viewport";
import { describePlace, isInside, splitAtUnits, describeUnit, unitAt } from "./describe";
import { shortText } from "../play/format";

const ROOM = { width: 800, height: 600 };
const NONE = { left: 0, right: 0, top: 0, bottom: 0 };

test("squares count from the south-west and are drawn from the north-west", () => {
  const plane = new Plane(SQUARE_SCENE);
  expect(plane.toDrawing([0, 0])).toEqual([0.5, 2.5]);
  expect(plane.placeAt([0.2, 2.9])).toEqual([0, 0]);
  expect(plane.placeAt([2.9, 0.1])).toEqual([2, 2]);
  expect(plane.placeAt([3.1, 0])).toBeNull();
});

test("every square and point is found by its name", () => {
  const plane = new Plane(SQUARE_SCENE);
  for (const cell of SQUARE_SCENE.cells) expect(plane.spotNamed(plane.name([cell.x, cell.y]))).toEqual([cell.x, cell.y]);
  expect(plane.spotNamed("z9")).toBeNull();
  expect(new Plane(FREE_SCENE).spotNamed("2.5,0.000001")).toEqual([2.5, 0.000001]);
});

test("points are written without needless zeros and read back", () => {
  expect(formatLength(12.5)).toBe("12.5");
  expect(formatLength(-0.0000004)).toBe("0");
  expect(readableLength(3.14159)).toBe("3.14");
  expect(parsePoint(".5,-2")).toEqual([0.5, -2]);
  expect(parsePoint("1,two")).toBeNull();
  expect(parsePoint("1")).toBeNull();
});

test("what is fitted is all in the room, and the point under the pointer stays when it comes nearer", () => {
  const view = fitAll({ width: 10, height: 6 }, ROOM, NONE);
  const [right, below] = toScreen(view, [10, 6]);
  expect(right).toBeLessThanOrEqual(800);
  expect(below).toBeLessThanOrEqual(600);
  const before = fromScreen(view, [300, 200]);
  const [x, y] = fromScreen(zoomBy(view, 1.1, [300, 200], 1), [300, 200]);
  expect(x).toBeCloseTo(before[0]);
  expect(y).toBeCloseTo(before[1]);
});

test("what is fitted lies in the middle of what is free, and each side keeps its own margin", () => {
  const free = { left: 100, right: 200, top: 50, bottom: 30 };
  expect(fitAll({ width: 10, height: 1 }, ROOM, free)).toEqual({ x: 110, y: 286, scale: 48 });
  expect(fitAll({ width: 1, height: 10 }, ROOM, free)).toEqual({ x: 325, y: 60, scale: 50 });
});

test("a table that is dragged away never leaves the room wholly", () => {
  const view = panBy({ x: 0, y: 0, scale: 50 }, 99_999, -99_999, { width: 10, height: 6 }, ROOM);
  expect(view.x).toBeLessThan(800);
  expect(view.y + 6 * 50).toBeGreaterThan(0);
});

test("a table that is larger than the room fills it, with what matters as near the middle as may be", () => {
  const large = { x: 0, y: 0, scale: 100 };
  expect(centerOn(large, [0, 0], { width: 20, height: 2 }, ROOM, NONE)).toEqual({ x: 10, y: 200, scale: 100 });
  expect(centerOn(large, [10, 1], { width: 20, height: 2 }, ROOM, NONE).x).toBe(-600);
  expect(centerOn(large, [20, 1], { width: 20, height: 2 }, ROOM, NONE).x).toBe(-1210);
});

test("the cursor is brought back into the room", () => {
  const view = { x: 0, y: 0, scale: 50 };
  expect(toScreen(reveal(view, [900, 300], ROOM, 48), [18, 6])[0]).toBe(752);
  expect(reveal(view, [400, 300], ROOM, 48)).toEqual(view);
});

test("the numbers of a ruler keep apart", () => {
  expect(rulerTicks(10, 40)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  expect(rulerTicks(48, 6.5)).toEqual([0, 10, 20, 30, 40]);
});

test("ground of two kinds has both motifs, the commonest none", () => {
  const motifs = motifsOf(SQUARE_SCENE);
  expect(groundsOf(SQUARE_SCENE.cells[4]!).map((word) => motifs.get(word))).toEqual(["trees", "waves"]);
  expect(motifs.has("open ground")).toBe(false);
});

test("ground of which no word is known looks like no water, wood or rock", () => {
  const grounds = ["plain", "plain", "ember", "glass", "fog", "lake"];
  const cells = grounds.map((ground, x) => ({ ...SQUARE_SCENE.cells[0]!, x, y: 0, ground, solid: false }));
  const motifs = motifsOf({ ...SQUARE_SCENE, cells });
  expect(motifs.get("lake")).toBe("waves");
  expect(["ember", "fog", "glass"].map((word) => motifs.get(word))).toEqual(["grid", "crosses", "rings"]);
});

test("a zone is outlined on its outer edges alone", () => {
  const south = zonesOf(SQUARE_SCENE).get("south")!;
  expect(south).toHaveLength(3);
  expect(borderPath(south, 3).match(/M/g)).toHaveLength(8);
});

test("sides differ in shape, and every shape is a closed path", () => {
  const shapes = [0, 1, 2, 3].map((side) => shapeOf({ ...SQUARE_SCENE.tokens[0]!, side }));
  expect(new Set(shapes).size).toBe(4);
  for (const one of shapes) expect(outlineOf(one, 10)).toMatch(/^M.*Z$/);
});

test("the unit meant on a free table is the nearest that covers the point", () => {
  expect(unitAt(FREE_SCENE, [2.3, 3.2])?.unit).toBe("u1");
  expect(unitAt(FREE_SCENE, [3, 3])).toBeNull();
  expect(unitAt(FREE_SCENE, [2.9, 3], 1)?.unit).toBe("u1");
});

test("a place is told in words: its name, who and what is there, and the ground", () => {
  expect(describePlace(SQUARE_SCENE, [0, 0])).toBe("a1 · R1 Scout · open ground, south");
  expect(describePlace(FREE_SCENE, [2, 3.1])).toBe("2, 3.1 · U1 Scout · Knife · north yard");
  expect(describeUnit(SQUARE_SCENE.tokens[2]!)).toBe("B1 Scout");
});

test("a point is inside a shape or not", () => {
  expect(isInside([[0, 0], [4, 0], [0, 4]], [1, 1])).toBe(true);
  expect(isInside([[0, 0], [4, 0], [0, 4]], [3, 3])).toBe(false);
});

test("names of units are told apart from the words round them", () => {
  const found = splitAtUnits(SQUARE_SCENE, "takes out b1, not b11").map((piece) => (typeof piece === "string" ? piece : piece.letters));
  expect(found).toEqual(["takes out ", "B1", ", not b11"]);
  const named = { ...SQUARE_SCENE, tokens: SQUARE_SCENE.tokens.map((one) => ({ ...one, name: `Blue ${one.letters}` })) };
  expect(shortText(named, "b1 goes, Blue B1 stays, Blue B11 too")).toBe("B1 goes, B1 stays, Blue B11 too");
  expect(describeUnit(named.tokens[2]!)).toBe("Blue B1 Scout");
});

test("who moves goes along the trail that leads there, else straight", () => {
  const trail = [[0, 0], [1, 0], [1, 1], [2, 1]] as const;
  expect(pathBetween([0, 0], [2, 1], trail)).toEqual([[0, 0], [1, 0], [1, 1], [2, 1]]);
  expect(pathBetween([1, 0], [2, 1], trail)).toEqual([[1, 0], [1, 1], [2, 1]]);
  expect(pathBetween([5, 5], [2, 1], trail)).toEqual([[5, 5], [2, 1]]);
});
