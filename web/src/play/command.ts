// A choice as people type it: `attack tom/burst,called=head`, `anna: treat jane`, `anna,bo: wait`, or `stance evade` of an order that is there.
// Knows no game: it goes by the verb forms and by what lies on the table.
import type { Thing, Token, VerbForm } from "../api/messages";
import { replaceNames } from "../board/names";
import { thingsOf } from "./draft";
import { type Field, type Values, isList, parseLine, splitNamed, unnamedFields, writeLine } from "./notation";

/** What a command can be about. */
export interface CommandContext {
  readonly slot: string; // whose decision is open
  readonly slots: readonly string[]; // of the seat
  readonly forms: readonly VerbForm[]; // of what can be chosen now
  readonly tokens: readonly Token[];
  readonly things: readonly Thing[];
  /** The order of a slot that is there: in the builder, sealed, or made before; "" if there is none. */
  readonly previousLine: (slot: string) => string;
}

/** A line to choose, or a change of the order that a slot has. */
export interface Command {
  readonly does: "choose" | "change";
  readonly slot: string;
  readonly line: string;
}

/** Why a command cannot be read, for people. */
export class CommandError extends Error {}

const YES_NO = ["no", "yes"];
const WITH_COMMAS = ["point", "vector", "region"];

/** Read a command. Throws a CommandError with the nearest lawful word. */
export function readCommand(typed: string, context: CommandContext): Command {
  const [slot, line] = splitSlot(typed.trim(), context);
  const isPlain = !context.forms.some((form) => form.named) && !line.includes("/");
  if (isPlain) return { does: "choose", slot, line };
  const [head, ...rest] = withUnitNames(line, context).split("/");
  const words = head!.split(/\s+/).filter(Boolean);
  const tail = rest.join("/");
  const form = formCalled(words[0] ?? "", context, slot);
  if (form) return { does: "choose", slot, line: orderLine(form, words.slice(1), tail, context) };
  return { does: "change", slot, line: changedLine([...words, tail].join(" "), slot, context) };
}

/** Read what is said for one slot, or for several at once by their names: `anna,bo: wait`. Throws a CommandError, of several with the slot that it is about. */
export function readCommands(typed: string, context: CommandContext): Command[] {
  const found = /^([^:/]+,[^:/]+)([:/])(.+)$/.exec(typed.trim());
  const names = found ? found[1]!.split(",").map((name) => name.trim()) : [];
  const slotCalled = (name: string) => context.slots.find((one) => one.toLowerCase() === name.toLowerCase());
  const strangers = names.filter((name) => !slotCalled(name));
  const isForSlots = strangers.length < names.length && (!strangers.length || (found![2] === ":" && !names.some((name) => /\s/.test(name))));
  if (!isForSlots) return [readCommand(typed, context)];
  if (strangers[0] !== undefined) throw new CommandError(`You choose for no '${strangers[0]}'${nearest(strangers[0].toLowerCase(), context.slots)}`);
  return [...new Set(names.map(slotCalled))].map((slot) => {
    try {
      return readCommand(`${slot}: ${found![3]}`, context);
    } catch (error) {
      throw error instanceof CommandError ? new CommandError(`${slot}: ${error.message}`) : error;
    }
  });
}

/** The slot by whose name a line begins, and the rest of it. */
function splitSlot(line: string, { slot, slots }: CommandContext): readonly [string, string] {
  const found = /^([^:/]+?)\s*[:/]\s*(.+)$/.exec(line);
  const named = slots.find((one) => one.toLowerCase() === found?.[1]!.trim().toLowerCase());
  return named && found ? [named, found[2]!] : [slot, line];
}

/** A line in which units are called by their ids. A title means one only if no other unit has it, and it is no id or word of notation. */
function withUnitNames(line: string, { tokens, things, forms }: CommandContext): string {
  const words = forms.flatMap((form) => [form.verb, ...form.fields.flatMap((field) => [field.name, ...field.words])]);
  const reserved = new Set([...tokens.map((token) => token.unit), ...things.map((thing) => thing.name), ...words].map((word) => word.toLowerCase()));
  const units = new Map<string, string | null>();
  for (const { name, unit } of tokens) {
    const title = name.toLowerCase();
    if (!reserved.has(title)) units.set(title, units.has(title) && units.get(title) !== unit ? null : unit);
  }
  const titles = [...units].flatMap(([title, unit]) => (unit ? [title] : []));
  return replaceNames(line, titles, (name) => units.get(name.toLowerCase()) ?? name, ".\\-");
}

