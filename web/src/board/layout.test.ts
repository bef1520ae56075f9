import { expect, test } from "vitest";

import { FREE_SCENE, SQUARE_SCENE, token } from "./fixtures";
import { overlaps } from "./labels";
import { layoutOf, radiusOf } from "./layout";
import { distance } from "./plane";
import { Plane } from "./plane";

const VIEW = { x: 100, y: 50, scale: 40 };
const target = (unit: string, chance: number | null) => ({ unit, chance, isPending: false });

test("the radius of a unit goes by the square, on a free table by its own, and it can always be seen", () => {
  const [squares, free] = [new Plane(SQUARE_SCENE), new Plane(FREE_SCENE)];
  const unit = token("u1", 0, 1, 1, 0.5);
  expect([30, 40, 60, 200].map((scale) => Math.round(radiusOf(unit, squares, scale) * 10))).toEqual([132, 144, 216, 340]);
  expect([10, 40, 100].map((scale) => radiusOf(unit, free, scale))).toEqual([10, 20, 34]);
});

test("on squares each unit stands in the middle of its square", () => {
  const { units } = layoutOf(SQUARE_SCENE, new Plane(SQUARE_SCENE), VIEW, []);
  expect(units.map(({ item, anchor, center }) => [item.unit, anchor, center])).toEqual(
    [["r1", [120, 150]], ["r2", [160, 150]], ["b1", [200, 110]], ["b2", [120, 70]]].map(([unit, at]) => [unit, at, at]),
  );
});

test("on a free table units and marks that would hide one another go apart, and their places stay told", () => {
  const { units, marks } = layoutOf(FREE_SCENE, new Plane(FREE_SCENE), VIEW, []);
  expect(units.map((one) => one.anchor)).toEqual([[180, 170], [420, 170]]);
  expect(marks.map((one) => one.anchor)).toEqual([[180, 178]]);
  expect(units[1]!.center).toEqual([420, 170]);
  expect(distance(units[0]!.center, marks[0]!.center)).toBeGreaterThan(units[0]!.radius + marks[0]!.radius);
});

test("chances stand beside their units, not over one, and only where there is one of a unit that is there", () => {
  const { chances, units } = layoutOf(SQUARE_SCENE, new Plane(SQUARE_SCENE), VIEW, [target("b1", 0.5), target("b2", null), target("r9", 0.5), target("r1", 0.1)]);
  expect(chances.map((one) => one.target.unit)).toEqual(["b1", "r1"]);
  for (const { box } of chances) {
    for (const { center, radius } of units) expect(overlaps(box, { x: center[0] - radius, y: center[1] - radius, width: 2 * radius, height: 2 * radius })).toBe(false);
  }
  const b1 = units.find((one) => one.item.unit === "b1")!;
  const [box] = [chances[0]!.box];
  expect(distance([box.x + box.width / 2, box.y + box.height / 2], b1.center)).toBeLessThan(50);
  expect(overlaps(chances[0]!.box, chances[1]!.box)).toBe(false);
});

test("dangers are told at their place, each enemy with its chance, the texts beside one another", () => {
  const dangers = [
    { spot: [5, 3] as const, enemies: [{ letters: "U2", chance: 0.4 }, { letters: "U3", chance: 0.25 }] },
    { spot: [5, 3.1] as const, enemies: [{ letters: "U4", chance: 0.1 }] },
  ];
  const placed = layoutOf(FREE_SCENE, new Plane(FREE_SCENE), VIEW, [], dangers).dangers;
  expect(placed.map((one) => [one.text, one.anchor.map(Math.round)])).toEqual([["U2 40% · U3 25%", [300, 170]], ["U4 10%", [300, 166]]]);
  expect(overlaps(placed[0]!.box, placed[1]!.box)).toBe(false);
});

test("zones have their names on the board; on a free table not where that is small", () => {
  const named = (scale: number) => layoutOf(FREE_SCENE, new Plane(FREE_SCENE), { ...VIEW, scale }, []).labels;
  expect(named(40).map((one) => one.text)).toEqual(["north yard"]);
  const { x, y, width, height } = named(40)[0]!.box;
  expect(x >= 100 && x + width <= 500 && y >= 50 && y + height <= 170).toBe(true);
  expect(named(8.9)).toEqual([]);
  expect(layoutOf(SQUARE_SCENE, new Plane(SQUARE_SCENE), { ...VIEW, scale: 100 }, []).labels.map((one) => one.text)).toEqual(["south"]);
});

test("of areas only those have a name on the board that no letters and no legend explain", () => {
  const area = (kind: string, name: string, letters = "") => ({ is: "area" as const, name, kind, points: [[0, 0], [10, 0], [10, 6], [0, 6]] as const, letters, notes: [] });
  const scene = { ...FREE_SCENE, tokens: [], ground: { ...FREE_SCENE.ground!, marks: [], areas: [area("site", "alpha"), area("site", "beta", "B"), area("woods", "elms"), area("zone", "gate", "G")] } };
  expect(layoutOf(scene, new Plane(scene), VIEW, []).labels.map((one) => one.text)).toEqual(["alpha", "gate"]);
});
