import { expect, test } from "vitest";

import { Pace } from "./pace";

const settled = () => new Promise((then) => setTimeout(then));

function paced(rolls: (items: readonly string[]) => Promise<void> | null) {
  const shown: string[] = [];
  const pace = new Pace<string, string>((frame) => shown.push(...("items" in frame ? frame.items : [frame.now])), rolls);
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
