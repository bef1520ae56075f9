import { expect, test } from "vitest";

import type { Plot } from "../api/messages";
import { BOTTOM, HEIGHT, LEFT, WIDTH, amountText, axisOf, chartOf, curveText, lineOf, xOf, yOf } from "./plot";

const plot = (...points: (readonly [number, number])[]): Plot => ({ name: "Jo", points });

test("an axis has round ticks that hold all its numbers, no more than wanted", () => {
  expect(axisOf([0, 60]).ticks).toEqual([0, 10, 20, 30, 40, 50, 60]);
  expect(axisOf([3, 17], 5)).toEqual({ low: 0, high: 20, ticks: [0, 5, 10, 15, 20] });
  expect(axisOf([-3, 4], 5).ticks).toEqual([-4, -2, 0, 2, 4]);
  expect(axisOf([0.1, 0.3], 4).ticks).toEqual([0.1, 0.15, 0.2, 0.25, 0.3]);
  expect(axisOf([2], 8, true).ticks).toEqual([2, 3]);
  expect(axisOf([1, 2], 8, true).ticks).toEqual([1, 2]);
  expect(axisOf([0, 1000], 6).ticks).toEqual([0, 200, 400, 600, 800, 1000]);
});

test("curves are of chances where none is whole, or all between none and one", () => {
  const isChance = (...amounts: number[]) => chartOf([plot(...amounts.map((one, k) => [k, one] as const))]).isChance;
  expect([isChance(0, 0.5, 1), isChance(0, 1), isChance(0.5, 2), isChance(-0.5, 0.5)]).toEqual([true, false, false, false]);
  expect(chartOf([plot([0, 0.5])]).amounts).toEqual({ low: 0, high: 1, ticks: [0, 0.5, 1] });
  expect(chartOf([plot([0, 3], [8, 9])])).toMatchObject({ days: { low: 0, high: 8 }, amounts: { low: 0, high: 10 } });
  expect(chartOf([plot([0, 0.25], [1, 3])]).amounts.ticks).toEqual([0, 1, 2, 3]);
  expect(chartOf([])).toMatchObject({ days: { low: 0, high: 1 }, isChance: false });
});

test("the drawing has its first day at the left, its last at the right, and greater amounts higher", () => {
  const chart = chartOf([plot([0, 0], [10, 10])]);
  expect([xOf(0, chart), xOf(10, chart), xOf(5, chart)]).toEqual([LEFT, WIDTH - 12, (LEFT + WIDTH - 12) / 2]);
  expect([yOf(0, chart), yOf(10, chart), yOf(5, chart)]).toEqual([HEIGHT - BOTTOM, 10, (HEIGHT - BOTTOM + 10) / 2]);
  expect(lineOf(plot([0, 0], [1, 1]), chart)).toBe("44,194 102.4,175.6");
  const later = chartOf([plot([20, 5], [30, 15])]);
  expect([xOf(20, later), yOf(0, later)]).toEqual([LEFT, HEIGHT - BOTTOM]);
});

test("a curve is told by where it begins and ends", () => {
  expect([amountText(0.256, true), amountText(2.346, false), amountText(3, false)]).toEqual(["25.6%", "2.35", "3"]);
  expect(curveText(plot([0, 1], [3.14, 2], [7, 5]), false)).toBe("Jo: 1 on day 0, 5 on day 7");
  expect(curveText(plot(), false)).toBe("Jo: nothing yet");
});
