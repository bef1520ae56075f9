// What quick choices tell in numbers, as the messages that HTTP answers with: `docs/protocol.md` has the frames.
// The server has the same in `server/wire/quick_decoder.py`.

import { eventTexts } from "./eventTexts";
import type { Json } from "./json";
import type { Dictionary, EventText, Lexicon, Menu, Now, OptionMessage, QuickChoice, Role, Scene } from "./messages";
import { fill } from "./sentences";

type Numbers = readonly number[];
type Token = Scene["tokens"][number];
type Patch = (old: Json, patch: Json) => Json;

const [ITSELF, SQUARE] = [-1, -2]; // forms of numbers that stand for no text of a list
const PLACE = 2; // numbers at the beginning of a unit's row: where it is
const [STANDING, ROLE] = [0, 1]; // rows after those of units

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
    const units = this.lexicon!.rows;
    const names = this.texts[this.lexicon!.units]!;
    const tokens = new Map(tokensOf(now.scene).map((token) => [names.indexOf(token.unit) - 1, token]));
    let { standing } = now.scene;
    let { role } = now;
    for (const row of rows) {
      const [i = 0, x = 0, y = 0] = row;
      const value = this.values.get(this.key(row));
      if (i >= units) {
        if (i === units + STANDING) standing = value as unknown as Scene["standing"];
        else if (value !== undefined) role = value as unknown as Role;
      } else if (value) {
        tokens.set(i, { ...(value as unknown as Token), x, y });
      } else {
        tokens.delete(i);
      }
    }
    const found = [...tokens].sort(([one], [other]) => one - other).map(([, token]) => token);
    const scene = { ...now.scene, standing, tokens: found.filter(({ x }) => x >= 0), waiting: found.filter(({ x }) => x < 0) };
    return { scene, role };
  }

  /** The slot of a menu, the menu without its options, and these; `columns` are those of the board. */
  menu(menu: readonly Numbers[], columns: readonly string[]): { slot: number; menu: Menu; options: OptionMessage[] } {
    const [asked, ...groups] = menu;
    const options = groups.flatMap((group) => this.options(group, columns));
    return { slot: asked![0]!, menu: this.values.get(menuKey(asked!)) as unknown as Menu, options };
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
    const { rows, units } = this.lexicon!;
    const value = row < rows ? tokensOf(now.scene).find(({ unit }) => unit === this.text(units, row)) : row === rows + ROLE ? now.role : now.scene.standing;
    return (value ?? null) as unknown as Json;
  }

  private options(group: Numbers, columns: readonly string[]): OptionMessage[] {
    const [number, ...told] = group;
    const { 0: verb, 1: forms, 2: lists, 3: label } = this.lexicon!.verbs[number! - 1]!;
    if (lists) {
      const listed = told.slice(1).map((one) => this.text(forms[0]!, one));
      return [option(label, [verb, listed.join(",") || "-"], "")];
    }
    const numbers = isInRuns(forms) ? [...told.slice(0, 1), ...squaresOf(told.slice(1))] : told;
    const width = forms.reduce((sum, form) => sum + (form === SQUARE ? 2 : 1), 0);
    const shared = width > 1 ? numbers.slice(0, 1) : [];
    const step = width - shared.length;
    const begins = step ? Array.from({ length: (numbers.length - shared.length) / step }, (_, k) => shared.length + k * step) : [0];
    return begins.map((begin) => {
      const words = this.cells(forms, [...shared, ...numbers.slice(begin, begin + step)], columns);
      return option(label, [verb, ...words], this.lexicon!.notes[words[forms.indexOf(SQUARE)] ?? ""] ?? "");
    });
  }

  /** A text for each field. */
  private cells(forms: Numbers, numbers: Numbers, columns: readonly string[]): string[] {
    let at = 0;
    return forms.map((form) => {
      if (form !== SQUARE) return this.text(form, numbers[at++]!);
      at += 2;
      return `${columns[numbers[at - 2]!]}${numbers[at - 1]! + 1}`;
    });
  }

  private text(form: number, number: number): string {
    if (form === ITSELF) return String(number);
    const texts = this.texts[form]!;
    return texts[number + 1] ?? texts[0]!;
  }
}

/** Whether the squares of a verb with these fields are told in runs: it is of something and a square. */
function isInRuns(forms: Numbers): boolean {
  return forms.length === 2 && forms[0] !== SQUARE && forms[1] === SQUARE;
}

/** Column and row of each square of some runs: column and row of the first, and how many lie to the right. */
function squaresOf(runs: Numbers): Numbers {
  return Array.from({ length: runs.length / 3 }, (_, k) => runs.slice(3 * k, 3 * k + 3)).flatMap(([x = 0, y = 0, count = 0]) =>
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

/** An option by the words of its notation; without a label where it is called as it is written. */
function option(label: string, words: readonly string[], note: string): OptionMessage {
  const notation = words.join(" ");
  const title = label && fill(label, new Map([...words.map((word, k) => [`w${k}`, word] as const), ["note", note]]));
  return (title && title !== notation.replaceAll("_", " ") ? { notation, label: title } : { notation }) as OptionMessage;
}
