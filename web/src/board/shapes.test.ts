import { expect, test } from "vitest";

import { areaClass, inDrawingOrder, lookOf } from "./areas";
import { token } from "./fixtures";
import { SHAPES, colourNumber, colourOf, outlineOf, shapeOf } from "./shapes";
import { isCounted, signRadius, signSpot } from "./signs";
import { distance } from "./plane";
import type { Area, Badge } from "../api/messages";

test("units of a team have its colour, others that of their slot; the shape is that of the side", () => {
  const unit = { ...token("r1", 2, 0, 0), side: 1 };
  expect([colourOf(unit), colourNumber(unit), shapeOf(unit)]).toEqual([2, 3, "square"]);
  const member = { ...unit, team: 0 };
  expect([colourOf(member), colourNumber(member), shapeOf(member)]).toEqual([0, 1, "square"]);
});

test("colours and shapes begin anew after the fourth, and a unit of nobody has the first", () => {
  const of = (side: number) => ({ ...token("r1", side, 0, 0), side });
  expect([-1, 0, 3, 4, 5].map((side) => colourNumber(of(side)))).toEqual([1, 1, 4, 1, 2]);
  expect([-1, 0, 1, 2, 3, 4].map((side) => shapeOf(of(side)))).toEqual(["circle", ...SHAPES, "circle"]);
});

test("every shape stays about the circle of its radius, and grows with it", () => {
  for (const shape of SHAPES) {
    const numbers = (r: number) => [...outlineOf(shape, r).matchAll(/-?\d+(\.\d+)?/g)].map(([one]) => Number(one));
    const [small, large] = [numbers(10), numbers(20)];
    expect(Math.max(...small)).toBeGreaterThanOrEqual(9);
    expect(Math.max(...small)).toBeLessThanOrEqual(12);
    expect(Math.min(...small)).toBeLessThanOrEqual(-8);
    if (shape !== "circle") small.forEach((one, k) => expect(large[k]).toBeCloseTo(2 * one, 2));
  }
  expect(outlineOf("diamond", 10)).toContain("Q0 -11.6 ");
});

test("signs stand around a unit, apart from one another, and no sign is smaller than can be seen", () => {
  const spots = Array.from({ length: 9 }, (_, k) => signSpot(k, 20));
  expect(spots[0]!.map(Math.round)).toEqual([16, -16]); // the upper right comes first
  expect(spots[1]![0]).toBeGreaterThan(20);
  for (const [k, spot] of spots.entries()) {
    expect(distance(spot, [0, 0])).toBeCloseTo(20 + signRadius(20) * 0.3);
    for (const other of spots.slice(k + 1)) expect(distance(spot, other)).toBeGreaterThan(10);
  }
  expect(signSpot(9, 20)).toEqual(spots[0]);
  expect([signRadius(4), signRadius(14), signRadius(40)]).toEqual([5.5, 7, 9]);
  expect([isCounted({ count: 0 } as Badge), isCounted({ count: 1 } as Badge)]).toEqual([false, true]);
});

test("what is drawn over the ground: zones lie lowest, smoke on top; a strange kind is drawn as a site", () => {
  const area = (kind: string) => ({ kind }) as Area;
  const kinds = ["smoke", "block", "low", "site", "woods", "zone"];
  expect(inDrawingOrder(kinds.map(area)).map((one) => one.kind)).toEqual([...kinds].reverse());
  expect([areaClass("woods"), areaClass("lava"), lookOf("lava")]).toEqual(["woods", "site", lookOf("site")]);
  expect([lookOf("woods").isGround, lookOf("site").isGround, lookOf("zone").isGround]).toEqual([true, false, false]);
});
