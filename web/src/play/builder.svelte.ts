// The builder of a choice: the draft, and the verdict of the rules on it with its odds.
import type { Spot } from "../board/overlay";
import { Plane } from "../board/plane";
import { unitAt } from "../board/describe";
import type { FreeAct, Option, Refusal, VerbForm } from "../api/messages";
import { adjustCount, countOf, initialValues, matchingOption } from "./draft";
import { type Field, type Values, isList, parseLine, unnamedFields, writeLine } from "./notation";
import type { OpenDecision } from "./openDecision.svelte";
import { LatestRequest, type Questions, REST_TIME } from "./requests";

export interface Draft {
  readonly form: VerbForm;
  readonly values: Values;
  readonly free: FreeAct | null;
}

export interface Verdict {
  readonly line: string;
  readonly refusal: Refusal | null;
  readonly option: Option | null; // of a lawful line
}

export class Builder {
  draft: Draft | null = $state.raw(null);
  verdict: Verdict | null = $state.raw(null);
  reason = $state(""); // why, of a draft that needs one
  readonly #checks: LatestRequest;
  readonly #routes: LatestRequest;

  constructor(
    private readonly decision: OpenDecision,
    table: Questions,
  ) {
    this.#checks = new LatestRequest(table, REST_TIME);
    this.#routes = new LatestRequest(table, 0);
  }

  /** Begin a draft of a verb, perhaps with values that are there already. */
  start(form: VerbForm, free: FreeAct | null, begun: Values | null = null): void {
    const menu = this.decision.menu;
    const values = begun ?? (menu && !free ? initialValues(form, menu) : Object.fromEntries(form.fields.map((field) => [field.name, field.default])));
    this.drop();
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
    this.#routes.cancel();
    [this.draft, this.verdict, this.reason] = [null, null, ""];
  }

  /** Another decision is open: an act that is still free is written on; a draft of anything else is void. */
  renew(acts: readonly FreeAct[]): void {
    const { free, form, values } = this.draft ?? {};
    const act = free && acts.find((one) => one.verb === free.verb && one.slot === free.slot);
    if (!act) return this.drop();
    this.draft = { form: form!, values: values!, free: act };
    void this.#check();
  }

  get line(): string {
    return this.draft ? writeLine(this.draft.form, this.draft.values) : "";
  }

  get slot(): string {
    return this.draft?.free?.slot ?? this.decision.slot;
  }

  /** The verdict on the current line. */
  get currentVerdict(): Verdict | null {
    return this.verdict?.line === this.line ? this.verdict : null;
  }

  /** The draft as an option with its odds: from the rules, or from the menu until they have answered. */
  get option(): Option | null {
    if (!this.draft) return null;
    return this.currentVerdict?.option ?? (this.decision.menu && matchingOption(this.draft.form, this.draft.values, this.decision.menu));
  }

  /** The first field that is needed and empty. */
  get missingField(): VerbForm["fields"][number] | null {
    const { form, values } = this.draft ?? {};
    return form?.fields.find((field) => field.needed && !isList(field) && !values?.[field.name]) ?? null;
  }

  /** The point that the draft aims at. */
  get aimSpot(): Spot | null {
    const field = this.draft && unnamedFields(this.draft.form).find((one) => one.kind === "point");
    const scene = this.decision.scene;
    return field && scene ? new Plane(scene).spotNamed(this.draft!.values[field.name] ?? "") : null;
  }

  /** Whether there is anything else to choose. */
  get canLeave(): boolean {
    const menu = this.decision.menu;
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

  /** Fill a unit or a point of the draft by pointing; false if the draft needs neither. */
  fillAt(spot: Spot): boolean {
    const scene = this.decision.scene;
    if (!this.draft || !scene) return false;
    const fields = unnamedFields(this.draft.form);
    const field = fields.find((one) => one.kind === "point");
    const unit = fields.find((one) => one.kind === "unit" || one.kind === "target");
    const on = unitAt(scene, spot);
    const several = fields.find((one) => one.kind === "units");
    if (several && on) return this.#toggle(several, on.unit);
    if (!field && !on && this.#pathField) return this.#fillPath(spot, this.#pathField);
    if (!field && !(unit && on)) return false;
    const values = { ...this.draft.values };
    if (unit && on && (!field || !values[unit.name])) values[unit.name] = on.unit;
    else if (field) values[field.name] = new Plane(scene).name(spot);
    this.change(values);
    return true;
  }

  /** Take a unit into a list of the draft, or out of it. */
  #toggle(field: Field, unit: string): boolean {
    const { values } = this.draft!;
    this.change(adjustCount(values, field, unit, countOf(values, field, unit) ? -1 : 1));
    return true;
  }

  /** The path that the draft may say besides, where the table finds paths. */
  get #pathField(): Field | null {
    const { form, free } = this.draft ?? {};
    const takes = form && !free && this.decision.menu?.uses.get(form.verb)?.takes_path;
    return (takes && form.fields.find((one) => one.kind === "path" && !one.needed)) || null;
  }

  /** Fill the path of the draft with the best one to a place. */
  #fillPath(spot: Spot, field: Field): boolean {
    const { menu, slot } = this.decision;
    const asked = { ask: "route", slot, unit: menu?.actor(null)?.unit ?? "", verb: "", x: spot[0], y: spot[1] } as const;
    void this.#routes.ask(asked).then((answer) => {
      const line = answer?.frame === "answered" ? answer.route?.option.notation : undefined;
      const form = line && this.decision.form(line.split(" ")[0]!);
      const source = form && form.fields.find((one) => one.kind === "path");
      if (source && this.draft) this.change({ ...this.draft.values, [field.name]: parseLine(form, line!)[source.name] ?? "-" });
    });
    return true;
  }
}
