import { expect, test } from "vitest";

import { boundingBox, boxesAround, boxesInside, overlaps, placeBoxes, separate } from "./labels";
import { distance } from "./plane";

test("discs that are alone stay where they are", () => {
  const discs = [
    { center: [0, 0], radius: 5 },
    { center: [40, 0], radius: 5 },
  ] as const;
  expect(separate(discs)).toEqual([
    [0, 0],
    [40, 0],
  ]);
});

test("discs that cover one another go apart, even a crowd on one point", () => {
  const crowd = Array.from({ length: 8 }, () => ({ center: [50, 50] as const, radius: 10 }));
  const centers = separate(crowd);
  for (const [i, one] of centers.entries()) {
    for (const other of centers.slice(i + 1)) expect(distance(one, other)).toBeGreaterThan(20);
    expect(distance(one, [50, 50])).toBeLessThan(60);
  }
});

test("a crowd at the edge goes apart without leaving the box, and what stands over the edge stays", () => {
  const box = { x: 0, y: 0, width: 100, height: 100 };
  const crowd = [...Array.from({ length: 6 }, (_, k) => ({ center: [88 + k, 46 + 3 * (k % 3)] as const, radius: 10 })), { center: [4, 4] as const, radius: 10 }];
  const centers = separate(crowd, box);
  for (const [i, one] of centers.slice(0, 6).entries()) {
    expect(one[0]).toBeLessThan(93.5);
    for (const other of centers.slice(i + 1)) expect(distance(one, other)).toBeGreaterThan(20);
  }
  expect(centers[6]).toEqual([4, 4]);
});

test("a crowd is spread the same way every time", () => {
  const crowd = Array.from({ length: 5 }, (_, k) => ({ center: [k, 0] as const, radius: 10 }));
  expect(separate(crowd)).toEqual(separate(crowd));
});

test("names never cover what is taken nor one another, and one without room is left out", () => {
  const obstacles = [{ x: 0, y: 0, width: 20, height: 20 }];
  const candidates = [boxesInside({ x: 0, y: 0, width: 60, height: 30 }, 30, 12), boxesInside({ x: 0, y: 0, width: 60, height: 30 }, 50, 26)];
  const [first, second] = placeBoxes(candidates, obstacles);
  expect(first).not.toBeNull();
  expect(overlaps(first!, obstacles[0]!)).toBe(false);
  expect(second).toBeNull();
});

test("a name that does not fit its zone has no place in it", () => {
  expect(boxesInside({ x: 0, y: 0, width: 20, height: 20 }, 30, 12)).toEqual([]);
});

test("places beside a disc do not touch it", () => {
  const disc = { x: 90, y: 90, width: 20, height: 20 };
  for (const box of boxesAround([100, 100], 10, 40, 18)) expect(overlaps(box, disc)).toBe(false);
});

test("the rectangle round some points", () => {
  expect(boundingBox([[1, 5], [4, 2], [3, 9]])).toEqual({ x: 1, y: 2, width: 3, height: 7 });
});
