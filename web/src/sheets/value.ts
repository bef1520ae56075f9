// The value of a sheet as plain JSON: fields by path, entries of lists, and what of a report is about which part.
import type { SheetCost, SheetField, SheetForm, SheetProblem } from "../api/messages";

export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };
export type Path = readonly (string | number)[];
type Fields = { readonly [name: string]: Json };

export function isRecord(value: Json | undefined): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** What stands at a path; undefined where there is nothing. */
export function valueAt(value: Json | undefined, path: Path): Json | undefined {
  return path.reduce<Json | undefined>((at, part) => {
    if (Array.isArray(at)) return at[Number(part)] as Json | undefined;
    return isRecord(at) ? at[String(part)] : undefined;
  }, value);
}

/** The value with something else at a path; undefined takes a field away. */
export function withValue(value: Json | undefined, path: Path, to: Json | undefined): Json {
  const [part, ...rest] = path;
  if (part === undefined) return to ?? null;
  if (typeof part === "number") {
    const list = Array.isArray(value) ? [...(value as Json[])] : [];
    list[part] = withValue(list[part], rest, to);
    return list;
  }
  const { [part]: old, ...others } = isRecord(value) ? value : {};
  if (!rest.length && to === undefined) return others;
  const changed = withValue(old, rest, to);
  return isRecord(value) && part in value ? { ...value, [part]: changed } : { ...others, [part]: changed }; // keeps the order
}

export function listAt(value: Json, path: Path): readonly Json[] {
  const list = valueAt(value, path);
  return Array.isArray(list) ? (list as readonly Json[]) : [];
}

/** The value with one more entry at the end of a list. */
export function withEntry(value: Json, path: Path, entry: Json): Json {
  return withValue(value, path, [...listAt(value, path), entry]);
}

/** The value without the k-th entry of a list. */
export function withoutEntry(value: Json, path: Path, k: number): Json {
  return withValue(value, path, listAt(value, path).filter((_, n) => n !== k));
}

/** A copy of an entry that can stand beside it: without what must be its own, and what is its place. */
export function copyOfEntry(entry: Json, fields: readonly SheetField[]): Json {
  if (!isRecord(entry)) return entry;
  const own = new Set(fields.filter((one) => one.name === "id" || (one.kind === "number" && one.shape === "list")).map((one) => one.name));
  return Object.fromEntries(Object.entries(entry).filter(([name]) => !own.has(name)));
}

/** A list of choices with one more or one less; in the order of the choices, so that it reads the same however made. */
export function toggled(list: readonly Json[], value: string | number, order: readonly (string | number)[]): readonly Json[] {
  if (list.includes(value)) return list.filter((one) => one !== value);
  const place = (one: Json) => (order.includes(one as string) ? order.indexOf(one as string) : order.length);
  return [...list, value].sort((one, other) => place(one) - place(other));
}

/** A number as typed: undefined where nothing is, the text itself where it is none, for the server to refuse. */
export function typedNumber(text: string): Json | undefined {
  const number = Number(text.trim().replace(",", "."));
  return text.trim() === "" ? undefined : Number.isFinite(number) ? number : text;
}

/** A list of numbers of a fixed length with one of them typed anew; undefined once none is left. */
export function withNumber(list: readonly Json[], k: number, length: number, text: string): readonly Json[] | undefined {
  const next = Array.from({ length }, (_, n) => (n === k ? (typedNumber(text) ?? null) : (list[n] ?? null)));
  return next.every((one) => one === null) ? undefined : next;
}

/** A map as rows of texts, with an empty one at the end. */
export function rowsOfMap(value: Json | undefined): [name: string, value: string][] {
  const rows = isRecord(value) ? Object.entries(value).map(([name, one]): [string, string] => [name, String(one)]) : [];
  return [...rows, ["", ""]];
}

/** Rows of texts as a map, without those that are not whole yet; undefined where none is. */
export function mapOfRows(rows: readonly (readonly [name: string, value: string])[], isNumber: boolean): Json | undefined {
  const whole = rows.filter(([name, value]) => name.trim() && value.trim());
  const entries = whole.map(([name, value]): [string, Json] => [name.trim(), isNumber ? typedNumber(value)! : value]);
  return entries.length ? Object.fromEntries(entries) : undefined;
}

export function beginsWith(path: Path, start: Path): boolean {
  return start.every((part, k) => path[k] === part);
}

/** What a part of a sheet costs: the sum of its own costs and of all within it. */
export function costOf(costs: readonly SheetCost[], path: Path): number {
  return costs.filter((one) => beginsWith(one.path, path)).reduce((sum, one) => sum + one.points, 0);
}

/** The problems that belong to a part: within it, unless one of its `fields` shows them itself. */
export function problemsOf(problems: readonly SheetProblem[], path: Path, fields: readonly SheetField[] = []): SheetProblem[] {
  const shown = new Set(fields.map((field) => field.name));
  return problems.filter((one) => beginsWith(one.path, path) && !shown.has(String(one.path[path.length] ?? "")));
}

/** The problems of one value of a map, by its key; with "", those of the map that are of none of these keys. */
export function problemsAt(problems: readonly SheetProblem[], field: SheetField, key: string, keys: readonly string[]): SheetProblem[] {
  return problems.filter(({ path }) => {
    const said = String(path[path.lastIndexOf(field.name) + 1] ?? "");
    return key ? said === key : !keys.includes(said);
  });
}

/** `1 point`, `2 points`, in the unit of the form. */
export function amountText(amount: number, unit: string): string {
  return `${String(amount).replace("-", "−")} ${Math.abs(amount) === 1 ? unit.replace(/s$/, "") : unit}`;
}

/** One of what a list holds: `character` of `characters`. */
export function singular(title: string): string {
  return title.replace(/s$/, "");
}

/** What an entry is called: its id and name, else its number. */
export function entryTitle(entry: Json, k: number): string {
  const words = isRecord(entry) ? [entry["id"], entry["name"]].filter((one) => typeof one === "string" && one !== "") : [];
  return words.join(" ") || `${k + 1}`;
}

/** What a sheet is called, and the names of what its first list holds. */
export function describeSheet(value: Json, form: SheetForm): { title: string; names: string[] } {
  const list = form.fields.find((field) => field.kind === "record" && field.shape === "list");
  const names = list ? listAt(value, [list.name]).map((entry, k) => nameOf(entry) || `${k + 1}`) : [];
  return { title: nameOf(value) || form.title, names };
}

function nameOf(value: Json): string {
  const name = isRecord(value) ? (value["name"] ?? value["id"]) : "";
  return typeof name === "string" ? name : "";
}

/** A sheet that stands as text in an option of a match; null for the id of one of the content. */
export function sheetInOption(option: string): Json {
  if (!option.startsWith("{")) return null;
  try {
    return JSON.parse(option) as Json;
  } catch {
    return null;
  }
}

/** The fields of a record in two parts: those that make it what it is, and those that are filled in by themselves. */
export function splitFields(fields: readonly SheetField[]): [SheetField[], SheetField[]] {
  const isExtra = (one: SheetField) => one.name === "id" || (!one.required && (one.kind === "number" || one.kind === "text"));
  return [fields.filter((one) => !isExtra(one)), fields.filter(isExtra)];
}
