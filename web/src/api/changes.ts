// What a socket is told, as the messages that HTTP answers with: words are said once, then numbers stand for them.
// `docs/protocol.md` describes the frames; the server has the same in `server/wire/decoder.py`.

import { eventTexts } from "./eventTexts";
import type { Json, JsonObject } from "./json";
import type { Change, DecisionMessage, Dictionary, EventItem, Item, Menu, Now, OptionMessage, QuickChoice, Scene, Terms, Welcome } from "./messages";
import { QuickReader } from "./quick";

/** The version of what is said on sockets. */
export const PROTOCOL = 11;

const HIDDEN = "hidden";
const [MAY_UNDO, MUST_ASK] = [1, 2]; // what `undo` of a quick choice says
const NOBODY = -1; // has to decide: the match is over

/** A text for each option of a group: none, one for all, or one for most and others with the numbers of their options. */
type Column = null | { readonly base: string | null; readonly others: ReadonlyMap<number, string | null> };

/** Options of one menu that are written alike: `{}` in `form` stands for each word in turn. */
interface Group {
  readonly form: string;
  readonly words: string;
  readonly columns: Readonly<Record<ColumnName, Column>>;
}

/** What everybody is told of a quick choice: event, milliseconds since the table was made, slot, who has to decide, undo, log and rows. */
type QuickNumbers = readonly [number, number, number, number, number, readonly (readonly number[])[], readonly (readonly number[])[]];

const COLUMNS = ["label", "unit", "point", "clause", "target"] as const;
type ColumnName = (typeof COLUMNS)[number];

interface KnownMenu {
  readonly menu: Menu;
  readonly groups: readonly Group[];
  readonly known: readonly Group[]; // all that were ever told of the slot, in order
  readonly options?: readonly OptionMessage[]; // in place of groups, where a quick choice told them
}

const BLANK_MENU: Menu = {
  prompt: "",
  count: null,
  verbs: null,
  things: [],
  clauses: {},
  presets: [],
  legend: [],
  interaction: { uses: [] },
};

/** The view of somebody who knows nothing yet but the board. */
function blankView(you: string, scene: Scene): Now {
  return {
    frame: "now",
    seq: 0,
    event: 0,
    you,
    scene,
    owing: [],
    seats: [],
    decisions: [],
    sealed: [],
    plans: [],
    still: [],
    lapsed: [],
    free: [],
    may_undo: false,
    must_ask_to_undo: false,
    undo: 0,
    redo: 0,
    question: 0,
    proposals: [],
    stopped: null,
    deadline: null,
    over: false,
    result: "",
    role: null,
    commands: false,
  };
}

/** Gives back items and views from the frames of one connection. */
export class ChangeReader {
  /** The number of the last item of the table's stream. */
  seq = 0;
  private readonly welcome: Pick<Welcome, "you" | "streams" | "slots">;
  private readonly dictionary: Dictionary;
  private readonly words: Json[];
  private readonly publicWords: Json[]; // those that everybody knows
  private now: Now;
  private readonly menus = new Map<string, KnownMenu>();
  private open: readonly number[] = [];
  private readonly quick = new QuickReader();
  private readonly made: number; // when the table was made, in milliseconds since 1970

  constructor(welcome: Pick<Welcome, "you" | "streams" | "slots">, terms: Terms, board: Scene) {
    this.welcome = welcome;
    this.dictionary = terms.dictionary;
    this.made = terms.made;
    this.words = [...(terms.words as readonly Json[])];
    this.publicWords = [...(terms.public as readonly Json[])];
    this.now = blankView(welcome.you, board);
  }

  /** The items of a frame, and the view if it has changed. */
  read(frame: Change | QuickChoice): { items: readonly Item[]; now: Now | null } {
    if (frame.frame === "choice") return this.quickChoice(frame);
    this.publicWords.push(...((frame.words ?? []) as readonly Json[]));
    const items = ((frame.items ?? []) as readonly (readonly Json[])[]).map((row) => this.item(row));
    const happened = items.flatMap(({ what }) => (what.item === "happened" ? [what.event + 1] : []));
    const now = frame.view ? this.view(frame.view as JsonObject, happened.length ? Math.max(...happened) : null) : null;
    return { items, now };
  }

