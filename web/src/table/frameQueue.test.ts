import { expect, test } from "vitest";

import { FrameQueue } from "./frameQueue";

const settled = () => new Promise((then) => setTimeout(then));

function queueWith(rolls: (items: readonly string[]) => Promise<void> | null, rests: () => Promise<void> | null = () => null) {
  const shown: string[] = [];
  const show = (frame: { items: readonly string[] } | { now: string }) => {
    shown.push(...("items" in frame ? frame.items : [frame.now]));
    if ("items" in frame && frame.items.includes("panel")) queue.hold();
  };
  const queue: FrameQueue<string, string> = new FrameQueue(show, rolls, rests);
  return { queue, shown };
}

test("dice roll before what they made is shown, and all that follows waits", async () => {
  let land = () => {};
  const { queue, shown } = queueWith((items) => (items[0] === "dice" ? new Promise((then) => (land = then)) : null));
  queue.push({ items: ["dice"] }, true);
  queue.push({ now: "after" }, true);
  await settled();
  expect(shown).toEqual([]);
  land();
  await settled();
  expect(shown).toEqual(["dice", "after"]);
});

test("what was missed is shown at once, in its order", async () => {
  const { queue, shown } = queueWith(() => new Promise(() => {}));
  queue.push({ items: ["one"] }, true);
  queue.push({ items: ["two"] }, false);
  expect(shown).toEqual(["one", "two"]);
});

test("who is in a hurry sees everything once, although dice were in the air", async () => {
  let land = () => {};
  const { queue, shown } = queueWith(() => new Promise((then) => (land = then)));
  queue.push({ items: ["one"] }, true);
  queue.push({ items: ["two"] }, true);
  queue.flush();
  land();
  await settled();
  queue.push({ items: ["three"] }, false);
  expect(shown).toEqual(["one", "two", "three"]);
});

test("when much waits, no dice are waited for", async () => {
  const { queue, shown } = queueWith((items) => (items[0] === "0" ? settled().then(() => {}) : new Promise(() => {})));
  for (let k = 0; k < 9; k++) queue.push({ items: [`${k}`] }, true);
  await settled();
  await settled();
  expect(shown.slice(0, 3)).toEqual(["0", "1", "2"]);
});

test("what follows a panel waits until it is read, however much and however hurried", async () => {
  const { queue, shown } = queueWith(() => null);
  queue.push({ items: ["panel"] }, true);
  for (let k = 0; k < 9; k++) queue.push({ now: `${k}` }, true);
  queue.flush();
  await settled();
  expect(shown).toEqual(["panel"]);
  queue.release();
  await settled();
  expect(shown).toHaveLength(10);
  expect(queue.hasMore).toBe(false);
});

test("what has waited is shown look by look, and at once for who is in a hurry", async () => {
  let rested = () => {};
  const { queue, shown } = queueWith(() => null, () => new Promise((then) => (rested = then)));
  queue.push({ items: ["panel"] }, true);
  for (const now of ["1", "2", "3"]) queue.push({ now }, true);
  await settled();
  queue.release();
  await settled();
  expect(shown).toEqual(["panel", "1"]);
  rested();
  await settled();
  expect(shown).toEqual(["panel", "1", "2"]);
  queue.flush();
  rested();
  await settled();
  expect(shown).toEqual(["panel", "1", "2", "3"]);
});

test("a second panel among what has waited makes the rest wait again", async () => {
  const { queue, shown } = queueWith(() => null);
  queue.push({ items: ["panel"] }, true);
  for (const items of [["panel"], ["after"]]) queue.push({ items }, true);
  await settled();
  queue.release();
  await settled();
  expect(shown).toEqual(["panel", "panel"]);
});

test("who has been away is kept waiting by no panel", async () => {
  const { queue, shown } = queueWith(() => null);
  queue.push({ items: ["panel"] }, true);
  queue.push({ now: "after" }, true);
  await settled();
  queue.push({ items: ["missed"] }, false);
  expect(shown).toEqual(["panel", "after", "missed"]);
});

test("while dice roll nothing overtakes them, whatever comes", async () => {
  let land = () => {};
  let rolled = 0;
  const { queue, shown } = queueWith((items) => (items[0] === "dice" ? (rolled++, new Promise((then) => (land = then))) : null));
  queue.push({ items: ["dice"] }, true);
  queue.push({ now: "1" }, true);
  queue.push({ items: ["more"] }, true);
  await settled();
  expect([shown, rolled]).toEqual([[], 1]);
  land();
  await settled();
  expect(shown).toEqual(["dice", "1", "more"]);
});

test.each([[5, true], [6, false]])("of %i frames that wait the first rolls its dice: %s", async (count, isRolled) => {
  let isHeld = true;
  const rolled: string[] = [];
  const { queue } = queueWith((items) => (rolled.push(items[0]!), isHeld ? new Promise((then) => ((isHeld = false), setTimeout(then))) : null));
  queue.push({ items: ["first"] }, true); // while its dice roll, others come
  for (let k = 1; k <= count; k++) queue.push({ items: [`${k}`] }, true);
  await settled();
  await settled();
  expect(rolled.includes("1")).toBe(isRolled);
});

test("only what waited behind a panel is shown with pauses: after a state, if more waits, and not what comes later", async () => {
  let pauses = 0;
  const { queue, shown } = queueWith(() => null, () => (pauses++, Promise.resolve()));
  queue.push({ now: "0" }, true);
  queue.push({ items: ["panel"] }, true);
  queue.push({ items: ["a"] }, true);
  queue.push({ now: "1" }, true);
  queue.push({ now: "2" }, true);
  await settled();
  expect(pauses).toBe(0);
  queue.release();
  await settled();
  expect([shown, pauses]).toEqual([["0", "panel", "a", "1", "2"], 1]);
  for (const now of ["3", "4"]) queue.push({ now }, true);
  await settled();
  expect([shown.length, pauses]).toEqual([7, 1]);
});
