import { afterEach, beforeEach, expect, test, vi } from "vitest";

import type { SheetQuestion, SheetReport } from "../api/messages";
import { OpenSheet } from "./openSheet.svelte";

const MATCH = { option: "band1", scenario: "farm", options: { x: "1" }, packs: ["p"] };
let asked: SheetQuestion[];
let answers: ((report: Partial<SheetReport>) => void)[];
let fail: ((error: Error) => void)[];
let sheet: OpenSheet;

beforeEach(() => {
  vi.useFakeTimers();
  [asked, answers, fail] = [[], [], []];
  sheet = new OpenSheet((question) => new Promise((done, failed) => (asked.push(question), answers.push(done as never), fail.push(failed))), MATCH, "k");
});
afterEach(() => vi.useRealTimers());

const settled = () => vi.advanceTimersByTimeAsync(0);

test("a sheet begins as the server adapts it, and is checked for its match", async () => {
  void sheet.open({ name: "Mine" });
  expect([asked, sheet.isChecked]).toEqual([[{ ...MATCH, value: { name: "Mine" }, adapt: true }], false]);
  answers[0]!({ value: { name: "Mine", cost: 1 } as never });
  await settled();
  expect([sheet.value, sheet.isChecked, sheet.error]).toEqual([{ name: "Mine", cost: 1 }, true, ""]);
});

test("a change that is pressed is asked about at once and not adapted; what is typed after a rest, and only the last of it", async () => {
  sheet.value = { name: "Mine" };
  void sheet.change(["size"], 2);
  expect(asked).toEqual([{ ...MATCH, value: { name: "Mine", size: 2 } }]);
  answers[0]!({ value: { other: 1 } as never });
  await settled();
  expect([sheet.value, sheet.isChecked]).toEqual([{ name: "Mine", size: 2 }, true]);
  for (const name of ["A", "An", "Ann"]) {
    void sheet.change(["name"], name, true);
    await vi.advanceTimersByTimeAsync(150);
  }
  expect([asked.length, sheet.isChecked]).toEqual([1, false]);
  await vi.advanceTimersByTimeAsync(50);
  expect(asked.slice(1)).toEqual([{ ...MATCH, value: { name: "Ann", size: 2 } }]);
});

test("only the answer to the last question counts, also where it is an error", async () => {
  sheet.value = {};
  void sheet.change(["a"], 1);
  void sheet.change(["a"], 2);
  fail[0]!(new Error("away"));
  answers[1]!({ summary: "second" });
  await settled();
  expect([sheet.report?.summary, sheet.error, sheet.isChecked]).toEqual(["second", "", true]);
  void sheet.change(["a"], 3);
  fail[2]!(new Error("away"));
  await settled();
  expect([sheet.report?.summary, sheet.error, sheet.isChecked]).toEqual(["second", "away", false]);
});

test("entries are added, copied and removed; what the server can fill in is asked for where something came", async () => {
  sheet.value = { people: [{ id: "a", rank: 1 }, { id: "b", rank: 2 }] };
  const fields = [{ name: "id", kind: "text", shape: "one" }, { name: "rank", kind: "number", shape: "one" }] as never;
  void sheet.duplicate(["people"], 1, fields);
  expect(sheet.value).toEqual({ people: [{ id: "a", rank: 1 }, { id: "b", rank: 2 }, { rank: 2 }] });
  void sheet.remove(["people"], 0);
  expect(sheet.value).toEqual({ people: [{ id: "b", rank: 2 }, { rank: 2 }] });
  void sheet.add(["people"]);
  expect(sheet.value).toEqual({ people: [{ id: "b", rank: 2 }, { rank: 2 }, {}] });
  void sheet.adapt();
  expect(asked.map((one) => one.adapt ?? false)).toEqual([true, false, true, true]);
});

test("a file from which no sheet can be read opens none", async () => {
  const opened = sheet.openFile("nonsense");
  expect(asked).toEqual([{ ...MATCH, file: "nonsense", adapt: true }]);
  answers[0]!({ value: null as never });
  expect(await opened).toBe(false);
  const again = sheet.openFile("{}");
  answers[1]!({ value: {} as never });
  expect(await again).toBe(true);
});
