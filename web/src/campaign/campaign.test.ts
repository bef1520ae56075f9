import { expect, test } from "vitest";

import type { CommandForm, Plot, SheetField } from "../api/messages";
import * as forms from "./forms";
import { axisOf, chartOf, curveText, lineOf } from "./plot";
import { shownColumns } from "./sections";
import { addCampaigns, forgetCampaign, linkIn, linksTo, saveCampaign, savedCampaigns, saveMadeLink } from "./saved";

const TOKEN = "abcdefghijklmnopqrstuvwxyz_-01";
const PEOPLE = [{ id: "jo", name: "Jo" }, { id: "kim", name: "Kim Vale" }];
const CHOICES = PEOPLE.map(({ id, name }) => ({ value: id, title: name, meaning: "", clause: "", points: null }));

function field(name: string, kind: string, more: Partial<SheetField> = {}): SheetField {
  const none = { choices: [], keys: [], fields: [], whole: false, low: null, high: null, longest: null, least: null, most: null };
  return { name, title: name, meaning: "", kind, shape: "one", required: true, default: null, ...none, ...more };
}

function form(command: string, fields: SheetField[], subject = ""): CommandForm {
  return { command, title: command, about: "", clause: "", fields, private: false, subject };
}

const PERSON = field("person", "choice", { choices: CHOICES });
const WOUND = form("wound", [PERSON, field("number", "number", { whole: true })], "person");
const CARE = form("care", [field("doctor", "choice", { choices: CHOICES }), field("patient", "choice", { choices: CHOICES })], "doctor");
const AWARD = form("award", [field("xp", "number", { whole: true }), field("reason", "text"), field("people", "choice", { shape: "list", choices: CHOICES, required: false })]);
const ADD = form("add", [field("id", "text"), field("name", "text")]);
const RECORD = form("record", [field("people", "record", { shape: "map" })]);
const ALL = [WOUND, CARE, AWARD, ADD, RECORD];

test("forms are sorted by whom they can be about, and what only a match gives has none", () => {
  expect(forms.formsAbout(ALL, "jo").map((one) => one.command)).toEqual(["wound", "care", "award"]);
  expect(forms.formsAbout(ALL, "nobody")).toEqual([]);
  expect(forms.generalForms(ALL, PEOPLE).map((one) => one.command)).toEqual(["award"]);
  expect(ALL.filter(forms.makesNew)).toEqual([ADD]);
  expect(forms.isWritable(RECORD)).toBe(false);
});

test("what there is nobody yet to do to is no command for everybody", () => {
  const submit = form("submit", [field("person", "choice")], "person");
  const early = form("award", [field("people", "choice", { shape: "list", required: false })]);
  expect([submit, early, WOUND, AWARD].map(forms.isEarly)).toEqual([true, true, false, false]);
  const care = form("care", [field("doctor", "choice", { choices: CHOICES }), field("patient", "choice")], "doctor");
  expect(forms.formsAbout([care, WOUND], "jo").map((one) => one.command)).toEqual(["wound"]);
  expect(forms.generalForms([submit, AWARD, ADD], []).map((one) => one.command)).toEqual(["award"]);
});

test("a table shows neither codes nor ids of matches that are not here", () => {
  const rows = [["1", "E-STATE", "", "t1"], ["2", "W-OLD", "", ""]];
  const section = { title: "", text: "", columns: ["number", "code", "", "match"], rows, plots: [], clause: "", edit: null, match_column: "match" };
  expect(shownColumns(section, ["t1", "t2"])).toEqual([0, 2, 3]);
  expect(shownColumns(section, ["t2"])).toEqual([0, 2]);
  expect(shownColumns({ ...section, match_column: "" }, [])).toEqual([0, 2, 3]);
});

test("a form for somebody names them, and asks nothing that only they can be", () => {
  expect([forms.valuesAbout(WOUND, "jo"), forms.settledAbout(WOUND, "jo")]).toEqual([{ person: "jo" }, ["person"]]);
  expect([forms.valuesAbout(CARE, "jo"), forms.settledAbout(CARE, "jo")]).toEqual([{ doctor: "jo" }, []]);
  expect([forms.valuesAbout(AWARD, "kim"), forms.settledAbout(AWARD, "kim")]).toEqual([{ people: ["kim"] }, []]);
});

test("what is missing is told by field; a needed text goes along empty, for the rules to refuse", () => {
  expect(Object.keys(forms.problemsBefore(WOUND, {}))).toEqual(["person", "number"]);
  expect(forms.problemsBefore(WOUND, { person: "jo", number: "two" })["number"]![0]!.sentence).toBe("“two” is no whole number.");
  expect(forms.problemsBefore(WOUND, { person: "jo", number: 1.5 })["number"]).toHaveLength(1);
  expect(forms.problemsBefore(AWARD, { xp: 2 })).toEqual({});
  expect(Object.keys(forms.problemsBefore(ADD, { name: " " }))).toEqual(["name"]);
  expect(forms.commandOf(AWARD, { xp: 2 })).toEqual({ command: "award", xp: 2, reason: "" });
  expect(forms.valuesOf({ command: "award", xp: 2, day: null })).toEqual({ xp: 2 });
});

