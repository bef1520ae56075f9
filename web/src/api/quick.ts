// What quick choices tell in numbers, as the messages that HTTP answers with: `docs/protocol.md` has the frames.
// The server has the same in `server/wire/quick_decoder.py`.

import { eventTexts } from "./eventTexts";
import type { Json } from "./json";
import type { Dictionary, EventText, Lexicon, Menu, Now, OptionMessage, QuickChoice, Role, Scene } from "./messages";
import { fill } from "./sentences";

type Numbers = readonly number[];
type Group = readonly (number | Numbers)[];
type Token = Scene["tokens"][number];
type Patch = (old: Json, patch: Json) => Json;
type Ground = NonNullable<Scene["ground"]>;

/** How a field of a verb is told: its form, the word that a notation leaves out at its end, and what parts the entries of a list. */
type Field = readonly [form: number, usual: string | null, between: string];
/** How a verb is told: its word, its fields, its label, and the forms of what that says besides. */
type VerbForm = readonly [verb: string, fields: readonly Field[], label: string, facts: Numbers];

const [ITSELF, SQUARE, POINT, SIGNED, TENTHS, LENGTH] = [-1, -2, -3, -4, -5, -6]; // forms of numbers that stand for no text of a list
const PLACE = 2; // numbers at the beginning of a unit's row: where it is
const [ROLE, MARKS, TRAILS] = [0, 1, 2]; // rows after those of units and lines

/** What a reader has been told of rows: values by row and what stands in it, and how slots are asked. */
export class QuickReader {
  private lexicon: Lexicon | null = null;
  private texts: readonly (readonly string[])[] = []; // of the lexicon
  private readonly values = new Map<string, Json>();

  /**
   * Take in what a frame with some rows says for the first time. `now` is the view before it, `menuOf` the menu of a slot
   * before it, `patched` a value as a patch makes it.
   */
  take(frame: QuickChoice, rows: readonly Numbers[], now: Now, menuOf: (slot: number) => Menu, patched: Patch): void {
    if (frame.lexicon) {
      this.lexicon = frame.lexicon;
      this.texts = frame.lexicon.texts.map(withGaps);
      this.values.clear();
    }
    for (const [row, patch] of (frame.said ?? []) as readonly (readonly [number | Numbers, Json])[]) {
      if (typeof row !== "number") {
        this.values.set(menuKey(row), patched(menuOf(row[0]!) as unknown as Json, patch));
      } else {
        const told = rows.find(([first]) => first === row)!;
        this.values.set(this.key(told), patched(this.before(row, now), patch));
      }
    }
  }

  /** The Scene and the Role after a frame with some rows. */
  view(rows: readonly Numbers[], now: Now): { scene: Scene; role: Role | null } {
    const { rows: units, lines, steps } = this.lexicon!;
    const names = this.texts[this.lexicon!.units]!;
    const tokens = new Map(tokensOf(now.scene).map((token) => [names.indexOf(token.unit) - 1, token]));
    const standing = [...now.scene.standing];
    let { ground } = now.scene;
    let { role } = now;
    for (const row of rows) {
      const [i = 0, x = 0, y = 0] = row;
      const value = this.values.get(this.key(row));
      if (i >= units) {
        if (i < units + lines) standing[i - units] = value as unknown as Scene["standing"][number];
        else if (i === units + lines + MARKS) ground = { ...ground!, marks: value as unknown as Ground["marks"] };
        else if (i === units + lines + TRAILS) ground = { ...ground!, trails: value as unknown as Ground["trails"] };
        else if (value !== undefined) role = value as unknown as Role;
      } else if (value) {
        tokens.set(i, { ...(value as unknown as Token), x: x / steps, y: y / steps });
      } else {
        tokens.delete(i);
      }
    }
    const found = [...tokens].sort(([one], [other]) => one - other).map(([, token]) => token);
    const scene = { ...now.scene, standing, ground, tokens: found.filter(({ x }) => x >= 0), waiting: found.filter(({ x }) => x < 0) };
    return { scene, role };
  }