  private quickChoice(frame: QuickChoice): { items: readonly Item[]; now: Now } {
    const [event, since, slot, owing, undo, log, all] = frame.choice as unknown as QuickNumbers;
    const rows = [...new Map([...all, ...(frame.own ?? [])].map((row) => [row[0], row])).values()];
    const menuOf = (asked: number) => this.menus.get(String(asked))?.menu ?? BLANK_MENU;
    this.quick.take(frame, rows, this.now, menuOf, (old, patch) => this.patched(old, patch));
    const { columns } = this.now.scene;
    this.seq += 1;
    this.open = [];
    if (frame.menu?.length) {
      const { slot: asked, menu, options } = this.quick.menu(frame.menu, columns);
      this.menus.set(String(asked), { menu, groups: [], known: this.menus.get(String(asked))?.known ?? [], options });
      this.open = [asked];
    }
    this.now = {
      ...this.now,
      ...this.quick.view(rows, this.now),
      seq: this.seq,
      event: event + 1,
      owing: owing === NOBODY ? [] : [this.welcome.slots[owing]!],
      decisions: this.open.map((one) => this.decision(one)),
      may_undo: undo === MAY_UNDO,
      must_ask_to_undo: undo === MUST_ASK,
      undo: undo ? this.undoAfter(event, slot) : 0,
      redo: 0,
      question: event,
    };
    const what: EventItem = {
      item: "happened",
      event,
      kind: "choice",
      slots: [this.welcome.slots[slot]!],
      told: this.quick.events(log, this.dictionary, columns),
      of: 0,
      by: "",
      reason: "",
      panels: this.value((frame.panels ?? []) as unknown as Json) as unknown as EventItem["panels"],
    };
    return { items: [{ stream: this.welcome.streams[0]!, seq: this.seq, at: (this.made + since) / 1000, what }], now: this.now };
  }

  /** The number of the reader's last choice after one by a slot. */
  private undoAfter(event: number, slot: number): number {
    const own = this.now.seats.find((one) => one.name === this.now.you)?.slots ?? [];
    return own.includes(this.welcome.slots[slot]!) ? event : this.now.undo;
  }

  // Views

  private view(told: JsonObject, event: number | null): Now {
    const { menus = {}, open, owing, ...changes } = told;
    if (open) this.open = open as readonly number[];
    if (owing) this.now = { ...this.now, owing: (owing as readonly number[]).map((slot) => this.welcome.slots[slot]!) };
    const now = this.patched(this.now as unknown as Json, changes) as unknown as Now;
    this.seq = (told["seq"] as number | undefined) ?? this.seq;
    this.now = { ...now, seq: this.seq, event: (told["event"] as number | undefined) ?? event ?? this.now.event };
    for (const [slot, change] of Object.entries(menus as JsonObject)) this.changeMenu(slot, change as JsonObject);
    this.now = { ...this.now, decisions: this.open.map((slot) => this.decision(slot)) };
    return this.now;
  }

  private changeMenu(slot: string, change: JsonObject): void {
    const before = this.menus.get(slot) ?? { menu: BLANK_MENU, groups: [], known: [] };
    const { groups: told, known: earlier = [], ...changes } = change;
    const menu = this.patched(before.menu as unknown as Json, changes) as unknown as Menu;
    const known = [...before.known, ...(earlier as readonly (readonly Json[])[]).map((row) => this.group(row))];
    let groups = before.groups;
    if (told) {
      const numbers = new Map(keysOf(known).map((key, k) => [key, k]));
      groups = (told as readonly Json[]).map((one) => (typeof one === "number" ? known[one]! : this.group(one as readonly Json[])));
      for (const [k, key] of keysOf(groups).entries()) {
        const number = numbers.get(key);
        if (number === undefined) known.push(groups[k]!);
        else known[number] = groups[k]!;
      }
    }
    this.menus.set(slot, { menu, groups, known });
  }

  private decision(slot: number): DecisionMessage {
    const { menu, groups, options = groups.flatMap(optionsOf) } = this.menus.get(String(slot))!;
    const verbs = [...new Set(options.map(({ notation }) => notation.split(" ", 1)[0]!))];
    const clause = (verb: string) => menu.clauses[verb] ?? this.dictionary.clauses[verb] ?? "";
    return {
      slot,
      prompt: menu.prompt,
      count: menu.count ?? options.length,
      options,
      verbs: menu.verbs ?? verbs,
      things: menu.things,
      clauses: Object.fromEntries(verbs.map((verb) => [verb, clause(verb)])),
      odds: [],
      presets: menu.presets,
      legend: menu.legend,
      interaction: menu.interaction,
    };
  }

  private group(row: readonly Json[]): Group {
    const [form, words, ...columns] = row;
    const said = this.word(form!, false);
    const listed = this.value(words ?? "") as string; // words are said in this order
    const read = COLUMNS.map((name, k) => [name, this.column(columns[k] ?? null)] as const);
    return { form: said, words: listed, columns: Object.fromEntries(read) as Group["columns"] };
  }

  private column(told: Json): Column {
    if (told === null) return null;
    const [base, ...rest] = Array.isArray(told) && told.length > 1 ? (told as readonly Json[]) : [told];
    const text = this.textOf(base!);
    const others = new Map<number, string | null>();
    for (const [form, ...numbers] of rest as readonly (readonly Json[])[]) {
      const other = this.textOf(form!);
      for (const number of numbers as readonly number[]) others.set(number, other);
    }
    return { base: text, others };
  }

  private textOf(cell: Json): string | null {
    return cell === null ? null : this.word(cell, false);
  }

