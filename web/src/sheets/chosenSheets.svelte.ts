// The sheets of a match that is being made: which is chosen for each use, and the value of its option.
import { newKey } from "../api/client";
import type { SheetForm, SheetUse } from "../api/messages";
import { type Check, OpenSheet, type SheetMatch } from "./openSheet.svelte";
import { forgetSheet, savedSheets, saveSheet, type SavedSheet } from "./saved";
import { amountText, isRecord, type Json } from "./value";

/** What is chosen for a use: a ready-made sheet by its id, or a saved one by its key. */
interface Chosen {
  readonly id: string;
  readonly value: Json;
  readonly summary: string;
  readonly text: string; // the value of the option
}

/** Why a sheet that was picked is not played. */
export interface Obstacle {
  readonly sentence: string;
  readonly clause: string;
}

/** The match that is being made, as far as sheets have to suit it. */
export type MatchPlan = Omit<SheetMatch, "option"> & { readonly usual: Readonly<Record<string, string>> };

export class ChosenSheets {
  saved: readonly SavedSheet[] = $state.raw([]);
  chosen: Readonly<Record<string, Chosen>> = $state.raw({});
  problems: Readonly<Record<string, Obstacle | null>> = $state.raw({}); // why what was picked for a use cannot be played
  editing: OpenSheet | null = $state.raw(null);
  #unsuited: Readonly<Record<string, Chosen>> = {}; // what was chosen for the match before, and is not yet for this one
  readonly #numbers = new Map<string, number>(); // of the last choice for each use: only that counts
  #isClosed = false;

  constructor(
    readonly game: string,
    readonly form: SheetForm,
    private readonly plan: () => MatchPlan,
    private readonly check: Check,
    private readonly onchange: (option: string, value: string | null) => void, // null: as usual
    private readonly store: Storage = localStorage,
  ) {
    this.saved = savedSheets(game, form.id, store);
  }

  /** The id or key of what is played for a use. */
  idFor(use: SheetUse): string {
    return this.chosen[use.option]?.id ?? this.plan().usual[use.option] ?? "";
  }

  summaryFor(use: SheetUse): string {
    const usual = this.form.ready.find((one) => one.id === this.plan().usual[use.option]);
    return this.chosen[use.option]?.summary ?? (usual ? amountText(usual.total, this.form.unit) : "");
  }

  /** Play a sheet for a use; as it is, if the match allows that, else made to suit it. */
  async pick(option: string, value: Json, id: string): Promise<void> {
    const number = this.#begin(option);
    const { usual } = this.plan();
    const ready = this.form.ready.find((one) => one.id === id);
    const isUsual = id === usual[option];
    const asked = { ...this.#matchFor(option), value };
    let report = await this.check({ ...asked, adapt: false });
    let text = ready && ready.option === option ? id : report.text;
    if (!report.fits && !report.problems.some((one) => one.code === "POINTS_EXCEEDED")) {
      report = await this.check({ ...asked, adapt: true });
      text = report.text;
    }
    if (this.#isClosed || number !== this.#numbers.get(option)) return;
    if (!report.fits) {
      const why = report.problems.find((one) => one.forbids);
      this.#report(option, { sentence: `${report.title} cannot be played here: ${why?.sentence ?? ""}`, clause: why?.clause ?? "" });
      return;
    }
    this.#choose(option, { id, value, summary: report.summary, text: isUsual && text === id ? "" : text });
  }

  /** Choose again what was chosen, for a match that has changed and has none of it any more. */
  async suit(): Promise<void> {
    const chosen = (this.#unsuited = { ...this.#unsuited, ...this.chosen });
    this.chosen = {};
    for (const [option, one] of Object.entries(chosen)) {
      if (this.#unsuited !== chosen) return; // the match has changed again
      await this.pick(option, one.value, one.id);
    }
    if (this.#unsuited === chosen) this.#unsuited = {};
  }

  /** Choose nothing any more: the match is no longer being made. */
  close(): void {
    this.#isClosed = true;
  }

  /** Begin a choice for a use: those that are under way for it do not count. */
  #begin(option: string): number {
    const number = (this.#numbers.get(option) ?? 0) + 1;
    this.#numbers.set(option, number);
    return number;
  }

  /** Begin a new sheet, or go on with what is chosen for a use; a ready-made one is copied. */
  async edit(option: string, isNew: boolean): Promise<void> {
    const id = this.idFor({ option, title: "" });
    const saved = this.saved.find((one) => one.key === id);
    const ready = this.form.ready.find((one) => one.id === id);
    const first = isNew ? undefined : (saved?.value ?? ready?.value);
    await this.#open(option, (sheet) => sheet.open((first ?? this.form.empty) as Json), isNew ? newKey() : (saved?.key ?? newKey()));
  }

  async openFile(option: string, text: string): Promise<void> {
    await this.#open(option, async (sheet) => {
      await sheet.openFile(text);
      if (isRecord(sheet.value)) return;
      const why = sheet.report?.problems[0];
      const reason = sheet.error || (why ? `${why.line ? `line ${why.line}: ` : ""}${why.sentence}` : "it is no sheet");
      this.#report(option, { sentence: `The file cannot be opened: ${reason}`, clause: why?.clause ?? "" });
    }, newKey());
  }

  async #open(option: string, begin: (sheet: OpenSheet) => Promise<void>, key: string): Promise<void> {
    const sheet = new OpenSheet(this.check, this.#matchFor(option), key);
    this.#report(option, null);
    await begin(sheet);
    if (isRecord(sheet.value)) this.editing = sheet;
  }

  /** The match that a sheet has to suit, with what is chosen for other uses. */
  #matchFor(option: string): SheetMatch {
    const { usual: _, ...match } = this.plan();
    const others = Object.entries(this.chosen).filter(([name, one]) => name !== option && one.text);
    return { ...match, option, options: { ...match.options, ...Object.fromEntries(others.map(([name, one]) => [name, one.text])) } };
  }

  /** Save what is being written. */
  save(): void {
    const { editing } = this;
    if (!editing) return;
    saveSheet({ key: editing.key, game: this.game, sheet: this.form.id, value: editing.value, kept: Date.now() / 1000 }, this.store);
    this.saved = savedSheets(this.game, this.form.id, this.store);
  }

  /** Save what is being written, and play it. */
  async use(option: string): Promise<void> {
    const { editing } = this;
    if (!editing) return;
    this.save();
    this.editing = null;
    await this.pick(option, editing.value, editing.key);
  }

  forget(key: string): void {
    forgetSheet(key, this.store);
    this.saved = savedSheets(this.game, this.form.id, this.store);
    for (const [option, one] of Object.entries(this.chosen)) {
      if (one.id !== key) continue;
      this.#begin(option);
      this.#choose(option, null);
    }
  }

  #report(option: string, problem: Obstacle | null): void {
    this.problems = { ...this.problems, [option]: problem };
  }

  #choose(option: string, to: Chosen | null): void {
    const { [option]: _, ...others } = this.chosen;
    this.chosen = to ? { ...others, [option]: to } : others;
    this.#report(option, null);
    this.onchange(option, to?.text || null);
  }
}