  /** The slot of a menu, the menu without its options, and these; `columns` are those of the board. */
  menu(menu: readonly Group[], columns: readonly string[]): { slot: number; menu: Menu; options: OptionMessage[] } {
    const [asked, ...groups] = menu as readonly [Numbers, ...Group[]];
    const options = groups.flatMap((group) => this.options(group, columns));
    return { slot: asked[0]!, menu: this.values.get(menuKey(asked)) as unknown as Menu, options };
  }

  /** The rows of a log in words. */
  events(log: readonly Numbers[], dictionary: Dictionary, columns: readonly string[]): EventText[] {
    return eventTexts(log, dictionary, (kind, cells) => this.cells(this.lexicon!.events[kind]!, cells as Numbers, columns));
  }

  /** By what the value of a row is found again: zeros at its end may be left out. */
  private key(row: Numbers): string {
    const [i, ...numbers] = row;
    const told = i! < this.lexicon!.rows ? numbers.slice(PLACE) : numbers;
    return `${i} ${told.join(" ")}`.replace(/( 0)+$/, "");
  }

  private before(row: number, now: Now): Json {
    const { rows, lines, units } = this.lexicon!;
    const { scene, role } = now;
    if (row < rows) return (tokensOf(scene).find(({ unit }) => unit === this.text(units, row)) ?? null) as unknown as Json;
    if (row < rows + lines) return scene.standing[row - rows] as unknown as Json;
    if (row === rows + lines + ROLE) return role as unknown as Json;
    return (row === rows + lines + MARKS ? scene.ground!.marks : scene.ground!.trails) as unknown as Json;
  }

  private options(group: Group, columns: readonly string[]): OptionMessage[] {
    const told = group.filter((one) => typeof one === "number");
    const verb = this.lexicon!.verbs[told[0]! - 1] as unknown as VerbForm;
    const [, fields, , facts] = verb;
    const numbers = isInRuns(verb) ? [told[1]!, ...placesOf(told.slice(2))] : told.slice(1);
    const fixed = fields.reduce((sum, [form, , between]) => sum + (between ? 0 : widthOf(form)), 0);
    if (facts.length || fields.some(([, , between]) => between)) {
      return group.flatMap((one) => (typeof one === "number" ? [] : this.part(verb, fixed, numbers, one, columns)));
    }
    const shared = Math.min(1, Math.max(fixed - 1, 0));
    const own = fixed ? cut(numbers.slice(shared), fixed - shared) : [[]];
    return own.map((one) => this.option(verb, [...numbers.slice(0, shared), ...one], [], [], columns));
  }

  /** The options of a part of a group: with the same last fact, and as many entries in their lists. */
  private part(verb: VerbForm, fixed: number, shared: Numbers, part: Numbers, columns: readonly string[]): OptionMessage[] {
    const [, fields, , facts] = verb;
    const last = part.slice(0, facts.length ? 1 : 0);
    const entry = fields.reduce((sum, [form, , between]) => sum + (between ? widthOf(form) : 0), 0);
    const size = entry ? part[last.length]! : 0;
    const entries = part.slice(last.length + (entry ? 1 : 0));
    const places = entry === 2 ? summedUp(entries) : entries;
    const lists = size ? cut(places, entry * size) : [[]];
    return lists.map((one) => this.option(verb, shared.slice(0, fixed), one, [...shared.slice(fixed), ...last], columns));
  }