  /** A value as a patch makes it. */
  private patched(old: Json, patch: Json): Json {
    if (Array.isArray(patch)) return this.value((patch as readonly Json[])[0]!);
    if (patch === null || typeof patch !== "object") return patch;
    const changes = patch as JsonObject;
    if ("=" in changes || "+" in changes) return this.value(changes);
    if (typeof old === "string") {
      const [first, between, last] = changes[""] as readonly [number, string, number];
      return old.slice(0, first) + between + old.slice(old.length - last);
    }
    if (!Array.isArray(old)) {
      const found: Record<string, Json> = { ...(old as JsonObject) };
      for (const [name, one] of Object.entries(changes)) found[name] = this.patched(found[name]!, one);
      return found;
    }
    const parts = changes[""] as readonly Json[] | undefined;
    const entries = parts ? this.entries(old as readonly Json[], parts) : [...(old as readonly Json[])];
    for (const [name, one] of Object.entries(changes)) if (name) entries[Number(name)] = this.patched(entries[Number(name)]!, one);
    return entries;
  }

  private entries(old: readonly Json[], parts: readonly Json[]): Json[] {
    return parts.flatMap((part) => {
      if (!Array.isArray(part)) return [this.value(part)];
      if (part.length === 1) return [this.value((part as readonly Json[])[0]!)];
      const [first, count] = part as readonly number[];
      return old.slice(first!, first! + count!);
    });
  }

  /** A value with everything in it that was said before. */
  private value(value: Json): Json {
    if (Array.isArray(value)) return (value as readonly Json[]).map((one) => this.value(one));
    if (value === null || typeof value !== "object") return value;
    const told = value as JsonObject;
    if ("=" in told) return this.entry(told["="] as number);
    if (!("+" in told)) return Object.fromEntries(Object.entries(told).map(([name, one]) => [name, this.value(one)]));
    const said = this.value(told["+"]!);
    this.words.push(said);
    return said;
  }

  // Items

  private item(row: readonly Json[]): Item {
    const [stream, seq, at, what, ...more] = row as readonly [number, number, number, Json, ...Json[]];
    if (stream === 0) this.seq = Math.max(this.seq, seq);
    const told = more.length ? this.happened(what as number, more) : (what as unknown as Item["what"]);
    return { stream: this.welcome.streams[stream]!, seq, at, what: told };
  }

  private happened(event: number, more: readonly Json[]): EventItem {
    const [kind, slots, rows, of = 0, by = "", reason = "", panels = []] = more;
    return {
      item: "happened",
      event,
      kind: this.dictionary.kinds[kind as number]!,
      slots: (slots as readonly number[]).map((slot) => this.welcome.slots[slot]!),
      told: eventTexts(rows as readonly Json[], this.dictionary, (kind, cells) => this.texts(kind, cells)),
      of: of as number,
      by: by as string,
      reason: reason as string,
      panels: this.value(panels) as unknown as EventItem["panels"],
    };
  }

  /** The words of an event's fields. */
  private texts(kind: number, cells: readonly Json[]): string[] {
    const fields = this.dictionary.events[kind]!.fields as readonly (readonly [string, string])[];
    return fields.map(([, form], k) => this.word(cells[k]!, form === "number"));
  }

  /** The word that a cell stands for: a number is that of a word, unless the cell is one of numbers. */
  private word(cell: Json, isNumber: boolean): string {
    if (cell === null) return HIDDEN;
    if (Array.isArray(cell)) {
      this.words.push(cell[0]);
      return cell[0] as string;
    }
    return typeof cell === "string" || isNumber ? String(cell) : (this.entry(cell as number) as string);
  }

  /** The word or value of a number: one of everybody's if it is negative. */
  private entry(number: number): Json {
    return number >= 0 ? this.words[number]! : this.publicWords[-1 - number]!;
  }
}

/** What groups of one menu go by: their form, and how many of that form stand before them. */
function keysOf(groups: readonly Group[]): string[] {
  const before = new Map<string, number>();
  return groups.map(({ form }) => {
    const count = before.get(form) ?? 0;
    before.set(form, count + 1);
    return `${form}\n${count}`;
  });
}

/** The options of a group. */
function optionsOf(group: Group): OptionMessage[] {
  const form = group.form.split(" ");
  const words = form.includes("{}") ? group.words.split(" ") : [""];
  return words.map((word, k) => {
    const notation = form.map((one) => (one === "{}" ? word : one));
    const point = textAt(group.columns.point, k, word, notation, "");
    const option: Record<string, string> = { notation: notation.join(" ") };
    for (const name of COLUMNS) {
      const text = name === "point" ? point : textAt(group.columns[name], k, word, notation, point ?? "");
      if (text !== null) option[name] = text;
    }
    return option as unknown as OptionMessage;
  });
}

/** The text of option `k`, with its words where they belong. */
function textAt(column: Column, k: number, word: string, notation: readonly string[], point: string): string | null {
  const form = column && (column.others.has(k) ? column.others.get(k)! : column.base);
  if (form === null) return null;
  return form.replace(/\{(\w*)\}/g, (_, name: string) => {
    if (name === "point") return point;
    if (name === "open") return "{";
    if (name === "value") return word.slice(word.indexOf("=") + 1);
    return name ? (notation[Number(name)] ?? "") : word;
  });
}
