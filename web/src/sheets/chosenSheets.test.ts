// Choices of sheets that cross: the last one counts, for the match as it is.
import { beforeEach, expect, test } from "vitest";

import { MemoryStorage } from "../api/fixtures";
import type { SheetForm, SheetQuestion, SheetReport } from "../api/messages";
import { ChosenSheets } from "./chosenSheets.svelte";
import { savedSheets } from "./saved";

const USES = [{ option: "one", title: "the first" }, { option: "other", title: "the second" }];
const FORM: SheetForm = { id: "crew", title: "Crew", meaning: "", unit: "points", uses: USES, fields: [], empty: {} as never, ready: [], largest: 100 };

let asked: { question: SheetQuestion; answer: (change?: object) => Promise<void> }[];
let options: [string, string | null][];
let shelf: Storage;
let plan: { scenario: string; options: Record<string, string>; packs: string[]; usual: Record<string, string> };
let sheets: ChosenSheets;

beforeEach(() => {
  [asked, options, shelf] = [[], [], new MemoryStorage()];
  plan = { scenario: "street", options: { x: "1" }, packs: ["p"], usual: { one: "guards", other: "guards" } };
  const check = (question: SheetQuestion) =>
    new Promise<SheetReport>((done) => {
      const fits = { title: "Mine", text: JSON.stringify(question.value), problems: [], summary: "4 of 12", fits: true };
      const answer = async (change: object = {}) => {
        asked = asked.filter((one) => one.question !== question);
        done({ ...fits, ...change } as unknown as SheetReport);
        for (let k = 0; k < 6; k++) await Promise.resolve();
      };
      asked.push({ question, answer });
    });
  sheets = new ChosenSheets("g", FORM, () => plan, check, (option, value) => options.push([option, value]), shelf);
});

const NOT = { fits: false, problems: [{ sentence: "too many", clause: "X-1", code: "POINTS_EXCEEDED", forbids: true }] };
const ids = () => USES.map((use) => sheets.idFor(use));

test("of two sheets that are picked for a use the last is played, whichever is checked first", async () => {
  void sheets.pick("one", "a", "a");
  void sheets.pick("one", "b", "b");
  const [first, second] = asked;
  await second!.answer();
  await first!.answer();
  expect([ids(), options]).toEqual([["b", "guards"], [["one", '"b"']]]);
  void sheets.pick("one", "a", "a");
  void sheets.pick("one", "b", "b");
  await asked[1]!.answer();
  await asked[0]!.answer(NOT);
  expect([ids(), sheets.problems["one"]]).toEqual([["b", "guards"], null]);
});

test("picks for different uses do not hinder each other; each is checked beside the other", async () => {
  void sheets.pick("one", "a", "a");
  void sheets.pick("other", "b", "b");
  await asked[0]!.answer();
  await asked[0]!.answer();
  expect(ids()).toEqual(["a", "b"]);
  void sheets.pick("one", "c", "c");
  expect(asked[0]!.question).toEqual({ option: "one", scenario: "street", options: { x: "1", other: '"b"' }, packs: ["p"], value: "c", adapt: false });
});

test("a sheet that could be made to suit is; one with too many points is not asked about again", async () => {
  void sheets.pick("one", "a", "a");
  await asked[0]!.answer({ ...NOT, problems: [{ ...NOT.problems[0], code: "PLACE" }] });
  expect(asked[0]!.question.adapt).toBe(true);
  await asked[0]!.answer({ text: "suited" });
  expect(options).toEqual([["one", "suited"]]);
  void sheets.pick("one", "b", "b");
  await asked[0]!.answer(NOT);
  expect([asked, ids()[0], sheets.problems["one"]]).toEqual([[], "a", { sentence: "Mine cannot be played here: too many", clause: "X-1" }]);
  void sheets.pick("one", "c", "c");
  await asked[0]!.answer();
  expect(sheets.problems["one"]).toBeNull();
});

test("for another match all that was chosen is chosen again, use by use, without what was chosen for the one before", async () => {
  void sheets.pick("one", "a", "a");
  await asked[0]!.answer();
  void sheets.pick("other", "b", "b");
  await asked[0]!.answer();
  plan = { ...plan, scenario: "yard" };
  void sheets.suit();
  expect([ids(), asked.map((one) => one.question)]).toEqual([["guards", "guards"], [expect.objectContaining({ option: "one", scenario: "yard", options: { x: "1" } })]]);
  await asked[0]!.answer();
  await asked[0]!.answer(NOT);
  expect([ids(), sheets.problems["other"]?.clause]).toEqual([["a", "guards"], "X-1"]);
});

test("where the match changes twice, each sheet is chosen again for the last one, and none is lost", async () => {
  for (const option of ["one", "other"]) {
    void sheets.pick(option, option, option);
    await asked[0]!.answer();
  }
  for (const scenario of ["yard", "farm"]) {
    plan = { ...plan, scenario };
    void sheets.suit();
  }
  const [late, ...rest] = asked;
  expect(rest.map((one) => one.question.scenario)).toEqual(["farm"]);
  await rest[0]!.answer();
  await late!.answer(NOT);
  expect(asked.map((one) => [one.question.option, one.question.scenario])).toEqual([["other", "farm"]]);
  await asked[0]!.answer();
  expect([ids(), sheets.problems["one"]]).toEqual([["one", "other"], null]);
  options = [];
  plan = { ...plan, scenario: "hill" };
  void sheets.suit();
  await asked[0]!.answer();
  await asked[0]!.answer();
  expect([asked, options.map(([option]) => option)]).toEqual([[], ["one", "other"]]);
});

test("what is forgotten while it is checked again is not played", async () => {
  void sheets.edit("one", true);
  await asked[0]!.answer({ value: {} });
  void sheets.use("one");
  await asked[0]!.answer();
  const key = ids()[0]!;
  expect([savedSheets("g", "crew", shelf).map((one) => one.key), sheets.editing]).toEqual([[key], null]);
  void sheets.pick("one", {}, key);
  sheets.forget(key);
  await asked[0]!.answer();
  expect([ids()[0], options.at(-1), savedSheets("g", "crew", shelf)]).toEqual(["guards", ["one", null], []]);
});

test("what was forgotten does not come back with another match", async () => {
  void sheets.pick("one", "a", "a");
  await asked[0]!.answer();
  void sheets.suit();
  await asked[0]!.answer();
  sheets.forget("a");
  void sheets.suit();
  expect([asked, ids()[0]]).toEqual([[], "guards"]);
});

test("why a sheet cannot be played is told no longer once another is written", async () => {
  void sheets.pick("one", "a", "a");
  await asked[0]!.answer(NOT);
  expect(sheets.problems["one"]?.clause).toBe("X-1");
  void sheets.edit("one", true);
  expect(sheets.problems["one"]).toBeNull();
});

test("nothing is chosen any more once the match is no longer being made", async () => {
  void sheets.pick("one", "a", "a");
  sheets.close();
  await asked[0]!.answer();
  expect([ids()[0], options]).toEqual(["guards", []]);
});
