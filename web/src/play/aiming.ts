// What pointing at the table comes to: a choice made or laid ready, a unit taken up, a way, or why nothing can be done.
import type { Spot } from "../board/overlay";
import { same } from "../board/plane";
import { told, unitAt } from "../board/words";
import type { Option, Sight, Token } from "../made/messages";
import { Newest, REST } from "./asking";
import { blank } from "./menu";
import type { Play } from "./play.svelte";
import { oddsSaid, short } from "./told";

export class Aiming {
  /** Where the cursor was when something was laid ready. */
  armedAt: Spot | null = null;
  readonly #looks: Newest;
  readonly #judges: Newest;
  readonly #sights = new Map<string, Sight | null>();

  constructor(readonly play: Play) {
    this.#looks = new Newest(play.table, REST);
    this.#judges = new Newest(play.table, 0);
  }

  /** Another decision: what was asked before is of no interest. */
  begin(): void {
    this.#sights.clear();
    this.#looks.drop();
    this.#judges.drop();
  }

  /** What was laid ready is put away, and with it what was asked of it. */
  forget(): void {
    this.#judges.drop();
  }

  /** A place is tapped, or Enter is pressed on it. */
  point(spot: Spot): void {
    const { play } = this;
    play.cursor = spot;
    const menu = play.menu;
    if (play.busy || play.drafting.fills(spot) || !menu) return;
    if (play.armed && play.way === null && menu.fitting(play.unit, spot).some((one) => one.notation === play.armed!.notation)) {
      play.confirm();
      return;
    }
    if (play.way && same(play.way.goal, spot)) {
      play.confirm();
      return;
    }
    play.drop();
    const fits = this.#narrowed(menu.fitting(play.unit, spot));
    const on = unitAt(menu.scene, spot, menu.plane.squares ? 0 : menu.plane.step);
    if (fits.length && !(on && fits.every((one) => !one.target) && this.#isOwn(on.unit))) this.#fit(fits, spot);
    else if (on && (this.#isOwn(on.unit) || this.#isIdle(on))) this.take_up(on.unit);
    else void this.#why(spot);
  }

  /** Whether a unit has something to choose, in this decision or another that the seat owes. */
  #isOwn(unit: string): boolean {
    const { menu, now, plain } = this.play;
    const slot = menu?.token(unit)?.slot;
    return !!menu?.units.includes(unit) || !!now?.decisions.some((one) => one.slot === slot && slot !== plain?.slot);
  }

  /** Whether it is a unit of the slot that chooses, with nothing to choose: taken up it can be told why. */
  #isIdle(on: Token): boolean {
    return on.slot === this.play.plain?.slot && on.unit !== this.play.unit;
  }

  #narrowed(options: Option[]): Option[] {
    const found = options.filter((option) => !this.play.verb || option.verb === this.play.verb);
    return found.length ? found : options;
  }

  /** What fits a place is done, if it is one thing without dice that a step back undoes; else it waits for a yes. */
  #fit(fits: readonly Option[], spot: Spot): void {
    const one = fits[0]!;
    const { play } = this;
    const menu = play.menu!;
    const plain = fits.length === 1 && !one.odds.length && !one.target && !play.form(one.verb)?.final;
    if (plain && menu.plane.squares) void play.choose(one);
    else if (menu.isPointing(one.verb) && menu.isBeyond(play.unit, spot)) void this.#walk(one, spot);
    else this.arm(one);
  }

  /** A unit is taken up: its reach and targets are shown. */
  take_up(unit: string): void {
    const { play } = this;
    const slot = play.menu?.token(unit)?.slot;
    if (!play.menu?.units.includes(unit) && slot !== undefined && play.now?.decisions.some((one) => one.slot === slot)) play.turn_to(slot);
    play.drop();
    play.unit = unit;
    const token = play.menu?.token(unit);
    if (token) {
      play.cursor = [token.x, token.y];
      play.table.say(`${told(token)}. ${play.menu!.of(unit).length} choices.`);
    }
  }

  /** A choice is laid ready: its odds are shown, and a yes makes it. */
  arm(option: Option): void {
    const { play } = this;
    play.way = null;
    play.refusal = null;
    play.armed = option;
    const target = play.menu?.token(option.target);
    if (target) play.cursor = [target.x, target.y];
    this.armedAt = play.cursor;
    this.#tell(option);
    if ((play.menu?.isPointing(option.verb) || play.weighing) && option.notation) void this.#judge(option.notation, play.cursor);
  }

  #tell(option: Option): void {
    this.play.table.say([short(this.play.scene!, option.label), ...option.odds.map(oddsSaid), "Enter does it."].join(". "));
  }

  /** A place is pointed at: once the pointer rests, the line of sight to it is shown. */
  look(spot: Spot | null): void {
    this.play.pointed = spot;
    this.#looks.drop();
    if (spot) void this.#rest(spot);
    else this.play.sight = null;
  }

  async #rest(spot: Spot): Promise<void> {
    const { play } = this;
    const from = play.menu?.token(play.actor);
    if (!from || !play.looks || same([from.x, from.y], spot)) {
      play.sight = null;
      return;
    }
    const key = `${from.unit}:${spot}`;
    if (!this.#sights.has(key)) {
      const answer = await this.#looks.ask({ ask: "sight", unit: from.unit, x: spot[0], y: spot[1] });
      if (!answer) return;
      this.#sights.set(key, answer.frame === "answered" ? answer.sight : null);
    }
    const sight = this.#sights.get(key);
    if (same(play.pointed, spot)) play.sight = sight ? { unit: from.unit, at: spot, sight } : null;
  }

  /** Why nothing can be done at a place. */
  async #why(spot: Spot): Promise<void> {
    const { play } = this;
    const line = play.menu?.attempts(play.unit, spot)[0];
    if (line && (play.unit || play.actor)) await this.#judge(line, spot);
  }

  /** Whether a line would be lawful: if not, the refusal is shown; if it is laid ready, what it means and its odds. */
  async #judge(line: string, at: Spot | null): Promise<void> {
    const { play } = this;
    const answer = await this.#judges.ask({ ask: "may", line, slot: play.slot });
    if (!answer) return;
    const refused = answer.frame === "refusal" ? answer : answer.may;
    play.refusal = refused ? { refusal: refused, at } : null;
    if (refused) play.table.say(refused.sentence);
    else if (answer.frame === "answered" && answer.option && play.armed?.notation === line) {
      const said = play.armed.label === answer.option.label && !answer.option.odds.length;
      play.told = line;
      play.armed = { ...answer.option, notation: line }; // as it was pointed at: a second tap finds it again
      if (!said) this.#tell(play.armed);
    }
  }

  async #walk(one: Option, spot: Spot): Promise<void> {
    const { play } = this;
    const answer = await this.#judges.ask({ ask: "way", slot: play.slot, x: spot[0], y: spot[1] });
    if (!answer || !same(play.cursor, spot)) return;
    if (answer.frame === "answered" && answer.way) {
      const clause = play.menu?.groups.get(one.verb)?.[0]?.clause ?? "";
      play.way = { goal: spot, way: answer.way };
      this.armedAt = spot;
      play.armed = blank("", `walk ${answer.way.says}`, one.verb, clause, play.actor ?? "");
      play.table.say(`Walk ${answer.way.says}. Enter goes.`);
    } else this.arm(one);
  }
}