/** The verb that a word means; null if the line is about an order that is there. */
function formCalled(word: string, context: CommandContext, slot: string): VerbForm | null {
  const small = word.toLowerCase();
  const exact = context.forms.find((form) => form.verb === small);
  if (exact) return exact;
  const previous = previousForm(slot, context);
  const about = previous ? [previous] : context.forms.filter((form) => form.named);
  const known = about.flatMap((form) => [...bareWords(form).keys(), ...optionalFields(form).map((field) => field.name)]);
  const begun = (splitNamed(small)?.[0] ?? small).replace(/,.*/, "");
  if (!word || known.includes(begun)) return null;
  const near = context.forms.filter((form) => form.verb.startsWith(small));
  if (near.length > 1) throw new CommandError(`'${word}' may be ${near.map((form) => form.verb).join(" or ")}.`);
  if (near[0]) return near[0];
  if (known.some((one) => one.startsWith(begun))) return null;
  const verbs = context.forms.map((form) => form.verb);
  const hint = nearest(begun, [...verbs, ...known]);
  const owed = context.forms.filter((one) => !one.free).map((one) => one.verb);
  throw new CommandError(`'${word}' is nothing to choose now${hint === "." ? oneOf(begun, owed) : hint}`);
}

/** An order of a verb: what it needs, then what it may have. */
function orderLine(form: VerbForm, words: readonly string[], tail: string, context: CommandContext): string {
  const fields = unnamedFields(form);
  const firstNamed = words.findIndex((word) => splitNamed(word));
  const count = Math.min(firstNamed < 0 ? words.length : firstNamed, form.named ? fields.length : words.length);
  const missing = fields.find((field, k) => field.needed && k >= count && !words.some((word) => splitNamed(word)?.[0] === field.name));
  if (missing) throw new CommandError(`${missing.name} is missing.`);
  const values = Object.fromEntries(form.fields.map((field, k) => [field.name, k < count && fields.includes(field) ? completed(field, words[k]!, context) : field.default]));
  return writeLine(form, { ...values, ...readOptions(form, [...words.slice(count), tail].join(" "), context) });
}

/** The order of a slot that is there, with what a text says of its optional fields. */
function changedLine(text: string, slot: string, context: CommandContext): string {
  const form = previousForm(slot, context);
  if (!form) throw new CommandError(`There is no order yet that this could be about; begin with what to do, such as ${example(text, context)}`);
  return writeLine(form, { ...parseLine(form, context.previousLine(slot)), ...readOptions(form, text, context) });
}

/** An order that has nothing but the optional parts that were typed. */
function example(text: string, { forms }: CommandContext): string {
  const bare = forms.find((form) => form.named && !form.free && form.fields.every((field) => !field.needed));
  const whole = bare ?? forms.find((form) => form.named && !form.free);
  return whole ? `${[whole.verb, ...whole.fields.filter((field) => field.needed).map((field) => field.name)].join(" ")}/${text.trim()}` : "an attack";
}

function previousForm(slot: string, context: CommandContext): VerbForm | null {
  const verb = context.previousLine(slot).split(" ")[0];
  return context.forms.find((form) => form.named && form.verb === verb) ?? null;
}

export function optionalFields(form: VerbForm): readonly Field[] {
  return form.fields.filter((field) => !field.needed);
}

function isYesNo(field: Field): boolean {
  return field.words.length === 2 && YES_NO.every((word) => field.words.includes(word));
}

/** The words that mean an optional field with its value: a field of yes and no by its name, else every word of a field. */
export function bareWords(form: VerbForm): Map<string, (readonly [string, string])[]> {
  const found = new Map<string, (readonly [string, string])[]>();
  for (const field of optionalFields(form)) {
    const pairs: (readonly [string, string])[] = isYesNo(field) ? [[field.name, "yes"]] : field.words.map((word) => [field.name, word]);
    for (const pair of pairs) {
      const word = isYesNo(field) ? field.name : pair[1].toLowerCase();
      found.set(word, [...(found.get(word) ?? []), pair]);
    }
  }
  return found;
}

