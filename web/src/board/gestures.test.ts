import { beforeEach, expect, test } from "vitest";

import { Gestures, type GestureHandler } from "./gestures";
import type { Spot } from "./overlay";

type Call = readonly [name: string, ...rest: unknown[]];
let calls: Call[];
let isMeasuring: boolean;
let captured: number[];
let gestures: Gestures;
let time: number; // in milliseconds

const BOARD = {
  getBoundingClientRect: () => ({ left: 100, top: 50 }),
  setPointerCapture: (id: number) => captured.push(id),
} as unknown as Element;

/** An event of a pointer, at a place of the board. */
function pointer([x, y]: Spot, id = 1, rest: object = {}): PointerEvent {
  return { currentTarget: BOARD, clientX: x + 100, clientY: y + 50, pointerId: id, pointerType: "touch", button: 0, timeStamp: time, ...rest } as unknown as PointerEvent;
}

beforeEach(() => {
  [calls, captured, isMeasuring, time] = [[], [], false, 0];
  const handler: GestureHandler = {
    tap: (at, touched) => () => calls.push(["tap", at, touched]),
    hover: (at) => calls.push(["hover", at]),
    pan: (dx, dy) => calls.push(["pan", dx, dy]),
    zoom: (factor, at) => calls.push(["zoom", Math.round(factor * 1000) / 1000, at]),
    isMeasuring: () => isMeasuring,
    measure: (from, to) => calls.push(["measure", from, to]),
  };
  gestures = new Gestures(handler);
});

test("a tap is told at its place on the board, and whether a finger made it", () => {
  gestures.down(pointer([30, 40]));
  gestures.up(pointer([30, 40]));
  gestures.down(pointer([5, 6], 2, { pointerType: "mouse" }));
  gestures.up(pointer([5, 6], 2, { pointerType: "mouse" }));
  expect(calls).toEqual([["tap", [30, 40], true], ["tap", [5, 6], false]]);
  expect(captured).toEqual([1, 2]);
});

test.each([[[7, 0], true], [[0, -7], true], [[8, 0], false], [[6, 6], false]] as const)("a finger that slips by %j makes a tap: %s", ([dx, dy], isTap) => {
  gestures.down(pointer([30, 40]));
  gestures.move(pointer([30 + dx, 40 + dy]));
  gestures.up(pointer([30 + dx, 40 + dy]));
  expect(calls.map(([name]) => name)).toEqual(isTap ? ["tap"] : ["pan"]);
});

test("a drag moves the board by what the pointer has moved since, also back within the slack, and is no tap", () => {
  gestures.down(pointer([30, 40]));
  gestures.move(pointer([33, 40]));
  gestures.move(pointer([50, 45]));
  gestures.move(pointer([31, 41]));
  gestures.up(pointer([31, 41]));
  expect(calls).toEqual([["pan", 20, 5], ["pan", -19, -4]]);
  gestures.down(pointer([30, 40]));
  gestures.up(pointer([30, 40]));
  expect(calls.at(-1)).toEqual(["tap", [30, 40], true]);
});

test("with the ruler a drag measures from where it began, and the board stays", () => {
  isMeasuring = true;
  gestures.down(pointer([10, 10]));
  gestures.move(pointer([14, 10]));
  gestures.move(pointer([30, 10]));
  gestures.move(pointer([30, 30]));
  gestures.up(pointer([30, 30]));
  expect(calls).toEqual([["measure", [10, 10], [30, 10]], ["measure", [10, 10], [30, 30]]]);
});

test.each([[1, 2], [2, 1]])("fingers %i and %i that spread come nearer, about their middle, whichever moves; neither taps", (moving, first) => {
  const places: Record<number, Spot> = { 1: [100, 100], 2: [200, 100] };
  for (const id of [1, 2]) gestures.down(pointer(places[id]!, id));
  gestures.move(pointer(moving === 2 ? [300, 100] : [0, 100], moving));
  expect(calls).toEqual([["zoom", 2, moving === 2 ? [200, 100] : [100, 100]], ["pan", moving === 2 ? 50 : -50, 0]]);
  calls = [];
  gestures.move(pointer(moving === 2 ? [200, 100] : [100, 100], moving));
  expect(calls[0]).toEqual(["zoom", 0.5, [150, 100]]);
  calls = [];
  gestures.up(pointer(places[first]!, first));
  gestures.up(pointer(places[moving]!, moving));
  expect(calls).toEqual([]);
});

test("a tap is meant for what was under the finger as it came down, though the board moves before it leaves", () => {
  gestures.down(pointer([30, 40]));
  gestures.up({ ...pointer([30, 40]), currentTarget: { getBoundingClientRect: () => ({ left: 100, top: 102 }) } } as unknown as PointerEvent);
  expect(calls).toEqual([["tap", [30, 40], true]]);
});

