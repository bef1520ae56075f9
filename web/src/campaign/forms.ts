// Forms of a campaign's commands: whom each is about, what is settled already, what is missing, and the command that comes of it.
import type { CommandForm, SheetField, SheetProblem } from "../api/messages";
import { capitalize } from "../play/format";
import { isRecord, type Json } from "../sheets/value";

export type Values = Readonly<Record<string, Json | undefined>>;
export type Named = Readonly<{ id: string; name: string }>;

/** Saved by the editor of sheets, which has a form of its own. */
export const TAKE_SHEET = "take_sheet";

/** Whether somebody can fill in a form by hand; what has records within it comes from matches. */
export function isWritable(form: CommandForm): boolean {
  return form.command !== TAKE_SHEET && !form.fields.some((field) => field.kind === "record");
}

/** Whether a command makes something new, which then has an id of its own. */
export function makesNew(form: CommandForm): boolean {
  return form.fields.some((field) => field.name === "id" && field.required && field.kind === "text");
}

const offers = (field: SheetField, id: string) => field.kind === "choice" && field.choices.some((one) => one.value === id);

/** The fields of a form that can name somebody or something. */
export function fieldsAbout(form: CommandForm, id: string): SheetField[] {
  return form.fields.filter((field) => field.shape === "one" && offers(field, id));
}

/** The forms that are about somebody or something. */
export function formsAbout(forms: readonly CommandForm[], id: string): CommandForm[] {
  return forms.filter((form) => isWritable(form) && !isEarly(form) && form.fields.some((field) => field.shape !== "map" && offers(field, id)));
}

/** Whether there is nothing yet that a form could be about: a choice that is needed, or a list of them, offers nothing. */
export function isEarly(form: CommandForm): boolean {
  return form.fields.some((field) => field.kind === "choice" && (field.required || field.shape === "list") && !field.choices.length);
}

/** The forms that are about nobody of these. */
export function generalForms(forms: readonly CommandForm[], all: readonly Named[]): CommandForm[] {
  return forms.filter((form) => isWritable(form) && !makesNew(form) && !isEarly(form) && !all.some(({ id }) => fieldsAbout(form, id).length));
}

/** What a form begins with when it is opened for somebody: its subject, else a field or the list that can name them. */
export function valuesAbout(form: CommandForm, id: string): Values {
  const fields = fieldsAbout(form, id);
  const first = fields.find((field) => field.name === form.subject) ?? fields[0];
  if (first) return { [first.name]: id };
  const list = form.fields.find((field) => field.shape === "list" && offers(field, id));
  return list ? { [list.name]: [id] } : {};
}

/** The names of fields that need not be asked for, because only they can name who the form was opened for. */
export function settledAbout(form: CommandForm, id: string): string[] {
  const fields = fieldsAbout(form, id);
  return fields.length === 1 ? [fields[0]!.name] : [];
}

/** The values of a command, without those that are as they are. */
export function valuesOf(command: Readonly<Record<string, unknown>>): Values {
  return Object.fromEntries(Object.entries(command).filter(([name, value]) => name !== "command" && value !== null)) as Values;
}

/** An id for something new, made of its name: small letters, digits and _, and taken by nobody else. */
export function idFor(name: string, taken: readonly string[]): string {
  const plain = name.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().replace(/[^a-z0-9]+/g, "_").replace(/^[_0-9]+|_+$/g, "").slice(0, 24);
  const base = plain || "new";
  for (let n = 1; ; n++) {
    const id = n === 1 ? base : `${base}_${n}`;
    if (!taken.includes(id)) return id;
  }
}

/** What is missing or cannot be, by field, before the server is asked; the rules judge all else. */
export function problemsBefore(form: CommandForm, values: Values): Record<string, SheetProblem[]> {
  const found = form.fields.flatMap((field): [string, SheetProblem[]][] => {
    const sentence = problemOf(form, field, values[field.name]);
    return sentence ? [[field.name, [problem(field.name, sentence)]]] : [];
  });
  return Object.fromEntries(found);
}

function problemOf(form: CommandForm, field: SheetField, value: Json | undefined): string {
  if (field.kind === "number") {
    const all = Array.isArray(value) ? value : isRecord(value) ? Object.values(value) : [value];
    const wrong = all.find((one) => typeof one === "string" || (field.whole && typeof one === "number" && !Number.isInteger(one)));
    if (wrong !== undefined) return `“${String(wrong)}” is no ${field.whole ? "whole " : ""}number.`;
  }
  if (makesNew(form) && field.name === "name" && !String(value ?? "").trim()) return "A name is needed.";
  if (!field.required || value !== undefined) return "";
  if (field.shape !== "one") return field.shape === "map" ? "Give at least one." : "";
  return field.kind === "choice" ? "Choose one." : field.kind === "number" ? "A number is needed." : "";
}

export function problem(name: string, sentence: string, clause = ""): SheetProblem {
  return { path: [name], sentence, clause, code: "", forbids: true, for_match: false, line: 0 };
}

/** The command of a form; a needed text that is empty goes along, for the rules to say what it is for. */
export function commandOf(form: CommandForm, values: Values): Record<string, Json> {
  const given = form.fields.flatMap((field): [string, Json][] => {
    const value = values[field.name];
    if (value !== undefined) return [[field.name, value]];
    if (!field.required) return [];
    return field.shape === "list" ? [[field.name, []]] : field.kind === "text" ? [[field.name, ""]] : [];
  });
  return { command: form.command, ...Object.fromEntries(given) };
}

/** What a command is called on a button. */
export const titleOf = (form: CommandForm) => capitalize(form.title);

/** What a command does, without the clauses within, of which the first is told beside. */
export const aboutOf = (form: CommandForm) => form.about.replace(/ \([A-Z][A-Z0-9]*-[\dA-Z]\.?\d[^)]*\)/g, "").replaceAll("`", "");

/** The field that a refusal is about, if that is plain: the one that it names (an empty one rather), or the only one. */
export function fieldOf(sentence: string, fields: readonly SheetField[], values: Values): string {
  const [, quoted] = /`\$\.(\w+)/.exec(sentence) ?? /`(\w+)`/.exec(sentence) ?? [];
  if (quoted && fields.some((field) => field.name === quoted)) return quoted;
  const said = new Set(sentence.toLowerCase().split(/[^a-z]+/));
  const named = fields.filter((field) => field.title.toLowerCase().split(" ").every((word) => said.has(word)));
  const empty = named.filter((field) => field.required && (values[field.name] ?? "") === "");
  const [found] = [empty, named, fields].filter((one) => one.length === 1);
  return found?.[0]!.name ?? "";
}

/** Sentences by whom they name first; those that name nobody come under "". */
export function groupSentences(sentences: readonly string[], all: readonly Named[]): [who: string, told: string[]][] {
  const groups = new Map<string, string[]>();
  for (const sentence of sentences) {
    const places = all.map(({ name }) => [sentence.indexOf(name), name] as const).filter(([at]) => at >= 0);
    const who = places.sort(([a, one], [b, other]) => a - b || other.length - one.length)[0]?.[1] ?? "";
    groups.set(who, [...(groups.get(who) ?? []), sentence]);
  }
  return [...groups];
}