/** What a text says of the fields of a verb. */
function readOptions(form: VerbForm, text: string, context: CommandContext): Values {
  const found = new Map<string, string>();
  let [last, waiting] = ["", ""]; // the field that a comma goes on with, and one whose word comes next
  const pieces = text.split(/\s+/).flatMap((word) => word.split(",").map((piece, k) => ({ piece, goesOn: k > 0 })));
  for (const [n, { piece, goesOn }] of pieces.entries()) {
    if (!piece) continue;
    const isAfterComma = goesOn || (n > 0 && pieces[n - 1]!.goesOn && !pieces[n - 1]!.piece);
    const named = splitNamed(piece);
    const field = form.fields.find((one) => one.name === last);
    if (!named && isAfterComma && field && takesCommas(field) && !bareWords(form).has(piece.toLowerCase())) {
      found.set(last, `${found.get(last)!},${piece}`);
      continue;
    }
    const [name, word] = waiting ? [waiting, piece] : named ? [fieldCalled(form, named[0]), named[1]] : bareOption(form, piece, pieces[n + 1]?.piece ?? "");
    waiting = word === null ? name : "";
    if (word === "") throw new CommandError(`${name}= is without a value.`);
    if (word === null) continue;
    if (found.has(name)) throw new CommandError(`${name} is said twice.`);
    found.set(name, word);
    last = name;
  }
  return Object.fromEntries([...found].map(([name, word]) => [name, completed(form.fields.find((field) => field.name === name)!, word, context)]));
}

function takesCommas(field: Field): boolean {
  return isList(field) || WITH_COMMAS.includes(field.kind);
}

/** The field that a bare word means with its word; null in its place if that is the next word. */
function bareOption(form: VerbForm, piece: string, next: string): readonly [string, string | null] {
  const small = piece.toLowerCase();
  const mayFollow = (field: Field) => next !== "" && !splitNamed(next) && (!isYesNo(field) || YES_NO.includes(next.toLowerCase()));
  const field = form.fields.find((one) => one.name === small);
  if (field && mayFollow(field)) return [field.name, null];
  const words = bareWords(form);
  const near = words.has(small) ? [small] : [...words.keys()].filter((one) => one.startsWith(small));
  const meant = near.flatMap((one) => words.get(one)!);
  if (meant.length === 1) return meant[0]!;
  if (meant.length) throw new CommandError(`'${piece}' may be ${(near.length > 1 ? near : meant.map((pair) => pair.join("="))).join(" or ")}.`);
  const begun = form.fields.filter((one) => one.name.startsWith(small) && mayFollow(one));
  if (begun.length === 1) return [begun[0]!.name, null];
  throw new CommandError(`'${piece}' is no option of ${form.verb}${nearest(small, [...words.keys(), ...optionalFields(form).map((one) => one.name)])}`);
}

/** The field that a name means, perhaps left short. */
function fieldCalled(form: VerbForm, name: string): string {
  const names = form.fields.map((field) => field.name);
  const near = names.includes(name) ? [name] : names.filter((one) => one.startsWith(name));
  if (near.length > 1) throw new CommandError(`'${name}' may be ${near.join(" or ")}.`);
  if (!near[0]) throw new CommandError(`${form.verb} has no '${name}'${nearest(name, names)}`);
  return near[0];
}

/** The word of a field, completed: a unit by its letters or name, a word left short. */
function completed(field: Field, word: string, context: CommandContext): string {
  if (field.kind === "units") return word.split(field.separator).map((one) => unitCalled(one, context.tokens)).join(field.separator);
  if (["unit", "target"].includes(field.kind)) return unitCalled(word, context.tokens);
  if (field.kind === "thing") return thingCalled(field, word, thingsOf(field, context.things));
  return field.words.length ? wordCalled(field, word) : word;
}

/** The thing that a word means, by its name or title, perhaps left short. */
function thingCalled(field: Field, word: string, things: readonly Thing[]): string {
  const small = word.toLowerCase().replaceAll("_", " ");
  const namesOf = (thing: Thing) => [thing.name, thing.title].map((one) => one.toLowerCase().replaceAll("_", " "));
  const near = firstFound(things, [(thing) => thing.name.toLowerCase() === word.toLowerCase(), (thing) => squeezed(thing.name) === squeezed(word), (thing) => namesOf(thing).includes(small), (thing) => namesOf(thing).some((one) => one.startsWith(small))]);
  if (near.length > 1) throw new CommandError(`${field.name}: '${word}' may be ${near.map((thing) => thing.title).join(" or ")}.`);
  if (near[0] || word === "-") return near[0]?.name ?? word;
  const hint = nearest(small, things.flatMap((thing) => [thing.title, thing.name]));
  if (hint !== ".") throw new CommandError(`There is no ${field.name} '${word}'${hint}`);
  return word; // the rules say why not
}

