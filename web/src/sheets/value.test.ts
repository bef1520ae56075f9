import { expect, test } from "vitest";

import type { SheetField, SheetForm, SheetProblem } from "../api/messages";
import * as value from "./value";

function field(name: string, kind: string, shape = "one", more: Partial<SheetField> = {}): SheetField {
  const none = { choices: [], keys: [], fields: [], whole: false, low: null, high: null, longest: null, least: null, most: null };
  return { name, title: name, meaning: "", kind, shape, required: false, default: null, ...none, ...more };
}

const PEOPLE = field("people", "record", "list", { fields: [field("id", "text", "one", { required: true }), field("name", "text", "one", { required: true }), field("pos", "number", "list"), field("gear", "choice", "list")] });
const FORM: SheetForm = { id: "crew", title: "Crew", meaning: "", unit: "points", uses: [], fields: [field("name", "text"), PEOPLE], empty: {}, ready: [], largest: 100 };
const CREW = { name: "Friends", people: [{ id: "a1", name: "Ann", gear: ["rope"], pos: [1, 2] }, { id: "a2", name: "" }] };

test("what stands at a path is read, changed and taken away; nothing else moves", () => {
  expect(value.valueAt(CREW, ["people", 0, "name"])).toBe("Ann");
  expect(value.valueAt(CREW, ["people", 7, "name"])).toBeUndefined();
  const changed = value.withValue(CREW, ["people", 1, "name"], "Ben");
  expect(value.valueAt(changed, ["people", 1, "name"])).toBe("Ben");
  expect(Object.keys(changed as object)).toEqual(["name", "people"]);
  expect(value.valueAt(CREW, ["people", 1, "name"])).toBe("");
  expect(value.withValue(CREW, ["people"], undefined)).toEqual({ name: "Friends" });
  expect(value.withValue(null, ["people", 0, "id"], "a1")).toEqual({ people: [{ id: "a1" }] });
});

test("entries come and go, and a copy has neither the id nor the place of the first", () => {
  expect(value.listAt(value.withEntry(CREW, ["people"], {}), ["people"])).toHaveLength(3);
  expect(value.withoutEntry(CREW, ["people"], 0)).toEqual({ name: "Friends", people: [{ id: "a2", name: "" }] });
  expect(value.copyOfEntry(CREW.people[0]!, PEOPLE.fields)).toEqual({ name: "Ann", gear: ["rope"] });
});

test("choices keep their order however they are taken, and numbers that are none stay as typed", () => {
  const order = ["axe", "rope", "lamp"];
  expect(value.toggled(["lamp"], "axe", order)).toEqual(["axe", "lamp"]);
  expect(value.toggled(["axe", "lamp"], "axe", order)).toEqual(["lamp"]);
  expect([" 1,5 ", "", "two"].map(value.typedNumber)).toEqual([1.5, undefined, "two"]);
  expect(value.withNumber([], 1, 2, "3")).toEqual([null, 3]);
  expect(value.withNumber([null, 3], 1, 2, "")).toBeUndefined();
});

test("a map with names of one's own is rows of texts, of which those that are whole count", () => {
  expect(value.rowsOfMap({ Cooking: 3 })).toEqual([["Cooking", "3"], ["", ""]]);
  expect(value.mapOfRows([[" Cooking ", "3"], ["Chess", ""], ["", "2"]], true)).toEqual({ Cooking: 3 });
  expect(value.mapOfRows([["Chess", "Grit"]], false)).toEqual({ Chess: "Grit" });
  expect(value.mapOfRows([["", ""]], true)).toBeUndefined();
});

test("a part costs what it is and all within it", () => {
  const costs = [
    { path: ["people", 0], label: "Ann", points: 10, clause: "" },
    { path: ["people", 0, "gear", 0], label: "rope", points: -2, clause: "" },
    { path: ["people", 1], label: "Ben", points: 10, clause: "" },
  ];
  expect(value.costOf(costs, ["people", 0])).toBe(8);
  expect(value.costOf(costs, [])).toBe(18);
  expect([1, 2, -1].map((one) => value.amountText(one, "points"))).toEqual(["1 point", "2 points", "−1 point"]);
});

test("each problem is shown once: by its field, else by what the field would be in", () => {
  const problem = (...path: (string | number)[]): SheetProblem => ({ path, sentence: path.join("."), clause: "", code: "", forbids: true, for_match: false, line: 0 });
  const all = [problem(), problem("people", 0, "gear", 1), problem("people", 0, "hat"), problem("hat")];
  const of = (path: value.Path, fields: readonly SheetField[] = []) => value.problemsOf(all, path, fields).map((one) => one.sentence);
  expect(of([], FORM.fields)).toEqual(["", "hat"]);
  expect(of(["people", 0], PEOPLE.fields)).toEqual(["people.0.hat"]);
  expect(of(["people", 0, "gear"])).toEqual(["people.0.gear.1"]);
});

test("what is wrong with a value of a map stands beside that value, all else beside the map", () => {
  const problem = (...path: (string | number)[]): SheetProblem => ({ path, sentence: path.join("."), clause: "", code: "", forbids: true, for_match: false, line: 0 });
  const ratings = field("ratings", "number", "map");
  const all = [problem("ratings"), problem("ratings", "Social"), problem("ratings", "Dancing")];
  const at = (key: string) => value.problemsAt(all, ratings, key, ["Social", "Melee"]).map((one) => one.sentence);
  expect([at("Social"), at("Melee"), at("")]).toEqual([["ratings.Social"], [], ["ratings", "ratings.Dancing"]]);
  expect(value.problemsAt([problem("people", 0, "ratings", "Social")], ratings, "Social", ["Social"])).toHaveLength(1);
});

test("a sheet is told by its name and who is in it; what fills itself in stands apart", () => {
  expect(value.describeSheet(CREW, FORM)).toEqual({ title: "Friends", names: ["Ann", "2"] });
  expect(value.describeSheet(null, FORM)).toEqual({ title: "Crew", names: [] });
  expect(value.entryTitle(CREW.people[0]!, 0)).toBe("a1 Ann");
  expect(value.splitFields(PEOPLE.fields).map((part) => part.map((one) => one.name))).toEqual([["name", "gear"], ["id", "pos"]]);
});
