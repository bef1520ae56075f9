// A sheet that is being written: its value, and what the server tells of it, which is asked anew at every change.
import type { ApiError } from "../api/client";
import type { SheetField, SheetQuestion, SheetReport } from "../api/messages";
import { copyOfEntry, type Json, listAt, type Path, withEntry, withoutEntry, withValue } from "./value";

/** The match that a sheet is for. */
export interface SheetMatch {
  readonly option: string;
  readonly scenario: string;
  readonly options: Readonly<Record<string, string>>;
  readonly packs: readonly string[];
}

const TYPING_PAUSE = 200; // milliseconds without a key, after which what was typed is checked

export type Check = (question: SheetQuestion) => Promise<SheetReport>;

export class OpenSheet {
  value: Json = $state.raw(null);
  report: SheetReport | null = $state.raw(null);
  error = $state(""); // why the server could not be asked
  isChecked = $state(false); // the report is about the value as it stands
  #number = 0; // of the last question: only its answer counts

  constructor(
    private readonly ask: Check,
    readonly match: SheetMatch,
    readonly key: string, // under which it is saved
  ) {}

  /** Begin with a value. */
  open(value: Json): Promise<void> {
    this.value = value;
    return this.#check({ value, adapt: true });
  }

  /** Begin with a file; false if no sheet can be read from it, and then the report says why. */
  async openFile(file: string): Promise<boolean> {
    await this.#check({ file, adapt: true });
    return this.value !== null;
  }

  /** Change what stands at a path; undefined takes it away. While somebody types, only the last change is asked about. */
  async change(path: Path, to: Json | undefined, isTyped = false): Promise<void> {
    this.value = withValue(this.value, path, to);
    this.isChecked = false;
    const number = ++this.#number;
    if (isTyped) await new Promise((then) => setTimeout(then, TYPING_PAUSE));
    if (number === this.#number) await this.#check({ value: this.value });
  }

  /** Add an entry to a list. */
  add(path: Path): Promise<void> {
    return this.#fill(withEntry(this.value, path, {}));
  }

  /** Put a copy of an entry at the end of its list. */
  duplicate(path: Path, k: number, fields: readonly SheetField[]): Promise<void> {
    return this.#fill(withEntry(this.value, path, copyOfEntry(listAt(this.value, path)[k] ?? null, fields)));
  }

  remove(path: Path, k: number): Promise<void> {
    this.value = withoutEntry(this.value, path, k);
    return this.#check({ value: this.value });
  }

  /** Let the server fill in what it can, such as places. */
  adapt(): Promise<void> {
    return this.#fill(this.value);
  }

  #fill(value: Json): Promise<void> {
    this.value = value;
    return this.#check({ value, adapt: true });
  }

  async #check(asked: Pick<SheetQuestion, "value" | "file" | "adapt">): Promise<void> {
    const number = ++this.#number;
    this.isChecked = false;
    const { option, scenario, options, packs } = this.match;
    try {
      const report = await this.ask({ ...asked, option, scenario, options, packs });
      if (number !== this.#number) return;
      this.report = report;
      if (asked.adapt) this.value = report.value as Json;
      [this.isChecked, this.error] = [true, ""];
    } catch (failure) {
      if (number === this.#number) this.error = (failure as ApiError).message;
    }
  }
}
