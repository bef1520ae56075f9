// What pointing at the table comes to: a choice made or laid ready, a unit taken up, a way, or why nothing can be done.
import type { Spot } from "../board/overlay";
import { isSame } from "../board/plane";
import { describeUnit, unitAt } from "../board/describe";
import type { Option, Sight, Token } from "../api/messages";
import { LatestRequest, REST_TIME } from "./requests";
import { newOption } from "./menu";
import type { Play } from "./play.svelte";
import { oddsText, shortText } from "./format";

export class Selection {
  /** Where the cursor was when something was laid ready. */
  pendingAt: Spot | null = null;
  readonly #sightRequests: LatestRequest;
  readonly #checks: LatestRequest;
  readonly #sights = new Map<string, Sight | null>();

  constructor(readonly play: Play) {
    this.#sightRequests = new LatestRequest(play.table, REST_TIME);
    this.#checks = new LatestRequest(play.table, 0);
  }

  /** Another decision: what was asked before is of no interest. */
  begin(): void {
    this.#sights.clear();
    this.#sightRequests.cancel();
    this.#checks.cancel();
  }

  /** What was laid ready is put away, and with it what was asked of it. */
  forget(): void {
    this.#checks.cancel();
  }

  /** A place is tapped, or Enter is pressed on it. */
  point(spot: Spot): void {
    const { play } = this;
    play.cursor = spot;
    const menu = play.menu;
    if (play.busy || play.builder.fillAt(spot) || !menu) return;
    if (play.pending && play.way === null && menu.optionsAt(play.unit, spot).some((one) => one.notation === play.pending!.notation)) {
      play.confirm();
      return;
    }
    if (play.way && isSame(play.way.goal, spot)) {
      play.confirm();
      return;
    }
    play.clear();
    const fits = this.#ofVerb(menu.optionsAt(play.unit, spot));
    const on = unitAt(menu.scene, spot, menu.plane.isSquares ? 0 : menu.plane.step);
    if (fits.length && !(on && fits.every((one) => !one.target) && this.#isOwn(on.unit))) this.#prepareOrChoose(fits, spot);
    else if (on && (this.#isOwn(on.unit) || this.#isIdle(on))) this.selectUnit(on.unit);
    else void this.#explain(spot);
  }

  /** Whether a unit has something to choose, in this decision or another that the seat owes. */
  #isOwn(unit: string): boolean {
    const { menu, now, baseDecision: plain } = this.play;
    const slot = menu?.token(unit)?.slot;
    return !!menu?.units.includes(unit) || !!now?.decisions.some((one) => one.slot === slot && slot !== plain?.slot);
  }

  /** Whether it is a unit of the slot that chooses, with nothing to choose: taken up it can be told why. */
  #isIdle(on: Token): boolean {
    return on.slot === this.play.baseDecision?.slot && on.unit !== this.play.unit;
  }

  #ofVerb(options: Option[]): Option[] {
    const found = options.filter((option) => !this.play.verb || option.verb === this.play.verb);
    return found.length ? found : options;
  }

  /** What fits a place is done, if it is one thing without dice that a step back undoes; else it waits for a yes. */
  #prepareOrChoose(fits: readonly Option[], spot: Spot): void {
    const one = fits[0]!;
    const { play } = this;
    const menu = play.menu!;
    const plain = fits.length === 1 && !one.odds.length && !one.target && !play.form(one.verb)?.final;
    if (plain && menu.plane.isSquares) void play.choose(one);
    else if (menu.isPointVerb(one.verb) && menu.isBeyond(play.unit, spot)) void this.#walk(one, spot);
    else this.prepare(one);
  }