  /** An option by its fixed numbers, those of its list and those of its facts. */
  private option([verb, fields, form, facts]: VerbForm, fixed: Numbers, entries: Numbers, more: Numbers, columns: readonly string[]): OptionMessage {
    const single = this.cells(
      fields.filter(([, , between]) => !between).map(([one]) => one),
      fixed,
      columns,
    );
    let [place, end] = ["", ""];
    const words = fields.map(([one, , between]) => {
      if (!between) {
        const word = single.shift()!;
        if (isPlace(one)) place ||= word;
        return word;
      }
      const listed = this.cells(Array<number>(entries.length / widthOf(one)).fill(one), entries, columns);
      if (isPlace(one)) end = listed.at(-1) ?? "";
      return listed.join(between) || "-";
    });
    let count = words.length;
    while (count && fields[count - 1]![1] === words[count - 1]) count -= 1;
    const notation = [verb, ...words.slice(0, count)].join(" ");
    const texts = new Map([["note", this.lexicon!.notes[place] ?? ""], ["point", end || place]]);
    for (const [k, word] of words.entries()) texts.set(`w${k + 1}`, k < count ? word : "");
    for (const [k, text] of this.cells(facts, more, columns).entries()) texts.set(`f${k + 1}`, text);
    const label = form && fill(form, texts);
    const option: Record<string, string> = { notation };
    if (label && label !== notation.replaceAll("_", " ")) option["label"] = label; // else it is called as it is written
    if (end) option["point"] = end;
    return option as unknown as OptionMessage;
  }

  /** A text for each form. */
  private cells(forms: Numbers, numbers: Numbers, columns: readonly string[]): string[] {
    let at = 0;
    return forms.map((form) => {
      const [one, other] = [numbers[at]!, numbers[at + 1]!];
      at += widthOf(form);
      if (form === SQUARE) return `${columns[one]}${other + 1}`;
      return form === POINT ? `${this.text(LENGTH, one)},${this.text(LENGTH, other)}` : this.text(form, one);
    });
  }

  private text(form: number, number: number): string {
    if (form === ITSELF) return String(number);
    if (form === SIGNED) return number ? `${number > 0 ? "+" : ""}${number}` : "";
    if (form === TENTHS) return (number / 10).toFixed(1);
    if (form === LENGTH) return String(number / this.lexicon!.steps);
    const texts = this.texts[form]!;
    return texts[number + 1] ?? texts[0]!;
  }
}

/** How many numbers are of a form. */
function widthOf(form: number): number {
  return isPlace(form) ? 2 : 1;
}

function isPlace(form: number): boolean {
  return form === SQUARE || form === POINT;
}

/** Whether the places of a verb are told in runs: it is of something and a place. */
function isInRuns([, fields, , facts]: VerbForm): boolean {
  const [first, second] = fields;
  if (facts.length || fields.length !== 2 || first![2] || second![2]) return false;
  return !isPlace(first![0]) && isPlace(second![0]);
}

/** Some numbers in pieces of one length. */
function cut(numbers: Numbers, length: number): Numbers[] {
  return Array.from({ length: numbers.length / length }, (_, k) => numbers.slice(k * length, (k + 1) * length));
}

/** Points of which each was told by how far it is from the one before. */
function summedUp(ways: Numbers): Numbers {
  let [x, y] = [0, 0];
  return cut(ways, 2).flatMap(([right = 0, up = 0]) => [(x += right), (y += up)]);
}

/** The x and y of each place of some runs: those of the first, and how many lie to the right. */
function placesOf(runs: Numbers): Numbers {
  return cut(runs, 3).flatMap(([x = 0, y = 0, count = 0]) =>
    Array.from({ length: count }, (_, right) => [x + right, y]).flat(),
  );
}

/** A list of texts whole: a number in it stands for as many that are as the first. */
function withGaps(told: readonly (string | number)[]): string[] {
  return told.flatMap((one) => (typeof one === "string" ? [one] : Array<string>(one).fill(told[0] as string)));
}

function menuKey(asked: Numbers): string {
  return `menu ${asked.join(" ")}`;
}

function tokensOf(scene: Scene): readonly Token[] {
  return [...scene.tokens, ...scene.waiting];
}
