import { expect, test } from "vitest";

import type { SheetForm, SheetQuestion, SheetReport } from "../api/messages";
import { ChosenSheets } from "./chosenSheets.svelte";
import { OpenSheet } from "./openSheet.svelte";
import { forgetSheet, saveSheet, savedSheets } from "./saved";
import { type Json, listAt } from "./value";

const READY = { id: "guards", title: "Guards", option: "one", total: 8, value: { name: "Guards", people: ["a", "b"] } as never };
const USES = [{ option: "one", title: "the first" }, { option: "other", title: "the second" }];
const FORM: SheetForm = { id: "crew", title: "Crew", meaning: "", unit: "points", uses: USES, fields: [], empty: { name: "Mine", people: [] } as never, ready: [READY], largest: 100 };
const LIMIT = 3;

/** A server that allows so many people, and gives one a name where it adapts. */
function answer(question: SheetQuestion): SheetReport {
  const value = (question.file ? JSON.parse(question.file) : question.value) as Json;
  const people = listAt(value, ["people"]).map((one) => (question.adapt && typeof one !== "string" ? "named" : one));
  const full = value === null ? null : { ...(value as object), people };
  const tooMany = { path: ["people"], sentence: "too many", clause: "X-1", code: "POINTS_EXCEEDED", forbids: true, for_match: true, line: 0 };
  const fits = people.length <= LIMIT;
  const [total, problems] = [4 * people.length, fits ? [] : [tooMany]];
  return { option: question.option ?? "", title: "Mine", value: full, text: JSON.stringify(full), file: "", problems, costs: [], total, limit: 12, summary: `${total} of 12`, fits };
}

const MATCH = { option: "one", scenario: "street", options: {}, packs: [] };

function store(): Storage {
  const items = new Map<string, string>();
  return { getItem: (key: string) => items.get(key) ?? null, setItem: (key: string, text: string) => void items.set(key, text) } as unknown as Storage;
}

test("a change is checked as it stands; what is added is filled in by the server", async () => {
  const sheet = new OpenSheet(async (question) => answer(question), MATCH, "k");
  await sheet.open({ name: "Mine", people: [] });
  await sheet.add(["people"]);
  expect(sheet.value).toEqual({ name: "Mine", people: ["named"] });
  await sheet.change(["name"], "Ours");
  expect([sheet.report?.summary, sheet.isChecked]).toEqual(["4 of 12", true]);
  for (let k = 0; k < LIMIT; k++) await sheet.duplicate(["people"], 0, []);
  expect([sheet.report?.fits, sheet.report?.problems[0]?.sentence]).toEqual([false, "too many"]);
  await sheet.remove(["people"], 0);
  expect(sheet.report?.fits).toBe(true);
});

test("only the answer to the last change counts, and while somebody types only the last is asked", async () => {
  const asked: ((report: SheetReport) => void)[] = [];
  const sheet = new OpenSheet(() => new Promise((then) => asked.push(then)), MATCH, "k");
  const changes = [sheet.change(["name"], "A"), sheet.change(["name"], "AB")];
  asked[1]!({ ...answer({ value: {} }), summary: "new" });
  asked[0]!({ ...answer({ value: {} }), summary: "old" });
  await Promise.all(changes);
  expect([sheet.value, sheet.report?.summary]).toEqual([{ name: "AB" }, "new"]);
  const typed = [sheet.change(["name"], "ABC", true), sheet.change(["name"], "ABCD", true)];
  await typed[0];
  await expect.poll(() => asked.length).toBe(3);
  asked[2]!({ ...answer({ value: {} }), summary: "typed" });
  await typed[1];
  expect(sheet.report?.summary).toBe("typed");
});

test("sheets are saved in this browser by kind, the newest first, and what is no sheet is passed over", () => {
  const shelf = store();
  const saved = (key: string, kept: number, sheet = "crew") => saveSheet({ key, game: "g", sheet, value: { name: key }, kept }, shelf);
  saved("a", 1);
  saved("b", 2);
  saved("c", 3, "ship");
  saved("a", 4);
  expect(savedSheets("g", "crew", shelf).map((one) => one.key)).toEqual(["a", "b"]);
  forgetSheet("a", shelf);
  expect(savedSheets("g", "crew", shelf).map((one) => one.key)).toEqual(["b"]);
  shelf.setItem("fireteam.sheets", '[{"key": 1}, null]');
  expect(savedSheets("g", "crew", shelf)).toEqual([]);
  shelf.setItem("fireteam.sheets", "{");
  expect(savedSheets("g", "crew", shelf)).toEqual([]);
});

function choosing(shelf = store(), ask: (question: SheetQuestion) => SheetReport = answer) {
  const options: Record<string, string | null> = {};
  const plan = { scenario: "street", options: {}, packs: [], usual: { one: "guards", other: "raiders" } };
  const sheets = new ChosenSheets("g", FORM, () => plan, async (question) => ask(question), (option, value) => (options[option] = value), shelf);
  return { sheets, options };
}

test("a ready-made sheet is played by its id, for another use as text, and the usual one needs no option", async () => {
  const { sheets, options } = choosing();
  expect([sheets.idFor(USES[0]!), sheets.summaryFor(USES[0]!)]).toEqual(["guards", "8 points"]);
  await sheets.pick("one", READY.value, "guards");
  await sheets.pick("other", READY.value, "guards");
  expect(options).toEqual({ one: null, other: JSON.stringify(READY.value) });
});

test("what is written is saved and played; a copy of a ready-made one is another sheet", async () => {
  const shelf = store();
  const { sheets, options } = choosing(shelf);
  await sheets.edit("one", false);
  await sheets.editing!.add(["people"]);
  await sheets.use("one");
  expect(JSON.parse(options["one"]!)).toEqual({ name: "Guards", people: ["a", "b", "named"] });
  const key = sheets.idFor(USES[0]!);
  expect(savedSheets("g", "crew", shelf).map((one) => one.key)).toEqual([key]);
  await sheets.edit("one", false);
  expect(sheets.editing!.key).toBe(key);
  sheets.forget(key);
  expect([options["one"], sheets.idFor(USES[0]!), sheets.saved]).toEqual([null, "guards", []]);
});

test("what the match does not allow is not played, and says why; a file that is none does too", async () => {
  const { sheets, options } = choosing();
  await sheets.pick("one", { name: "Mine", people: ["a", "b", "c", "d"] }, "k");
  expect(options).toEqual({});
  expect(sheets.problems["one"]).toEqual({ sentence: "Mine cannot be played here: too many", clause: "X-1" });
  await sheets.openFile("one", "null");
  expect([sheets.editing, sheets.problems["one"]?.sentence]).toEqual([null, "The file cannot be opened: it is no sheet"]);
  await sheets.openFile("one", '{"name": "Read", "people": []}');
  expect(sheets.editing!.value).toEqual({ name: "Read", people: [] });
});
