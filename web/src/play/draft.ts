// A choice under construction: what its fields can hold, and the line so far.
import type { Option, Scene, Thing, Token, VerbForm } from "../api/messages";
import type { Menu } from "./menu";
import { type Field, type Values, splitList, isList, joinList, fieldValues, parseLine, writeLine } from "./notation";

/** Set a field. Any other field for which the menu then leaves one value is set to it. */
export function setField(form: VerbForm, values: Values, name: string, value: string, menu: Menu | null): Values {
  const next = { ...values, [name]: value };
  if (!menu?.isComplete) return next;
  const possible = (menu.groups.get(form.verb) ?? []).map((option) => parseLine(form, option.notation)).filter((one) => one[name] === value);
  const others = form.fields.filter((field) => field.name !== name && !isList(field));
  const only = others.map((field) => [field.name, new Set(possible.map((one) => one[field.name] ?? ""))] as const);
  return { ...next, ...Object.fromEntries(only.flatMap(([other, some]) => (some.size === 1 ? [[other, [...some][0]!]] : []))) };
}

/** The options that can fill a draft with lists: those with something in the lists. */
export function fillOptions(form: VerbForm, menu: Menu): Option[] {
  const lists = form.fields.filter(isList);
  const isEmpty = (values: Values) => lists.every((field) => !splitList(values[field.name] ?? "-", field).length);
  return (menu.groups.get(form.verb) ?? []).filter((option) => !isEmpty(parseLine(form, option.notation)));
}

/** Whether a draft gathers things and has none: choosing it is choosing nothing. */
export function isOfNothing(form: VerbForm, values: Values): boolean {
  return form.fields.length > 0 && form.fields.every((field) => isList(field) && !splitList(values[field.name] ?? "-", field).length);
}

/** A value that a field can have, with its description. */
export interface InputRow {
  readonly name: string;
  readonly title: string;
  readonly letters: string;
  readonly notes: readonly string[];
  readonly about: readonly string[];
  readonly token: Token | null;
  readonly group: string;
}

export interface FieldInput {
  readonly field: Field;
  readonly control: "counter" | "toggles" | "words" | "shares" | "place" | "number" | "text";
  readonly rows: readonly InputRow[];
}

/** The input for each field of a verb; without a menu, from the scene alone. */
export function fieldInputs(form: VerbForm, scene: Scene, menu: Menu | null): FieldInput[] {
  const byField = fieldValues(form, menu?.groups.get(form.verb) ?? []);
  const things = menu?.decision.things ?? [];
  const use = menu?.uses.get(form.verb);
  const isWhole = menu?.isComplete === true && (use?.is_built || !use?.is_buildable); // else there is more than the menu has
  return form.fields.map((field) => {
    const offer = byField.get(field.name) ?? [];
    const isFree = form.named && !field.needed; // whatever its kind allows: menus have the usual value
    const names = isFree ? freeNames(field, scene, things) : offer.length && (isWhole || !field.words.length) ? offer : possibleNames(field, scene);
    const control = controlOf(field, names, menu?.isComplete === true && offer.length > 0);
    const thingNames = field.kind === "things" ? things.map((thing) => thing.name) : [];
    const shares = names.map((name) => name.split(":")[0]!);
    const rows = [...new Set([...thingNames, ...(control === "shares" ? shares : names)])];
    const nothing = isFree && field.kind === "thing" ? "usual" : "none";
    return { field, control, rows: rows.map((name) => rowOf(name, scene, things, nothing)) };
  });
}

/** The values that a field can have by its kind alone. */
function possibleNames(field: Field, scene: Scene): readonly string[] {
  const units = ["unit", "target", "units"].includes(field.kind);
  return units ? [...scene.tokens, ...scene.waiting].map((token) => token.unit) : field.words;
}

/** The values of a field that may be left out: none, or what its kind allows. */
function freeNames(field: Field, scene: Scene, things: readonly Thing[]): readonly string[] {
  const names = field.kind === "thing" ? thingsOf(field, things).map((thing) => thing.name) : possibleNames(field, scene);
  return names.length && ["thing", "unit", "target"].includes(field.kind) ? [...new Set([field.default, ...names])] : names;
}

/** The things that a field may name: those of its sort, where things say one. */
export function thingsOf(field: Field, things: readonly Thing[]): readonly Thing[] {
  return things.filter((thing) => !thing.sort || thing.sort === field.sort);
}