  /** A unit is taken up: its reach and targets are shown. */
  selectUnit(unit: string): void {
    const { play } = this;
    const slot = play.menu?.token(unit)?.slot;
    if (!play.menu?.units.includes(unit) && slot !== undefined && play.now?.decisions.some((one) => one.slot === slot)) play.openSlot(slot);
    play.clear();
    play.unit = unit;
    const token = play.menu?.token(unit);
    if (token) {
      play.cursor = [token.x, token.y];
      play.table.announce(`${describeUnit(token)}. ${play.menu!.optionsOf(unit).length} choices.`);
    }
  }

  /** A choice is laid ready: its odds are shown, and a yes makes it. */
  prepare(option: Option): void {
    const { play } = this;
    play.way = null;
    play.refusal = null;
    play.pending = option;
    const target = play.menu?.token(option.target);
    if (target) play.cursor = [target.x, target.y];
    this.pendingAt = play.cursor;
    this.#announceOption(option);
    if ((play.menu?.isPointVerb(option.verb) || play.oddsLoading) && option.notation) void this.#check(option.notation, play.cursor);
  }

  #announceOption(option: Option): void {
    this.play.table.announce([shortText(this.play.scene!, option.label), ...option.odds.map(oddsText), "Enter does it."].join(". "));
  }

  /** A place is pointed at: once the pointer rests, the line of sight to it is shown. */
  hover(spot: Spot | null): void {
    this.play.hoverSpot = spot;
    this.#sightRequests.cancel();
    if (spot) void this.#loadSight(spot);
    else this.play.sight = null;
  }

  async #loadSight(spot: Spot): Promise<void> {
    const { play } = this;
    const from = play.menu?.token(play.actor);
    if (!from || !play.sightShown || isSame([from.x, from.y], spot)) {
      play.sight = null;
      return;
    }
    const key = `${from.unit}:${spot}`;
    if (!this.#sights.has(key)) {
      const answer = await this.#sightRequests.ask({ ask: "sight", unit: from.unit, x: spot[0], y: spot[1] });
      if (!answer) return;
      this.#sights.set(key, answer.frame === "answered" ? answer.sight : null);
    }
    const sight = this.#sights.get(key);
    if (isSame(play.hoverSpot, spot)) play.sight = sight ? { unit: from.unit, at: spot, sight } : null;
  }

  /** Why nothing can be done at a place. */
  async #explain(spot: Spot): Promise<void> {
    const { play } = this;
    const line = play.menu?.attemptLines(play.unit, spot)[0];
    if (line && (play.unit || play.actor)) await this.#check(line, spot);
  }

  /** Whether a line would be lawful: if not, the refusal is shown; if it is laid ready, what it means and its odds. */
  async #check(line: string, at: Spot | null): Promise<void> {
    const { play } = this;
    const answer = await this.#checks.ask({ ask: "may", line, slot: play.slot });
    if (!answer) return;
    const refused = answer.frame === "refusal" ? answer : answer.may;
    play.refusal = refused ? { refusal: refused, at } : null;
    if (refused) play.table.announce(refused.sentence);
    else if (answer.frame === "answered" && answer.option && play.pending?.notation === line) {
      const said = play.pending.label === answer.option.label && !answer.option.odds.length;
      play.toldLine = line;
      play.pending = { ...answer.option, notation: line }; // as it was pointed at: a second tap finds it again
      if (!said) this.#announceOption(play.pending);
    }
  }

  async #walk(one: Option, spot: Spot): Promise<void> {
    const { play } = this;
    const answer = await this.#checks.ask({ ask: "way", slot: play.slot, x: spot[0], y: spot[1] });
    if (!answer || !isSame(play.cursor, spot)) return;
    if (answer.frame === "answered" && answer.way) {
      const clause = play.menu?.groups.get(one.verb)?.[0]?.clause ?? "";
      play.way = { goal: spot, way: answer.way };
      this.pendingAt = spot;
      play.pending = newOption("", `walk ${answer.way.says}`, one.verb, clause, play.actor ?? "");
      play.table.announce(`Walk ${answer.way.says}. Enter goes.`);
    } else this.prepare(one);
  }
}