test("a refusal stands beside the field that it names, or the only one", () => {
  const values = { xp: 0 };
  expect(forms.fieldOf("award: Expected `int`, got `str` - at `$.xp`", AWARD.fields, values)).toBe("xp");
  expect(forms.fieldOf("award: missing required field `reason`", AWARD.fields, values)).toBe("reason");
  expect(forms.fieldOf("an award of XP needs a reason", AWARD.fields, values)).toBe("reason");
  expect(forms.fieldOf("an award of 0 XP; 1 to 999 can be awarded", AWARD.fields, values)).toBe("xp");
  expect(forms.fieldOf("it is night", AWARD.fields, values)).toBe("");
  expect(forms.fieldOf("nothing of the kind", [PERSON], {})).toBe("person");
});

test("an id is made of a name, and never twice", () => {
  expect(["Anna Ivanova", "Ötzi!", "3 Aces", "???"].map((name) => forms.idFor(name, []))).toEqual(["anna_ivanova", "otzi", "aces", "new"]);
  expect(forms.idFor("Jo", ["jo", "jo_2"])).toBe("jo_3");
});

test("sentences are told by whom they name first", () => {
  const told = ["30 days pass", "day 7: Kim Vale gets 2 XP", "day 8: Jo is well; Kim Vale helped", "day 14: Kim Vale gets 2 XP"];
  expect(forms.groupSentences(told, PEOPLE)).toEqual([["", [told[0]]], ["Kim Vale", [told[1], told[3]]], ["Jo", [told[2]]]]);
});

test("axes have round ticks, days whole ones, and chances are told as percent", () => {
  expect(axisOf([0, 23], 5, true).ticks).toEqual([0, 5, 10, 15, 20, 25]);
  expect(axisOf([3, 3], 8, true).ticks).toEqual([3, 4]);
  expect(axisOf([0, 1], 4).ticks).toEqual([0, 0.5, 1]);
  const xp: Plot = { name: "Jo", points: [[0, 0], [7, 2]] };
  const chance: Plot = { name: "Kim", points: [[3, 0], [4, 0.25]] };
  expect([chartOf([xp]).isChance, chartOf([chance]).isChance]).toEqual([false, true]);
  expect(curveText(chance, true)).toBe("Kim: 0% on day 3, 25% on day 4");
  const [first, last] = lineOf(xp, chartOf([xp])).split(" ").map((point) => point.split(",").map(Number));
  expect(last![0]!).toBeGreaterThan(first![0]!);
  expect(last![1]!).toBeLessThan(first![1]!);
});

function store(): Storage {
  const all = new Map<string, string>();
  return { getItem: (key: string) => all.get(key) ?? null, setItem: (key: string, value: string) => void all.set(key, value) } as Storage;
}

test("a browser keeps each link once, opens the last, and knows the links that it made", () => {
  const shelf = store();
  saveCampaign({ campaign: "a", token: TOKEN, title: "War", who: "Sam", storyteller: true }, 1, shelf);
  saveCampaign({ campaign: "a", token: `${TOKEN}x` }, 2, shelf);
  expect(linksTo("a", shelf).map((one) => one.token)).toEqual([`${TOKEN}x`, TOKEN]);
  saveCampaign({ campaign: "a", token: TOKEN }, 3, shelf);
  saveMadeLink(TOKEN, "Pia", `${TOKEN}p`, shelf);
  saveCampaign({ campaign: "a", token: `${TOKEN}x`, who: "Rob" }, null, shelf);
  expect(linksTo("a", shelf).map(({ who, title, links }) => [who, title, links])).toEqual([["Sam", "War", { Pia: `${TOKEN}p` }], ["Rob", "", {}]]);
  forgetCampaign("a", shelf);
  shelf.setItem("fireteam.campaigns", '[{"campaign": 1}, null]');
  expect(savedCampaigns(shelf)).toEqual([]);
});

test("a link is found in whatever was pasted", () => {
  expect(linkIn(` http://x:8420/#/campaign/abc/${TOKEN} `)).toEqual({ campaign: "abc", token: TOKEN });
  expect(linkIn("http://x:8420/#/campaign/abc/journal")).toBeNull();
});

test("links of another browser are added behind those that are here, each once, and only whole ones", () => {
  const shelf = store();
  const link = { campaign: "b", token: `${TOKEN}b`, title: "", who: "", storyteller: false, links: {}, kept: 5 };
  saveCampaign({ campaign: "a", token: TOKEN }, 5, shelf);
  expect(addCampaigns([link, { ...link, token: TOKEN }, { ...link, token: "short" }, { ...link, kept: "x" }, { ...link, links: null }, { ...link, storyteller: 1 }, { ...link, who: 1 }], shelf)).toBe(1);
  expect(savedCampaigns(shelf).map((one) => one.campaign)).toEqual(["a", "b"]);
  expect(linksTo("b", shelf).map((one) => one.token)).toEqual([`${TOKEN}b`]);
  expect([addCampaigns("nothing", shelf), addCampaigns([link], shelf)]).toEqual([0, 0]);
});

