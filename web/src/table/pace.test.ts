import { expect, test } from "vitest";

import { Pace } from "./pace";

const settled = () => new Promise((then) => setTimeout(then));

function paced(rolls: (items: readonly string[]) => Promise<void> | null, rests: () => Promise<void> | null = () => null) {
  const shown: string[] = [];
  const show = (frame: { items: readonly string[] } | { now: string }) => {
    shown.push(...("items" in frame ? frame.items : [frame.now]));
    if ("items" in frame && frame.items.includes("panel")) pace.hold();
  };
  const pace: Pace<string, string> = new Pace(show, rolls, rests);
  return { pace, shown };
}

test("dice roll before what they made is shown, and all that follows waits", async () => {
  let land = () => {};
  const { pace, shown } = paced((items) => (items[0] === "dice" ? new Promise((then) => (land = then)) : null));
  pace.take({ items: ["dice"] }, true);
  pace.take({ now: "after" }, true);
  await settled();
  expect(shown).toEqual([]);
  land();
  await settled();
  expect(shown).toEqual(["dice", "after"]);
});

test("what was missed is shown at once, in its order", async () => {
  const { pace, shown } = paced(() => new Promise(() => {}));
  pace.take({ items: ["one"] }, true);
  pace.take({ items: ["two"] }, false);
  expect(shown).toEqual(["one", "two"]);
});

test("who is in a hurry sees everything once, although dice were in the air", async () => {
  let land = () => {};
  const { pace, shown } = paced(() => new Promise((then) => (land = then)));
  pace.take({ items: ["one"] }, true);
  pace.take({ items: ["two"] }, true);
  pace.hurry();
  land();
  await settled();
  pace.take({ items: ["three"] }, false);
  expect(shown).toEqual(["one", "two", "three"]);
});

test("when much waits, no dice are waited for", async () => {
  const { pace, shown } = paced((items) => (items[0] === "0" ? settled().then(() => {}) : new Promise(() => {})));
  for (let k = 0; k < 9; k++) pace.take({ items: [`${k}`] }, true);
  await settled();
  await settled();
  expect(shown.slice(0, 3)).toEqual(["0", "1", "2"]);
});

test("what follows a panel waits until it is read, however much and however hurried", async () => {
  const { pace, shown } = paced(() => null);
  pace.take({ items: ["panel"] }, true);
  for (let k = 0; k < 9; k++) pace.take({ now: `${k}` }, true);
  pace.hurry();
  await settled();
  expect(shown).toEqual(["panel"]);
  pace.release();
  await settled();
  expect(shown).toHaveLength(10);
  expect(pace.behind).toBe(false);
});

test("what has waited is shown look by look, and at once for who is in a hurry", async () => {
  let rested = () => {};
  const { pace, shown } = paced(() => null, () => new Promise((then) => (rested = then)));
  pace.take({ items: ["panel"] }, true);
  for (const now of ["1", "2", "3"]) pace.take({ now }, true);
  await settled();
  pace.release();
  await settled();
  expect(shown).toEqual(["panel", "1"]);
  rested();
  await settled();
  expect(shown).toEqual(["panel", "1", "2"]);
  pace.hurry();
  rested();
  await settled();
  expect(shown).toEqual(["panel", "1", "2", "3"]);
});

test("a second panel among what has waited makes the rest wait again", async () => {
  const { pace, shown } = paced(() => null);
  pace.take({ items: ["panel"] }, true);
  for (const items of [["panel"], ["after"]]) pace.take({ items }, true);
  await settled();
  pace.release();
  await settled();
  expect(shown).toEqual(["panel", "panel"]);
});

test("who has been away is kept waiting by no panel", async () => {
  const { pace, shown } = paced(() => null);
  pace.take({ items: ["panel"] }, true);
  pace.take({ now: "after" }, true);
  await settled();
  pace.take({ items: ["missed"] }, false);
  expect(shown).toEqual(["panel", "after", "missed"]);
});
