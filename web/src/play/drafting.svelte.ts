// A choice that is put together piece by piece: what it is so far, whether it would be lawful, and with which odds.
import type { Spot } from "../board/overlay";
import { Plane } from "../board/plane";
import { unitAt } from "../board/words";
import type { FreeAct, Option, Refusal, VerbForm } from "../made/messages";
import { Newest, REST } from "./asking";
import { begun, matching } from "./draft";
import { type Values, isList, write } from "./notation";
import type { Play } from "./play.svelte";

export interface Draft {
  readonly form: VerbForm;
  readonly values: Values;
  readonly free: FreeAct | null;
}

export interface Verdict {
  readonly line: string;
  readonly refused: Refusal | null;
  readonly option: Option | null; // what a lawful line means
}

export class Drafting {
  draft: Draft | null = $state.raw(null);
  verdict: Verdict | null = $state.raw(null);
  readonly #asks: Newest;

  constructor(readonly play: Play) {
    this.#asks = new Newest(play.table, REST);
  }

  /** A choice of a verb is begun. */
  make(form: VerbForm, free: FreeAct | null): void {
    const menu = this.play.menu;
    const values = menu && !free ? begun(form, menu) : Object.fromEntries(form.fields.map((field) => [field.name, field.default]));
    this.draft = { form, values, free };
    void this.#judge();
  }

  change(values: Values): void {
    if (!this.draft) return;
    this.draft = { ...this.draft, values };
    void this.#judge();
  }

  drop(): void {
    this.#asks.drop();
    [this.draft, this.verdict] = [null, null];
  }

  get line(): string {
    return this.draft ? write(this.draft.form, this.draft.values) : "";
  }

  get slot(): string {
    return this.draft?.free?.slot ?? this.play.slot;
  }

  /** The verdict on the line as it is now. */
  get judged(): Verdict | null {
    return this.verdict?.line === this.line ? this.verdict : null;
  }

  /** What has been put together, in words and with odds: as the rules say, or as the menu does until they have. */
  get option(): Option | null {
    if (!this.draft) return null;
    return this.judged?.option ?? (this.play.menu && matching(this.draft.form, this.draft.values, this.play.menu));
  }

  /** The first field that is needed and has nothing yet: a unit to be named, a place to be pointed at. */
  get missing(): VerbForm["fields"][number] | null {
    const { form, values } = this.draft ?? {};
    return form?.fields.find((field) => field.needed && !isList(field) && !values?.[field.name]) ?? null;
  }

  /** Where it is aimed. */
  get aim(): Spot | null {
    const field = this.draft?.form.fields.find((one) => one.kind === "point");
    const scene = this.play.scene;
    return field && scene ? new Plane(scene).named(this.draft!.values[field.name] ?? "") : null;
  }

  /** Whether there is anything to do but what is put together. */
  get may_leave(): boolean {
    const menu = this.play.menu;
    return !(menu?.built.length === 1 && menu.groups.size === 1 && !this.draft?.free);
  }

  async #judge(): Promise<void> {
    const line = this.line;
    if (this.missing) return this.#asks.drop();
    const answer = await this.#asks.ask({ ask: "may", line, slot: this.slot });
    if (!answer || line !== this.line) return;
    if (answer.frame === "refusal") this.verdict = { line, refused: answer, option: null };
    else this.verdict = { line, refused: answer.may, option: answer.option };
  }

  async finish(reason = ""): Promise<boolean> {
    return this.play.does({ do: "choose", line: this.line, slot: this.slot, reason });
  }

  /** While a place is wanted, pointing gives it. */
  fills(spot: Spot): boolean {
    const scene = this.play.scene;
    if (!this.draft || !scene) return false;
    const field = this.draft.form.fields.find((one) => one.kind === "point");
    const unit = this.draft.form.fields.find((one) => one.kind === "unit" || one.kind === "target");
    const on = unitAt(scene, spot);
    if (!field && !(unit && on)) return false;
    const values = { ...this.draft.values };
    if (unit && on && (!field || !values[unit.name])) values[unit.name] = on.unit;
    else if (field) values[field.name] = new Plane(scene).name(spot);
    this.change(values);
    return true;
  }
}