test("a link that is saved without a time keeps that of its last opening; a new one has none, and is no Storyteller's", () => {
  const shelf = store();
  saveCampaign({ campaign: "a", token: TOKEN }, null, shelf);
  expect(savedCampaigns(shelf)).toEqual([{ campaign: "a", token: TOKEN, title: "", who: "", storyteller: false, links: {}, kept: 0 }]);
  saveCampaign({ campaign: "a", token: TOKEN }, 7, shelf);
  saveCampaign({ campaign: "a", token: TOKEN, title: "War" }, null, shelf);
  expect(savedCampaigns(shelf).map(({ kept, title }) => [kept, title])).toEqual([[7, "War"]]);
  saveMadeLink("nobody", "Pia", TOKEN, shelf);
  expect(savedCampaigns(shelf)[0]!.links).toEqual({});
});

test("forgetting a campaign forgets all its links, and no other's", () => {
  const shelf = store();
  for (const [campaign, end] of [["a", "1"], ["a", "2"], ["b", "3"]] as const) saveCampaign({ campaign, token: TOKEN + end }, 1, shelf);
  forgetCampaign("a", shelf);
  expect(savedCampaigns(shelf).map((one) => one.campaign)).toEqual(["b"]);
});

test("a form that opens for somebody begins with its subject, else with the first field that can name them", () => {
  const both = [field("doctor", "choice", { choices: CHOICES }), field("patient", "choice", { choices: CHOICES })];
  expect(forms.valuesAbout(form("care", both, "patient"), "jo")).toEqual({ patient: "jo" });
  expect(forms.valuesAbout(form("care", both), "jo")).toEqual({ doctor: "jo" });
  expect(forms.valuesAbout(AWARD, "nobody")).toEqual({});
  expect(forms.valuesAbout(WOUND, "nobody")).toEqual({});
});

test("what is missing of each kind is told: a choice, a number, one of a map at least; a list may be empty", () => {
  const needed = form("all", [field("who", "choice", { choices: CHOICES }), field("n", "number"), field("map", "text", { shape: "map" }), field("list", "text", { shape: "list" }), field("text", "text")]);
  const problems = forms.problemsBefore(needed, {});
  expect(Object.fromEntries(Object.entries(problems).map(([name, [one]]) => [name, one!.sentence]))).toEqual({ who: "Choose one.", n: "A number is needed.", map: "Give at least one." });
  expect(problems["n"]).toEqual([{ path: ["n"], sentence: "A number is needed.", clause: "", code: "", forbids: true, for_match: false, line: 0 }]);
  expect(forms.problemsBefore(form("ratings", [field("r", "number", { shape: "map", whole: true })]), { r: { a: 1, b: 1.5 } })["r"]![0]!.sentence).toBe("“1.5” is no whole number.");
  expect(forms.problemsBefore(form("places", [field("p", "number", { shape: "list" })]), { p: [1, "x"] })["p"]![0]!.sentence).toBe("“x” is no number.");
  expect(forms.problemsBefore(ADD, { id: "x" })["name"]![0]!.sentence).toBe("A name is needed.");
});

test("a command has what was given, an empty list where one is needed, and nothing of what may be left out", () => {
  const made = form("make", [field("list", "choice", { shape: "list" }), field("text", "text"), field("n", "number"), field("free", "text", { required: false })]);
  expect(forms.commandOf(made, {})).toEqual({ command: "make", list: [], text: "" });
  expect(forms.commandOf(made, { n: 0, free: "x" })).toEqual({ command: "make", list: [], text: "", n: 0, free: "x" });
});

test("what a command is about is told without clauses and backquotes", () => {
  expect(forms.aboutOf({ ...WOUND, about: "Give a wound (FS3-6.2, as `inflict`). All heal (FS3-A.3)." })).toBe("Give a wound. All heal.");
});

test("a field is named by all words of its title, and a quoted word that is none is not one", () => {
  const fields = [field("a", "text", { title: "Healing points" }), field("b", "text", { title: "Points" }), field("c", "text", { title: "Day" })];
  expect(forms.fieldOf("no such `d` on that day", fields, {})).toBe("c");
  expect(forms.fieldOf("points are missing", fields, {})).toBe("b");
  expect(forms.fieldOf("healing points are missing", fields, { b: "5" })).toBe("a");
  expect(forms.fieldOf("`c` and points", fields, {})).toBe("c");
});

test("an id has 24 letters at most, and begins and ends with a letter", () => {
  expect(forms.idFor("_9 Very long name of somebody else", [])).toBe("very_long_name_of_somebo");
  expect(forms.idFor("O'Neil -", ["x"])).toBe("o_neil");
});

test("who is named first is told, the longer name of two at one place", () => {
  const all = [{ id: "kim", name: "Kim" }, { id: "vale", name: "Kim Vale" }, { id: "jo", name: "Jo" }];
  expect(forms.groupSentences(["Kim Vale meets Jo", "Jo meets Kim", "Kim rests"], all)).toEqual([["Kim Vale", ["Kim Vale meets Jo"]], ["Jo", ["Jo meets Kim"]], ["Kim", ["Kim rests"]]]);
});