const squeezed = (name: string) => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, "");

/** What the first test that any passes lets through: an id is asked for before what people call things. */
function firstFound<T>(all: readonly T[], tests: readonly ((one: T) => boolean)[]): readonly T[] {
  return tests.map((test) => all.filter(test)).find((found) => found.length) ?? [];
}

function wordCalled(field: Field, word: string): string {
  const small = word.toLowerCase();
  const exact = field.words.find((one) => one.toLowerCase() === small);
  const near = exact ? [exact] : field.words.filter((one) => one.toLowerCase().startsWith(small));
  if (near.length > 1) throw new CommandError(`${field.name}: '${word}' may be ${near.join(" or ")}.`);
  if (!near[0]) throw new CommandError(`'${word}' is no ${field.name}${oneOf(small, field.words)}`);
  return near[0];
}

function unitCalled(word: string, tokens: readonly Token[]): string {
  const small = word.toLowerCase();
  const namesOf = (token: Token) => [token.unit, token.letters, token.name].filter(Boolean).map((one) => one.toLowerCase());
  const near = firstFound(tokens, [(token) => token.unit.toLowerCase() === small, (token) => namesOf(token).includes(small), (token) => namesOf(token).some((one) => one.startsWith(small))]);
  if (near.length > 1) throw new CommandError(`'${word}' may be ${near.map((token) => token.unit).join(" or ")}.`);
  if (near[0] || word === "-") return near[0]?.unit ?? word;
  const hint = nearest(small, tokens.map((token) => token.unit));
  if (hint !== ".") throw new CommandError(`Nobody is called '${word}'${hint}`);
  return word; // the rules say why not
}

const MAX_NAMED = 16; // words that are listed in a sentence

/** The end of a sentence about a word that is none of a few: the nearest of them as a question, else all of them. */
function oneOf(word: string, names: readonly string[]): string {
  const near = nearest(word, names);
  const all = names.filter((name) => name !== "-");
  return near === "." && all.length && all.length <= MAX_NAMED ? `; it may be ${all.join(", ")}.` : near;
}

/** The end of a sentence about a word that nothing has: the nearest name as a question, if any is near. */
function nearest(word: string, names: readonly string[]): string {
  const distances = names.map((name) => [distance(word, name.toLowerCase()), name] as const).sort((a, b) => a[0] - b[0]);
  const [best] = distances;
  return best && best[0] <= Math.max(1, Math.floor(word.length / 2)) && best[0] < word.length ? `; did you mean ${best[1]}?` : ".";
}

/** How many letters are to be put in, left out, altered or swapped to make one word of another. */
function distance(one: string, other: string): number {
  const rows = [Array.from({ length: other.length + 1 }, (_, k) => k)];
  for (let i = 1; i <= one.length; i++) {
    const row = [i];
    for (let j = 1; j <= other.length; j++) {
      const altered = rows[i - 1]![j - 1]! + (one[i - 1] === other[j - 1] ? 0 : 1);
      const swapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1] ? rows[i - 2]![j - 2]! + 1 : altered;
      row.push(Math.min(rows[i - 1]![j]! + 1, row[j - 1]! + 1, altered, swapped));
    }
    rows.push(row);
  }
  return rows[one.length]![other.length]!;
}

/** Completions of the option that a line of a named verb ends with. */
export function optionCompletions(line: string, form: VerbForm, most = 6): string[] {
  const found = /^(.*[\s,/])([^\s,/]*)$/.exec(line);
  if (!form.named || !found || !found[1]!.trim().includes(" ")) return [];
  const [, head = "", begun = ""] = found;
  const small = begun.toLowerCase();
  const rest = optionalFields(form).filter((field) => !head.includes(`${field.name}=`));
  const words = rest.flatMap((field) => (isYesNo(field) ? [field.name] : field.words.length ? field.words.filter((word) => word !== field.default).map((word) => `${field.name}=${word}`) : [`${field.name}=`]));
  const fitting = words.filter((word) => word.startsWith(small) || (small !== "" && word.split("=")[1]?.startsWith(small)));
  return fitting.filter((word) => word !== begun).slice(0, most).map((word) => head + word);
}
