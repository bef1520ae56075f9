import { expect, test } from "vitest";

import { form, token } from "../board/fixtures";
import type { VerbForm } from "../api/messages";
import { type CommandContext, optionCompletions, readCommand, readCommands } from "./command";

const words: Record<string, string[]> = { burst: ["no", "yes"], luck: ["no", "yes"], called: ["-", "head", "hand", "leg"], stance: ["normal", "evade", "brave"] };

function named(verb: string, ...fields: Parameters<typeof form>[1][]): VerbForm {
  const made = form(verb, ...fields, ["stance", "word", "normal"], ["luck", "word", "no"], ["weapon", "thing", "-"], ["guard", "unit", "-"], ["path", "path", "-"]);
  return { ...made, named: true, fields: made.fields.map((field) => ({ ...field, words: words[field.name] ?? [], separator: field.kind === "path" ? ">" : "," })) };
}

const ATTACK = named("attack", ["target", "target"], ["burst", "word", "no"], ["called", "word", "-"], ["others", "units", "-"]);
const TREAT = named("treat", ["target", "target"]);
const TOKENS = ["anna", "bo", "tom", "jane"].map((unit) => ({ ...token(unit, 0, 0, 0), unit, letters: unit[0]!.toUpperCase(), name: unit === "tom" ? "Big Tom" : "" }));
const RIFLE = { name: "rifle", letters: "", title: "Long Rifle", notes: [], about: [], group: "", sort: "" };

function context(previous: Record<string, string> = {}): CommandContext {
  return { slot: "anna", slots: ["anna", "bo"], forms: [ATTACK, TREAT, named("wait")], tokens: TOKENS, things: [RIFLE], previousLine: (slot) => previous[slot] ?? "" };
}

const lineOf = (typed: string, previous: Record<string, string> = {}) => readCommand(typed, context(previous)).line;

test.each([
  ["attack tom burst=yes called=head", "attack tom burst=yes called=head"],
  ["attack Tom/burst,called=head", "attack tom burst=yes called=head"],
  ["attack tom / burst, called=head", "attack tom burst=yes called=head"],
  ["attack Big Tom burst, head", "attack tom burst=yes called=head"],
  ["ATT to/bu,ca=he,evade", "attack tom burst=yes called=head stance=evade"],
  ["attack T stance evade luck", "attack tom stance=evade luck=yes"],
  ["attack tom burst no st ev", "attack tom stance=evade"],
  ["treat big tom/weapon=rifle", "treat tom weapon=rifle"],
  ["treat jane", "treat jane"],
  ["attack tom/others=bo,jane,burst", "attack tom burst=yes others=bo,jane"],
  ["attack tom others=b, j burst", "attack tom burst=yes others=bo,jane"],
  ["wait path=a1>b2 evade", "wait stance=evade path=a1>b2"],
  ["attack tom/weapon=long", "attack tom weapon=rifle"],
])("%s", (typed, line) => {
  expect(readCommand(typed, context())).toEqual({ does: "choose", slot: "anna", line });
});

// Boris sits where the scenario has Anna, and Anna where it has Ben; two are called Kim, one is called Head, and An by the letters of another.
const TITLES: Record<string, string> = { anna: "Boris", ben: "Anna", kim1: "Kim", kim2: "Kim", hugo: "Head", an: "Zoe" };
const SEATED = Object.entries(TITLES).map(([unit, name]) => ({ ...token(unit, 0, 0, 0), unit, letters: unit === "anna" ? "AN" : "", name }));
const GUNS = [{ ...RIFLE, name: "long", title: "Carbine" }, { ...RIFLE, name: "carbine", title: "Long" }];

test.each([
  ["attack anna", "attack anna"], // the id, though Ben is called so
  ["attack boris", "attack anna"], // and not in two steps on to `ben`
  ["attack ben", "attack ben"],
  ["attack an", "attack an"], // the id, though Boris has these letters
  ["attack ben called=head", "attack ben called=head"],
  ["attack ben/weapon=carbine", "attack ben weapon=carbine"],
  ["attack ben/others=anna,boris", "attack ben others=anna,anna"],
])("%s means the id before the title", (typed, line) => {
  expect(readCommand(typed, { ...context(), tokens: SEATED, things: GUNS }).line).toBe(line);
});

test("a title that two have means neither", () => {
  expect(() => readCommand("attack kim", { ...context(), tokens: SEATED })).toThrow("'kim' may be kim1 or kim2.");
});