function controlOf(field: Field, names: readonly string[], whole: boolean): FieldInput["control"] {
  if (field.kind === "things") return "counter";
  if (field.kind === "units") return "toggles";
  if (field.kind === "split") return "shares";
  if (field.kind === "point") return "place";
  if (field.kind === "number") return "number";
  if (["word", "thing", "unit", "target"].includes(field.kind) && names.length) return "words";
  return whole && names.length < 30 && !isList(field) ? "words" : "text";
}

function rowOf(name: string, scene: Scene, things: readonly Thing[], nothing: string): InputRow {
  const token = [...scene.tokens, ...scene.waiting].find((one) => one.unit === name) ?? null;
  const [what, prefix] = [name.split(":").at(-1)!, name.includes(":") ? `${name.split(":")[0]} ` : ""];
  const thing = things.find((one) => one.name === what);
  const title = token?.title ?? thing?.title ?? what.replaceAll("_", " ");
  const notes = token?.notes ?? thing?.notes.filter((note) => note !== thing.title) ?? [];
  return { name, title: name === "-" ? nothing : prefix + title, letters: thing?.letters ?? "", notes, about: thing?.about ?? [], token, group: thing?.group ?? "" };
}

/** The values of a new draft: empty lists, no place, else those of the menu's first option. */
export function initialValues(form: VerbForm, menu: Menu): Values {
  const first = menu.groups.get(form.verb)?.[0];
  const values = first ? parseLine(form, first.notation) : {};
  return Object.fromEntries(
    form.fields.map((field) => [field.name, isList(field) ? "-" : field.kind === "point" ? "" : (values[field.name] ?? field.default)]),
  );
}

/** Add one item to a list, or remove one; equal items stay together. */
export function adjustCount(values: Values, field: Field, name: string, by: 1 | -1): Values {
  const items = splitList(values[field.name] ?? "-", field);
  const last = items.lastIndexOf(name);
  if (by > 0) items.splice(last < 0 ? items.length : last + 1, 0, name);
  else if (last >= 0) items.splice(last, 1);
  return { ...values, [field.name]: joinList(items, field) };
}

export function countOf(values: Values, field: Field, name: string): number {
  return splitList(values[field.name] ?? "-", field).filter((one) => one === name).length;
}

/** The two shares of a name in a split; `null` if it is not in it. */
export function shareOf(values: Values, field: Field, name: string): readonly [number, number] | null {
  const item = splitList(values[field.name] ?? "-", field).find((one) => one.split(":")[0] === name);
  if (!item) return null;
  const [, first = "0", second = "0"] = item.split(":");
  return [Number(first), Number(second)];
}

export function setShare(values: Values, field: Field, name: string, share: readonly [number, number] | null): Values {
  const items = splitList(values[field.name] ?? "-", field);
  const at = items.findIndex((one) => one.split(":")[0] === name);
  const [first, second] = share ?? [0, 0];
  const item = share ? [second ? `${name}:${first}:${second}` : first ? `${name}:${first}` : name] : [];
  items.splice(at < 0 ? items.length : at, at < 0 ? 0 : 1, ...item);
  return { ...values, [field.name]: joinList(items, field) };
}

/** Whether no option of this verb has a value in the field, nor the draft. */
export function isIdle(field: Field, values: Values, form: VerbForm, menu: Menu): boolean {
  const options = menu.groups.get(form.verb) ?? [];
  const initial = field.default || "-";
  if (field.needed || !options.length || (values[field.name] || initial) !== initial) return false;
  return options.every((option) => (parseLine(form, option.notation)[field.name] || "-") === initial);
}

/** The option on the menu that equals the draft, if any: it has odds. */
export function matchingOption(form: VerbForm, values: Values, menu: Menu): Option | null {
  const line = writeLine(form, values);
  return menu.options.find((option) => option.notation === line) ?? null;
}

/** The total cost, if every thing has a note such as `5 cash` in the same word. */
export function totalCost(things: readonly Thing[], taken: readonly string[]): string {
  const priced = things.map((thing) => thing.notes.map((note) => /^(\d+) ([a-z]+)$/.exec(note)).find((found) => found));
  const word = priced[0]?.[2];
  if (!word || !priced.every((found) => found?.[2] === word)) return "";
  const cost = new Map(things.map((thing, k) => [thing.name, Number(priced[k]![1])]));
  return `${taken.reduce((sum, name) => sum + (cost.get(name) ?? 0), 0)} ${word}`;
}
