import { expect, test } from "vitest";

import { centerOn, fitAll, fromScreen, panBy, reveal, rulerTicks, toScreen, zoomBy } from "./viewport";

const ROOM = { width: 800, height: 600 };
const NONE = { left: 0, right: 0, top: 0, bottom: 0 };

test("a drawing is fitted into what the margins leave, and stands in its middle", () => {
  expect(fitAll({ width: 10, height: 6 }, ROOM, NONE)).toEqual({ x: 10, y: 66, scale: 78 });
  expect(fitAll({ width: 10, height: 6 }, ROOM, { left: 100, right: 50, top: 20, bottom: 10 })).toEqual({ x: 110, y: 116, scale: 63 });
  expect(fitAll({ width: 6, height: 10 }, ROOM, NONE, 50)).toEqual({ x: 250, y: 50, scale: 50 });
});

test("a small drawing is not blown up, and without any room the scale is still one", () => {
  expect(fitAll({ width: 2, height: 2 }, ROOM, NONE)).toEqual({ x: 280, y: 180, scale: 120 });
  expect(fitAll({ width: 2, height: 2 }, { width: 10, height: 10 }, NONE)).toEqual({ x: 4, y: 4, scale: 1 });
});

test("places of the screen and of the drawing lead to each other, by the place and scale of the view", () => {
  const view = { x: 30, y: 40, scale: 50 };
  expect(toScreen(view, [2, 3])).toEqual([130, 190]);
  expect(fromScreen(view, [130, 190])).toEqual([2, 3]);
});

test("what is under the pointer stays there, and there is a nearest and a farthest", () => {
  const view = { x: 30, y: 40, scale: 50 };
  expect(zoomBy(view, 2, [130, 190], 10)).toEqual({ x: -70, y: -110, scale: 100 });
  expect(zoomBy(view, 0.5, [130, 190], 10)).toEqual({ x: 80, y: 115, scale: 25 });
  expect(zoomBy(view, 99, [130, 190], 10).scale).toBe(120);
  expect(zoomBy(view, 0.01, [130, 190], 10).scale).toBe(10);
  expect(toScreen(zoomBy(view, 99, [130, 190], 10), [2, 3])).toEqual([130, 190]);
});

test("the board moves by what it is dragged, up to 80 pixels that stay in sight at each edge", () => {
  const view = { x: 0, y: 0, scale: 50 };
  const by = (dx: number, dy: number) => panBy(view, dx, dy, { width: 10, height: 6 }, ROOM);
  expect(by(15, -25)).toEqual({ x: 15, y: -25, scale: 50 });
  expect(by(9999, 9999)).toEqual({ x: 720, y: 520, scale: 50 });
  expect(by(-9999, -9999)).toEqual({ x: -420, y: -220, scale: 50 });
});

test("what matters comes to the middle of what the margins leave, unless the table would leave a gap", () => {
  const view = { x: 0, y: 0, scale: 100 };
  const drawing = { width: 20, height: 20 };
  const free = { left: 100, right: 0, top: 0, bottom: 200 };
  expect(centerOn(view, [10, 10], drawing, ROOM, free)).toEqual({ x: -550, y: -800, scale: 100 });
  expect(centerOn(view, [0, 0], drawing, ROOM, free)).toEqual({ x: 110, y: 10, scale: 100 });
  expect(centerOn(view, [20, 20], drawing, ROOM, free)).toEqual({ x: -1210, y: -1610, scale: 100 });
  expect(centerOn(view, [1, 1], { width: 2, height: 2 }, ROOM, free)).toEqual({ x: 350, y: 100, scale: 100 });
});

test("a place outside comes to the margin by the shortest way, on each side", () => {
  const view = { x: 5, y: 6, scale: 50 };
  const by = (x: number, y: number) => reveal(view, [x, y], ROOM, 48);
  expect(by(20, 300)).toEqual({ x: 33, y: 6, scale: 50 });
  expect(by(790, 300)).toEqual({ x: -33, y: 6, scale: 50 });
  expect(by(400, 0)).toEqual({ x: 5, y: 54, scale: 50 });
  expect(by(400, 600)).toEqual({ x: 5, y: -42, scale: 50 });
  expect(by(48, 552)).toEqual(view);
});

test("the numbers of a ruler are 1, 2, 5, 10 ... apart, with the last that is still on it", () => {
  expect(rulerTicks(4, 36)).toEqual([0, 1, 2, 3, 4]);
  expect(rulerTicks(5, 18)).toEqual([0, 2, 4]);
  expect(rulerTicks(12, 7.2)).toEqual([0, 5, 10]);
  expect(rulerTicks(500, 0.1)).toEqual([0, 200, 400]);
});