test.each([
  ["attack tom/brust", "'brust' is no option of attack; did you mean burst?"],
  ["attack tom/stence=evade", "attack has no 'stence'; did you mean stance?"],
  ["attack tom/stance=evda", "'evda' is no stance; did you mean evade?"],
  ["attack tom/called=h", "called: 'h' may be head or hand."],
  ["attack tom/l", "'l' may be leg or luck."],
  ["attack tmo", "Nobody is called 'tmo'; did you mean tom?"],
  ["attack tom/weapon=rilfe", "There is no weapon 'rilfe'; did you mean rifle?"],
  ["attack tom burst burst", "burst is said twice."],
  ["attack tom/stance=", "stance= is without a value."],
  ["attack", "target is missing."],
  ["atack tom", "'atack' is nothing to choose now; did you mean attack?"],
  ["attack tom/stance=flying", "'flying' is no stance; it may be normal, evade, brave."],
  ["shoot tom", "'shoot' is nothing to choose now; it may be attack, treat, wait."],
  ["stance evade", "There is no order yet that this could be about; begin with what to do, such as wait/stance evade"],
])("%s is told what is wrong, and the nearest lawful word", (typed, sentence) => {
  expect(() => readCommand(typed, context())).toThrow(sentence);
});

test("a line of options alone changes the order that is there", () => {
  const previous = { anna: "attack tom called=head luck=yes" };
  expect(readCommand("stance evade", context(previous))).toEqual({ does: "change", slot: "anna", line: "attack tom called=head stance=evade luck=yes" });
  expect(lineOf("/burst", previous)).toBe("attack tom burst=yes called=head luck=yes");
  expect(lineOf("luck no", previous)).toBe("attack tom called=head");
  expect(lineOf("leg", previous)).toBe("attack tom called=leg luck=yes");
  expect(lineOf("st=brave", previous)).toBe("attack tom called=head stance=brave luck=yes");
});

test("another slot of the seat is named before what it does", () => {
  expect(readCommand("Bo: attack tom/burst", context())).toEqual({ does: "choose", slot: "bo", line: "attack tom burst=yes" });
  expect(readCommand("bo/evade", context({ bo: "wait" }))).toEqual({ does: "change", slot: "bo", line: "wait stance=evade" });
  expect(() => readCommand("tom/evade", context())).toThrow("'tom' is nothing to choose now");
});

test("several slots of the seat are named before what they all do, and what is wrong says for whom", () => {
  const both = (line: string) => ["anna", "bo"].map((slot) => ({ does: "choose", slot, line }));
  expect(readCommands("Anna, bo, anna: wait", context())).toEqual(both("wait"));
  expect(readCommands("anna,bo/evade", context({ anna: "wait", bo: "wait" })).map(({ slot, line }) => [slot, line])).toEqual([["anna", "wait stance=evade"], ["bo", "wait stance=evade"]]);
  expect(() => readCommands("anna,bob: wait", context())).toThrow("You choose for no 'bob'; did you mean bo?");
  expect(() => readCommands("anna,bo/evade", context({ anna: "wait" }))).toThrow("bo: There is no order yet");
  for (const line of ["attack tom/burst,called=head", "attack tom burst, head", "bo: wait", "wait"]) expect(readCommands(line, context())).toEqual([readCommand(line, context())]);
});

test("a game without named fields has its lines as they are typed", () => {
  const plain = { ...context(), forms: [form("move", ["piece", "unit"], ["to", "point"])] };
  expect(readCommand("move  R1 E7", plain).line).toBe("move  R1 E7");
  const call = { ...form("call", ["weapon", "word"], ["stance", "word", "standing"]), named: false };
  const worded = { ...call, fields: call.fields.map((field) => (field.name === "stance" ? { ...field, words: ["standing", "crouching"] } : field)) };
  expect(readCommand("call knife/crouch", { ...plain, forms: [worded] }).line).toBe("call knife crouching");
});

test("what may still be said is offered", () => {
  expect(optionCompletions("attack tom/b", ATTACK)).toEqual(["attack tom/burst", "attack tom/stance=brave"]);
  expect(optionCompletions("attack tom stance=evade ca", ATTACK)).toEqual(["attack tom stance=evade called=head", "attack tom stance=evade called=hand", "attack tom stance=evade called=leg"]);
  expect(optionCompletions("attack", ATTACK)).toEqual([]);
});