test("while a finger rests on the board another taps; the one that rested makes no tap as it leaves", () => {
  gestures.down(pointer([10, 200], 1));
  for (let k = 0; k < 3; k++) {
    time += 400;
    gestures.down(pointer([100 + k, 100], 2));
    time += 60;
    gestures.up(pointer([100 + k, 100], 2));
  }
  gestures.up(pointer([10, 200], 1));
  expect(calls).toEqual([["tap", [100, 100], true], ["tap", [101, 100], true], ["tap", [102, 100], true]]);
});

test("of two quick taps both count, though the second finger lands before the first has left", () => {
  gestures.down(pointer([100, 100], 1));
  time = 100;
  gestures.down(pointer([200, 100], 2));
  time = 130;
  gestures.up(pointer([100, 100], 1));
  gestures.up(pointer([200, 100], 2));
  expect(calls).toEqual([["tap", [100, 100], true], ["tap", [200, 100], true]]);
});

test("a finger that rests and one that comes later pinch once it slips, and neither taps", () => {
  gestures.down(pointer([100, 100], 1));
  time = 400;
  gestures.down(pointer([200, 100], 2));
  gestures.move(pointer([205, 100], 2));
  expect(calls).toEqual([]);
  gestures.move(pointer([300, 100], 2));
  gestures.up(pointer([300, 100], 2));
  gestures.up(pointer([100, 100], 1));
  expect(calls).toEqual([["zoom", 2, [200, 100]], ["pan", 50, 0]]);
});

test("two fingers that touch at once make no tap, and after they have left one does again", () => {
  gestures.down(pointer([100, 100], 1));
  gestures.down(pointer([200, 100], 2));
  gestures.up(pointer([200, 100], 2));
  gestures.up(pointer([100, 100], 1));
  expect(calls).toEqual([]);
  gestures.down(pointer([100, 100], 1));
  gestures.up(pointer([100, 100], 1));
  expect(calls).toEqual([["tap", [100, 100], true]]);
});

test("two fingers on one place zoom by no endless factor, and a third moves the board alone", () => {
  gestures.down(pointer([100, 100], 1));
  gestures.down(pointer([100, 100], 2));
  gestures.move(pointer([101, 100], 2));
  expect(calls[0]).toEqual(["zoom", 5, [100.5, 100]]);
  gestures.down(pointer([50, 50], 3));
  calls = [];
  gestures.move(pointer([60, 50], 3));
  expect(calls).toEqual([["pan", 10, 0]]);
});

test("only the first button chooses; the second drags, others do nothing", () => {
  gestures.down(pointer([10, 10], 1, { button: 1 }));
  gestures.up(pointer([10, 10], 1, { button: 1 }));
  gestures.down(pointer([10, 10], 1, { button: 1 }));
  gestures.move(pointer([30, 10], 1, { button: -1 }));
  gestures.up(pointer([30, 10], 1, { button: 1 }));
  gestures.down(pointer([10, 10], 1, { button: 2 }));
  gestures.up(pointer([10, 10], 1, { button: 2 }));
  expect(calls).toEqual([["pan", 20, 0]]);
  expect(captured).toEqual([1, 1]);
});

test("a pointer that is lost makes no tap, nor one that was never put down", () => {
  gestures.down(pointer([10, 10]));
  gestures.up(pointer([10, 10]), true);
  gestures.up(pointer([10, 10]));
  expect(calls).toEqual([]);
});

test("a mouse hovers until it leaves; a finger does not, nor a mouse that drags", () => {
  gestures.move(pointer([3, 4], 1, { pointerType: "mouse" }));
  gestures.move(pointer([3, 4], 2));
  gestures.leave();
  gestures.down(pointer([3, 4], 1, { pointerType: "mouse" }));
  gestures.move(pointer([4, 4], 1, { pointerType: "mouse" }));
  gestures.leave();
  expect(calls).toEqual([["hover", [3, 4]], ["hover", null]]);
});

test("a wheel that turns up comes nearer at the pointer, by lines faster than by pixels, and the page does not scroll", () => {
  let prevented = 0;
  const wheel = (deltaY: number, deltaMode: number) => gestures.wheel({ currentTarget: BOARD, clientX: 110, clientY: 70, deltaY, deltaMode, preventDefault: () => prevented++ } as unknown as WheelEvent);
  wheel(-100, 0);
  wheel(100, 0);
  wheel(-3, 1);
  expect(calls).toEqual([["zoom", 1.174, [10, 20]], ["zoom", 0.852, [10, 20]], ["zoom", 1.162, [10, 20]]]);
  expect(prevented).toBe(3);
});
