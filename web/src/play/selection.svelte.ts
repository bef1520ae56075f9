// The selection of a seat: the selected unit, the cursor, and the choice that waits for a second tap or Enter.
import { describeUnit, unitAt } from "../board/describe";
import type { Spot } from "../board/overlay";
import { isSame } from "../board/plane";
import type { Ask, AskReply, Option, Refusal, Route, Token, Way } from "../api/messages";
import { oddsText, shortText } from "./format";
import { newOption } from "./menu";
import type { OpenDecision } from "./openDecision.svelte";
import { LatestRequest, type Questions } from "./requests";

export const SIGN_TIME = 300; // milliseconds that a way may be looked for before the page says so

export class Selection {
  unit: string | null = $state(null);
  cursor: Spot | null = $state.raw(null);
  hoverSpot: Spot | null = $state.raw(null);
  verb: string | null = $state(null); // only options of this verb are shown
  pending: Option | null = $state.raw(null);
  way: { goal: Spot; way: Way } | null = $state.raw(null); // of a pending walk
  route: { goal: Spot; route: Route } | null = $state.raw(null); // of a pending choice that the table has found
  refusal: { refusal: Refusal; at: Spot | null } | null = $state.raw(null);
  isLooking = $state(false); // a way is looked for, and it takes a while
  checkedLine = $state(""); // the pending line that the rules have already answered, with its odds
  /** Where the cursor was when the choice became pending. */
  pendingAt: Spot | null = null;
  readonly actor: string | null = $derived.by(() => this.decision.menu?.actor(this.unit)?.unit ?? this.unit);
  readonly #checks: LatestRequest;
  #signTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly decision: OpenDecision,
    private readonly table: Questions,
  ) {
    this.#checks = new LatestRequest(table, 0);
  }

  /** Begin another decision: nothing is pending, and its default unit is selected. */
  reset(): void {
    this.clear();
    this.verb = null;
    const { menu } = this.decision;
    if (menu?.scene.ground || !menu?.units.includes(this.unit ?? "")) this.unit = menu?.defaultUnit ?? null;
  }

  /** Drop the pending choice and the refusal. */
  clear(): void {
    this.#checks.cancel();
    this.#stopLooking();
    [this.pending, this.pendingAt, this.way, this.route, this.refusal] = [null, null, null, null, null];
    this.checkedLine = "";
  }

  /** Select a unit, and announce it. */
  select(unit: string): void {
    this.clear();
    this.unit = unit;
    const { menu } = this.decision;
    const token = menu?.token(unit);
    if (!menu || !token) return;
    this.cursor = [token.x, token.y];
    this.table.announce(`${describeUnit(token)}. ${menu.optionsOf(unit).length} choices.`);
  }

  /** Whether a unit has an option, in this decision or another that the seat owes. */
  isOwn(unit: string): boolean {
    const { menu, base } = this.decision;
    const slot = menu?.token(unit)?.slot;
    return !!menu?.units.includes(unit) || (slot !== base?.slot && this.decision.owes(slot));
  }

  /** Whether a unit of the deciding slot has no option: selected, it can still be asked why. */
  isIdle(token: Token): boolean {
    return token.slot === this.decision.base?.slot && token.unit !== this.unit;
  }

  /** Put a choice in the place of all that was pending, with the walk or the path that leads to where it is. */
  #replace(option: Option, at: Spot | null, { way, route }: { way?: Way; route?: Route } = {}): void {
    this.clear();
    [this.pending, this.pendingAt] = [option, at];
    if (at && way) this.way = { goal: at, way };
    if (at && route) this.route = { goal: at, route };
  }

  /** Make a choice pending: its odds are shown, and a confirmation makes it. */
  prepare(option: Option): void {
    const { menu, oddsLoading } = this.decision;
    const target = menu?.token(option.target);
    if (target) this.cursor = [target.x, target.y];
    this.#replace(option, this.cursor);
    this.#announceOption(option);
    if ((menu?.isPointVerb(option.verb) || oddsLoading) && option.notation) void this.#check(option.notation, this.cursor);
  }

  /** Make a walk to a place pending; a plain step towards it if there is no way. */
  async prepareWalk(option: Option, spot: Spot): Promise<void> {
    const answer = await this.#look({ ask: "way", slot: this.decision.slot, x: spot[0], y: spot[1] });
    if (!answer || !isSame(this.cursor, spot)) return;
    if (answer.frame !== "answered" || !answer.way) return this.prepare(option);
    const clause = this.decision.menu?.groups.get(option.verb)?.[0]?.clause ?? "";
    this.#replace(newOption("", `walk ${answer.way.says}`, option.verb, clause, this.actor ?? ""), spot, { way: answer.way });
    this.table.announce(`Walk ${answer.way.says}. Enter goes.`);
  }

  /** Make the choice pending that takes the unit along a path to a place; why not, if no path leads there. */
  async prepareRoute(option: Option, spot: Spot): Promise<void> {
    const { slot } = this.decision;
    const answer = await this.#look({ ask: "route", slot, unit: option.unit, verb: this.verb ?? "", x: spot[0], y: spot[1] });
    if (!answer || !isSame(this.cursor, spot)) return;
    if (answer.frame !== "answered" || !answer.route) {
      const on = unitAt(this.decision.scene!, spot);
      if (on && this.isIdle(on)) return this.select(on.unit); // whoever taps an own unit means that unit
      return on ? this.explain(spot) : this.#check(option.notation, spot); // whoever taps an enemy means to attack it
    }
    this.#replace(answer.route.option, spot, { route: answer.route });
    this.#announceOption(answer.route.option);
  }

  /** Make the choice pending that goes along the best path to a place: the pending one, if it may say a path besides. */
  async preparePath(spot: Spot, before: Option | null): Promise<void> {
    const { slot, menu } = this.decision;
    const answer = await this.#look({ ask: "route", slot, unit: this.actor ?? "", verb: this.verb ?? "", x: spot[0], y: spot[1] });
    if (!answer || !isSame(this.cursor, spot)) return;
    if (answer.frame !== "answered" || !answer.route) return void (await this.explain(spot));
    const { route } = answer;
    const line = before?.notation && menu?.withPathOf(before.notation, route.option.notation);
    const option = line ? { ...before, notation: line } : route.option;
    this.#replace(option, spot, { route: line ? { ...route, variants: [] } : route });
    if (line) await this.#check(line, spot);
    else this.#announceOption(option);
  }

  /** Make a choice pending that goes along the path of the pending one. */
  prepareAlong(option: Option, before: Option, route: { goal: Spot; route: Route }): void {
    const line = this.decision.menu?.withPathOf(option.notation, before.notation);
    this.prepare(line ? { ...option, notation: line } : option);
    if (!line) return;
    this.route = { ...route, route: { ...route.route, variants: [] } };
    void this.#check(line, this.cursor);
  }

  /** Ask for a way to a place; the page says so where that takes a while. */
  async #look(ask: Ask): Promise<AskReply | Refusal | null> {
    this.#stopLooking();
    this.#signTimer = setTimeout(() => (this.isLooking = true), SIGN_TIME);
    const answer = await this.#checks.ask(ask);
    if (answer) this.#stopLooking(); // else a newer question is asked, or none any more
    return answer;
  }

  #stopLooking(): void {
    clearTimeout(this.#signTimer);
    this.isLooking = false;
  }

  /** Make another way to go the pending path the pending choice. */
  vary(option: Option): void {
    if (!this.route) return;
    this.refusal = null;
    this.pending = option;
    this.#announceOption(option);
  }

  /** Ask why nothing can be done at a place. */
  async explain(spot: Spot): Promise<void> {
    const line = this.decision.menu?.attemptLines(this.unit, spot)[0];
    if (line && (this.unit || this.actor)) await this.#check(line, spot);
  }

  /** Take the odds of the pending choice from the menu, once they are known. */
  refreshPending(): void {
    const { pending } = this;
    if (pending) this.pending = this.decision.menu?.options.find((one) => one.notation === pending.notation) ?? pending;
  }

  #announceOption(option: Option): void {
    this.table.announce([shortText(this.decision.scene!, option.label), ...option.odds.map(oddsText), "Enter does it."].join(". "));
  }

  /** Ask whether a line is lawful. A refusal is shown; the pending choice gets its label and odds. */
  async #check(line: string, at: Spot | null): Promise<void> {
    const answer = await this.#checks.ask({ ask: "may", line, slot: this.decision.slot });
    if (!answer) return;
    const refusal = answer.frame === "refusal" ? answer : answer.may;
    this.refusal = refusal ? { refusal, at } : null;
    if (refusal) this.table.announce(refusal.sentence);
    else if (answer.frame === "answered" && answer.option && this.pending?.notation === line) {
      const isAnnounced = this.pending.label === answer.option.label && !answer.option.odds.length;
      this.checkedLine = line;
      this.pending = { ...answer.option, notation: line }; // the line as pointed at, so that a second tap finds it
      if (!isAnnounced) this.#announceOption(this.pending);
    }
  }
}
