// A choice that is put together piece by piece: what it is so far, whether it would be lawful, and with which odds.
import type { Spot } from "../board/overlay";
import { Plane } from "../board/plane";
import { unitAt } from "../board/describe";
import type { FreeAct, Option, Refusal, VerbForm } from "../api/messages";
import { LatestRequest, REST_TIME } from "./requests";
import { initialValues, matchingOption } from "./draft";
import { type Values, isList, writeLine } from "./notation";
import type { Play } from "./play.svelte";

export interface Draft {
  readonly form: VerbForm;
  readonly values: Values;
  readonly free: FreeAct | null;
}

export interface Verdict {
  readonly line: string;
  readonly refusal: Refusal | null;
  readonly option: Option | null; // what a lawful line means
}

export class Builder {
  draft: Draft | null = $state.raw(null);
  verdict: Verdict | null = $state.raw(null);
  readonly #checks: LatestRequest;

  constructor(readonly play: Play) {
    this.#checks = new LatestRequest(play.table, REST_TIME);
  }

  /** A choice of a verb is begun. */
  start(form: VerbForm, free: FreeAct | null): void {
    const menu = this.play.menu;
    const values = menu && !free ? initialValues(form, menu) : Object.fromEntries(form.fields.map((field) => [field.name, field.default]));
    this.draft = { form, values, free };
    void this.#check();
  }

  change(values: Values): void {
    if (!this.draft) return;
    this.draft = { ...this.draft, values };
    void this.#check();
  }

  drop(): void {
    this.#checks.cancel();
    [this.draft, this.verdict] = [null, null];
  }

  get line(): string {
    return this.draft ? writeLine(this.draft.form, this.draft.values) : "";
  }

  get slot(): string {
    return this.draft?.free?.slot ?? this.play.slot;
  }

  /** The verdict on the line as it is now. */
  get currentVerdict(): Verdict | null {
    return this.verdict?.line === this.line ? this.verdict : null;
  }

  /** What has been put together, in words and with odds: as the rules say, or as the menu does until they have. */
  get option(): Option | null {
    if (!this.draft) return null;
    return this.currentVerdict?.option ?? (this.play.menu && matchingOption(this.draft.form, this.draft.values, this.play.menu));
  }

  /** The first field that is needed and has nothing yet: a unit to be named, a place to be pointed at. */
  get missingField(): VerbForm["fields"][number] | null {
    const { form, values } = this.draft ?? {};
    return form?.fields.find((field) => field.needed && !isList(field) && !values?.[field.name]) ?? null;
  }

  /** Where it is aimed. */
  get aimSpot(): Spot | null {
    const field = this.draft?.form.fields.find((one) => one.kind === "point");
    const scene = this.play.scene;
    return field && scene ? new Plane(scene).spotNamed(this.draft!.values[field.name] ?? "") : null;
  }

  /** Whether there is anything to do but what is put together. */
  get canLeave(): boolean {
    const menu = this.play.menu;
    return !(menu?.builtVerbs.length === 1 && menu.groups.size === 1 && !this.draft?.free);
  }

  async #check(): Promise<void> {
    const line = this.line;
    if (this.missingField) return this.#checks.cancel();
    const answer = await this.#checks.ask({ ask: "may", line, slot: this.slot });
    if (!answer || line !== this.line) return;
    if (answer.frame === "refusal") this.verdict = { line, refusal: answer, option: null };
    else this.verdict = { line, refusal: answer.may, option: answer.option };
  }

  async submit(reason = ""): Promise<boolean> {
    return this.play.perform({ do: "choose", line: this.line, slot: this.slot, reason });
  }

  /** While a place is wanted, pointing gives it. */
  fillAt(spot: Spot): boolean {
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
