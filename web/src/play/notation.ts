// Notation of choices: parse and write lines, and complete a line that has been started.
import type { Option, VerbForm } from "../api/messages";

export type Field = VerbForm["fields"][number];
export type Values = Readonly<Record<string, string>>;

const LISTS = ["things", "units", "split", "path", "list"];

export function isList(field: Field): boolean {
  return LISTS.includes(field.kind);
}

/** The fields that are written without their name, in order. */
export function unnamedFields(form: VerbForm): readonly Field[] {
  return form.named ? form.fields.filter((field) => field.needed) : form.fields;
}

/** The name and the word of `name=word`; null for any other word. */
export function splitNamed(word: string): readonly [string, string] | null {
  const found = /^([A-Za-z_]\w*)=(.*)$/.exec(word);
  return found && [found[1]!.toLowerCase(), found[2]!];
}

/** The values of a line by field; what is left out has its default. */
export function parseLine(form: VerbForm, line: string): Values {
  const words = line.split(" ").slice(1);
  const named = new Map(words.map(splitNamed).filter((pair) => pair !== null));
  const unnamed = words.filter((word) => !splitNamed(word));
  const places = new Map(unnamedFields(form).map((field, k) => [field.name, unnamed[k]]));
  return Object.fromEntries(form.fields.map((field) => [field.name, named.get(field.name) ?? places.get(field.name) ?? field.default]));
}

/** A verb with its fields as one line; trailing defaults are left out, or of a named verb all of them. */
export function writeLine(form: VerbForm, values: Values): string {
  const wordOf = (field: Field) => (values[field.name] ?? "").trim().replaceAll(/\s+/g, "_") || "-";
  const words = unnamedFields(form).map(wordOf);
  if (form.named) {
    const said = form.fields.filter((field) => !field.needed && values[field.name] && wordOf(field) !== (field.default || "-"));
    return [form.verb, ...words, ...said.map((field) => `${field.name}=${wordOf(field)}`)].join(" ");
  }
  while (words.length) {
    const field = form.fields[words.length - 1]!;
    if (field.needed || words.at(-1) !== field.default) break;
    words.pop();
  }
  return [form.verb, ...words].join(" ");
}

/** The items of a list's word. */
export function splitList(word: string, field: Field): string[] {
  return word === "-" || word === "" ? [] : word.split(field.separator);
}

export function joinList(some: readonly string[], field: Field): string {
  return some.join(field.separator) || "-";
}

/** The values that the menu's options have in each field of a verb, in order. */
export function fieldValues(form: VerbForm, options: readonly Option[]): Map<string, string[]> {
  const wordsByField = new Map<string, Set<string>>(form.fields.map((field) => [field.name, new Set()]));
  for (const option of options) {
    const values = parseLine(form, option.notation);
    for (const field of form.fields) {
      const word = values[field.name]!;
      for (const one of isList(field) ? splitList(word, field) : [word]) wordsByField.get(field.name)!.add(one);
    }
  }
  return new Map([...wordsByField].map(([name, words]) => [name, [...words]]));
}

/** Completions of a line: options that begin with it, then verbs, then options that contain its words. */
export function completions(line: string, options: readonly Option[], verbs: readonly VerbForm[], most = 6): string[] {
  const start = line.trimStart().toLowerCase();
  if (!start) return [];
  const starting = options.map((option) => option.notation).filter((one) => one.toLowerCase().startsWith(start));
  const inside = options.map((option) => option.notation).filter((one) => hasWords(one, start));
  const verbLines = verbs.map((form) => `${form.verb} `).filter((one) => one.startsWith(start));
  return [...new Set([...starting, ...verbLines, ...inside])].filter((one) => one !== line).slice(0, most);
}

function hasWords(line: string, start: string): boolean {
  const words = line.toLowerCase().split(" ");
  return start.split(/\s+/).every((part) => words.some((word) => word.startsWith(part) || word.includes(`.${part}`)));
}

/** How to write a verb, for people. */
export function usage(form: VerbForm): string {
  return [form.verb, ...form.fields.map((field) => (field.needed ? field.name : `[${field.name}${form.named ? "=" : ""}]`))].join(" ");
}
