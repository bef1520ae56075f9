// What a person at a seat has in hand: the open decision, the unit taken up, the place pointed at, what would be done.
import { untrack } from "svelte";

import type { Overlay, Spot } from "../board/overlay";
import { Plane, same } from "../board/plane";
import { told, unitAt } from "../board/words";
import type { Answered, Asking, Decision, Doing, Done, FreeAct, Now, Option, Refusal, Scene, Sight, Threat, VerbForm, Way } from "../made/messages";
import { begun, matching } from "./draft";
import { Menu, best, blank } from "./menu";
import { type Values, write } from "./notation";
import { shining } from "./shining";
import { oddsSaid, short } from "./told";

export type Act = Doing["act"];
export type Ask = Asking["ask"];

export interface Table {
  act(act: Act): Promise<Done | Refusal>;
  ask(ask: Ask): Promise<Answered | Refusal>;
  say(text: string): void;
}

export interface Draft {
  readonly form: VerbForm;
  readonly values: Values;
  readonly free: FreeAct | null;
}

/** Something that can be done by pointing no further, with a number key. */
export interface Entry {
  readonly key: string;
  readonly option: Option | null;
  readonly verb: string;
}

const REST = 220; // milliseconds that the pointer rests before anything is asked

export class Play {
  now: Now | null = $state.raw(null);
  slots: readonly string[] = $state.raw([]);
  verbs: readonly VerbForm[] = $state.raw([]);
  unit: string | null = $state(null);
  cursor: Spot | null = $state.raw(null);
  pointed: Spot | null = $state.raw(null);
  armed: Option | null = $state.raw(null);
  way: { goal: Spot; way: Way } | null = $state.raw(null);
  verb: string | null = $state(null); // the verb whose choices alone are listed
  draft: Draft | null = $state.raw(null);
  verdict: { line: string; refused: Refusal | null } | null = $state.raw(null);
  refusal: { refusal: Refusal; at: Spot | null } | null = $state.raw(null);
  threats: readonly Threat[] | null = $state.raw(null);
  looks = $state(true); // whether lines of sight are shown
  sight: { unit: string; at: Spot; sight: Sight } | null = $state.raw(null);
  sending = $state(false);
  weighing = $state(false); // whether the odds are being worked out
  keys = $state(false); // whether the keys are shown
  #slot: number | null = $state(null);
  #rich: ReadonlyMap<string, Decision> = $state.raw(new Map());
  #moment = $state("");
  #spent = $state(""); // the moment whose decision was made: what comes of it is awaited
  #armedAt: Spot | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #sights = new Map<string, Sight | null>();

  readonly scene: Scene | null = $derived(this.now?.scene ?? null);
  readonly plain: Decision | null = $derived(
    this.now?.decisions.find((one) => one.slot === this.#slot) ?? this.now?.decisions[0] ?? null,
  );
  readonly decision: Decision | null = $derived(this.plain && (this.#rich.get(this.#keyOf(this.plain)) ?? this.plain));
  readonly menu: Menu | null = $derived(this.scene && this.decision ? new Menu(this.scene, this.decision, this.verbs) : null);
  readonly slot: string = $derived(this.plain ? (this.slots[this.plain.slot] ?? "") : "");
  readonly actor: string | null = $derived(this.menu?.actor(this.unit)?.unit ?? this.unit);
  readonly entries: readonly Entry[] = $derived(this.#entries());
  readonly overlay: Overlay = $derived(shining(this));
  readonly busy: boolean = $derived(this.sending || (this.#spent !== "" && this.#spent === this.#moment));

  constructor(readonly table: Table) {}

  #keyOf(decision: Decision): string {
    return `${this.now?.event}:${decision.slot}:${decision.prompt}:${decision.count}`;
  }

  /** How things stand now; called for every `now` frame, with the slots' names and the verbs of the welcome. */
  take(now: Now, slots: readonly string[], verbs: readonly VerbForm[]): void {
    untrack(() => {
      [this.now, this.slots, this.verbs] = [now, slots, verbs];
      if (!now.decisions.some((one) => one.slot === this.#slot)) this.#slot = now.decisions[0]?.slot ?? null;
      this.#open();
    });
  }

  /** Another of the decisions that this seat owes. */
  turn_to(slot: number): void {
    this.#slot = slot;
    this.#open();
  }

  /** A decision is opened, unless it is the one that is open already. */
  #open(): void {
    const moment = this.plain ? this.#keyOf(this.plain) : `${this.now?.event}`;
    if (moment === this.#moment) return;
    [this.#moment, this.#spent] = [moment, ""];
    this.#sights.clear();
    [this.armed, this.way, this.verb, this.draft, this.verdict, this.refusal, this.sight, this.threats] = [null, null, null, null, null, null, null, null];
    const menu = this.menu;
    if (menu?.scene.ground || !menu?.units.includes(this.unit ?? "")) this.unit = menu?.first ?? null;
    if (menu && menu.built.length === 1 && menu.groups.size === 1) this.make(menu.built[0]!);
    if (this.plain) void this.#weigh(this.plain);
  }

  async #weigh(decision: Decision): Promise<void> {
    const key = this.#keyOf(decision);
    if (this.#rich.has(key)) return;
    this.weighing = true;
    const answer = await this.table.ask({ ask: "decision", slot: this.slots[decision.slot] ?? "" });
    const last = this.plain !== null && this.#keyOf(this.plain) === key;
    if (last) this.weighing = false;
    if (last && answer.frame === "answered" && answer.decision) {
      this.#rich = new Map([[key, answer.decision]]);
      const armed = this.armed;
      if (armed) this.armed = this.menu?.options.find((one) => one.notation === armed.notation) ?? armed;
    }
  }

  // Pointing

  /** A place is tapped, or Enter is pressed on it. */
  point = (spot: Spot): void => {
    this.cursor = spot;
    const menu = this.menu;
    if (this.busy || this.#fills(spot) || !menu) return;
    if (this.armed && this.way === null && menu.fitting(this.unit, spot).some((one) => one.notation === this.armed!.notation)) {
      this.confirm();
      return;
    }
    if (this.way && same(this.way.goal, spot)) {
      this.confirm();
      return;
    }
    this.drop();
    const fits = this.#narrowed(menu.fitting(this.unit, spot));
    const on = unitAt(menu.scene, spot, menu.plane.squares ? 0 : menu.plane.step);
    if (fits.length && !(on && fits.every((one) => !one.target) && this.#isOwn(on.unit))) this.#fit(fits, spot);
    else if (on && this.#isOwn(on.unit)) this.take_up(on.unit);
    else void this.#why(spot);
  };

  /** Whether a unit has something to choose, in this decision or another that the seat owes. */
  #isOwn(unit: string): boolean {
    const slot = this.menu?.token(unit)?.slot;
    return !!this.menu?.units.includes(unit) || !!this.now?.decisions.some((one) => one.slot === slot && slot !== this.plain?.slot);
  }

  #narrowed(options: Option[]): Option[] {
    const found = options.filter((option) => !this.verb || option.verb === this.verb);
    return found.length ? found : options;
  }

  /** What fits a place is done, if it is one thing without dice that a step back undoes; else it waits for a yes. */
  #fit(fits: readonly Option[], spot: Spot): void {
    const one = fits[0]!;
    const plain = fits.length === 1 && !one.odds.length && !one.target && !this.#form(one.verb)?.final;
    if (plain && this.menu!.plane.squares) void this.choose(one);
    else if (this.menu!.isPointing(one.verb) && this.menu!.isBeyond(this.unit, spot)) void this.#walk(one, spot);
    else this.arm(one);
  }

  /** A unit is taken up: its reach and targets are shown. */
  take_up = (unit: string): void => {
    const slot = this.menu?.token(unit)?.slot;
    if (!this.menu?.units.includes(unit) && slot !== undefined && this.now?.decisions.some((one) => one.slot === slot)) this.turn_to(slot);
    this.drop();
    this.unit = unit;
    const token = this.menu?.token(unit);
    if (token) {
      this.cursor = [token.x, token.y];
      this.table.say(`${told(token)}. ${this.menu!.of(unit).length} choices.`);
    }
  };

  /** A place is pointed at: once the pointer rests, the line of sight to it is shown, and why nothing can be done. */
  look = (spot: Spot | null): void => {
    this.pointed = spot;
    clearTimeout(this.#timer);
    if (!spot) this.sight = null;
    else this.#timer = setTimeout(() => void this.#rest(spot), REST);
  };

  async #rest(spot: Spot): Promise<void> {
    const from = this.menu?.token(this.actor);
    if (!from || !this.looks || same([from.x, from.y], spot)) {
      this.sight = null;
      return;
    }
    const key = `${from.unit}:${spot}`;
    if (!this.#sights.has(key)) {
      const answer = await this.table.ask({ ask: "sight", unit: from.unit, x: spot[0], y: spot[1] });
      this.#sights.set(key, answer.frame === "answered" ? answer.sight : null);
    }
    const sight = this.#sights.get(key);
    if (same(this.pointed, spot)) this.sight = sight ? { unit: from.unit, at: spot, sight } : null;
  }

  /** Why nothing can be done at a place. */
  async #why(spot: Spot): Promise<void> {
    const line = this.menu?.attempts(this.unit, spot)[0];
    if (!line || (!this.unit && !this.actor)) return;
    await this.#judge(line, spot);
  }

  /** Whether a line would be lawful; if not, the refusal is shown. */
  async #judge(line: string, at: Spot | null): Promise<boolean> {
    const moment = this.#moment;
    const answer = await this.table.ask({ ask: "may", line, slot: this.slot });
    if (moment !== this.#moment) return false;
    const refused = answer.frame === "refusal" ? answer : answer.may;
    this.refusal = refused ? { refusal: refused, at } : null;
    if (refused) this.table.say(refused.sentence);
    return refused === null;
  }

  async #walk(one: Option, spot: Spot): Promise<void> {
    const moment = this.#moment;
    const answer = await this.table.ask({ ask: "way", slot: this.slot, x: spot[0], y: spot[1] });
    if (moment !== this.#moment || !same(this.cursor, spot)) return;
    if (answer.frame === "answered" && answer.way) {
      const clause = this.menu?.groups.get(one.verb)?.[0]?.clause ?? "";
      this.way = { goal: spot, way: answer.way };
      this.#armedAt = spot;
      this.armed = blank("", `walk ${answer.way.says}`, one.verb, clause, this.actor ?? "");
      this.table.say(`Walk ${answer.way.says}. Enter goes.`);
    } else this.arm(one);
  }

  // Doing

  /** A choice is laid ready: its odds are shown, and a yes makes it. */
  arm = (option: Option): void => {
    this.way = null;
    this.refusal = null;
    this.armed = option;
    const target = this.menu?.token(option.target);
    if (target) this.cursor = [target.x, target.y];
    this.#armedAt = this.cursor;
    this.table.say([short(this.scene!, option.label), ...option.odds.map(oddsSaid), "Enter does it."].join(". "));
    if (this.menu?.isPointing(option.verb) && option.notation) void this.#judge(option.notation, this.cursor);
  };

  confirm = (): void => {
    if (this.way) void this.#do({ do: "walk", slot: this.slot, x: this.way.goal[0], y: this.way.goal[1] });
    else if (this.armed) void this.choose(this.armed);
  };

  pick = (option: Option): void => {
    if (option.notation) void this.choose(option);
    else this.confirm();
  };

  /** A choice of a list: made at once if nothing hangs on it, else laid ready; a second time makes it. */
  press(option: Option): void {
    const risky = option.odds.length > 0 || this.#form(option.verb)?.final || option.target;
    if (risky && this.armed?.notation !== option.notation) this.arm(option);
    else void this.choose(option);
  }

  async choose(option: Option, reason = ""): Promise<boolean> {
    return this.#do({ do: "choose", line: option.notation, slot: this.slot, reason });
  }

  async type(line: string): Promise<boolean> {
    return this.#do({ do: "choose", line: line.trim(), slot: this.slot });
  }

  async withdraw(slot: string): Promise<boolean> {
    return this.#do({ do: "withdraw", slot });
  }

  /** What was planned for a slot is given up. */
  async stop(slot: string): Promise<boolean> {
    return this.#do({ do: "plan", lines: [], slot });
  }

  async #do(act: Act): Promise<boolean> {
    if (this.busy) return false;
    const moment = this.#moment;
    const owed = act.do === "walk" || (act.do === "choose" && !this.#form(act.line.split(" ")[0] ?? "")?.free);
    this.sending = true;
    const answer = await this.table.act(act).finally(() => (this.sending = false));
    if (answer.frame === "refusal") {
      this.refusal = { refusal: answer, at: this.cursor };
      this.table.say(answer.sentence);
      return false;
    }
    if (owed) this.#spent = moment;
    this.drop();
    if (moment === this.#moment) this.draft = null;
    return true;
  }

  // Going back

  drop(): void {
    [this.armed, this.way, this.refusal] = [null, null, null];
  }

  /** One step back: from what is laid ready, from what is put together, from the unit. False if there is nothing. */
  back(): boolean {
    if (this.keys) this.keys = false;
    else if (this.armed || this.refusal) this.drop();
    else if (this.draft && this.may_leave) [this.draft, this.verdict] = [null, null];
    else if (this.threats) this.threats = null;
    else if (this.verb) this.verb = null;
    else if (this.unit && this.unit !== this.menu?.first) this.unit = this.menu?.first ?? null;
    else return false;
    return true;
  }

  /** Whether there is anything to do but what is put together. */
  get may_leave(): boolean {
    return !(this.menu?.built.length === 1 && this.menu.groups.size === 1 && !this.draft?.free);
  }

  // Putting together

  /** A choice of a verb is put together piece by piece. */
  make(verb: string, free: FreeAct | null = null): void {
    const form = this.#form(verb);
    if (!form) return;
    this.drop();
    const values = this.menu && !free ? begun(form, this.menu) : Object.fromEntries(form.fields.map((field) => [field.name, field.default]));
    this.draft = { form, values, free };
    this.#judgeDraft();
  }

  change(values: Values): void {
    if (!this.draft) return;
    this.draft = { ...this.draft, values };
    this.#judgeDraft();
  }

  get line(): string {
    return this.draft ? write(this.draft.form, this.draft.values) : "";
  }

  get drafted(): Option | null {
    return this.draft && this.menu ? matching(this.draft.form, this.draft.values, this.menu) : null;
  }

  #judgeDraft(): void {
    const line = this.line;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(async () => {
      const answer = await this.table.ask({ ask: "may", line, slot: this.draft?.free?.slot ?? this.slot });
      if (line !== this.line) return;
      this.verdict = { line, refused: answer.frame === "refusal" ? answer : answer.may };
    }, REST);
  }

  async finish(reason = ""): Promise<boolean> {
    const slot = this.draft?.free?.slot ?? this.slot;
    return this.#do({ do: "choose", line: this.line, slot, reason });
  }

  /** While a place is wanted for what is put together, pointing gives it. */
  #fills(spot: Spot): boolean {
    if (!this.draft || !this.scene) return false;
    const field = this.draft.form.fields.find((one) => one.kind === "point");
    const unit = this.draft.form.fields.find((one) => one.kind === "unit" || one.kind === "target");
    const on = unitAt(this.scene, spot);
    if (!field && !(unit && on)) return false;
    const values = { ...this.draft.values };
    if (unit && on && (!field || !values[unit.name])) values[unit.name] = on.unit;
    else if (field) values[field.name] = new Plane(this.scene).name(spot);
    this.change(values);
    return true;
  }

  // Overlooking

  async toggle_threats(): Promise<void> {
    if (this.threats || !this.plain) {
      this.threats = null;
      return;
    }
    const answer = await this.table.ask({ ask: "threats", slot: this.slot, unit: this.unit ?? "" });
    this.threats = answer.frame === "answered" ? answer.threats : null;
    if (answer.frame === "refusal") this.refusal = { refusal: answer, at: null };
    if (this.threats?.length === 0) this.table.say("No enemy can hit anybody next turn.");
  }

  #form(verb: string): VerbForm | undefined {
    return this.verbs.find((form) => form.verb === verb);
  }

  #entries(): Entry[] {
    const menu = this.menu;
    if (!menu) return [];
    const alone = menu.alone(this.unit).map((option) => ({ option, verb: option.verb }));
    const made = menu.makeable.map((verb) => ({ option: null, verb }));
    return [...made, ...alone].map((one, k) => ({ ...one, key: k < 9 ? String(k + 1) : "" }));
  }

  // Keys

  /** A key that the board does not use itself; true if it meant something here. */
  key = (event: KeyboardEvent): boolean => {
    const entry = this.entries.find((one) => one.key === event.key);
    if (event.key === "Enter") return this.#enter();
    if (event.key === "Escape") return this.back();
    if (event.key === "Tab") return this.#tab(event.shiftKey ? -1 : 1);
    if (event.key === "t") void this.toggle_threats();
    else if (event.key === "l") this.toggle_looks();
    else if (event.key === "?") this.keys = !this.keys;
    else if (entry?.option) this.press(entry.option);
    else if (entry) this.make(entry.verb);
    else return false;
    return true;
  };

  toggle_looks(): void {
    this.looks = !this.looks;
    if (!this.looks) this.sight = null;
  }

  /** Enter does what is laid ready, unless the cursor has gone elsewhere since. */
  #enter(): boolean {
    if (!this.armed || (this.cursor && !same(this.cursor, this.#armedAt))) return false;
    this.confirm();
    return true;
  }

  /** The next target of the unit taken up, else the next unit; false after the last, so that the focus can go on. */
  #tab(by: 1 | -1): boolean {
    const menu = this.menu;
    if (!menu) return false;
    const targets = this.unit ? menu.targets(this.unit).map((one) => one.unit) : [];
    if (targets.length) {
      const at = targets.indexOf(this.armed?.target ?? "");
      const next = targets[at < 0 ? (by > 0 ? 0 : -1) : at + by];
      const option = next && menu.of(this.unit).filter((one) => one.target === next).sort((a, b) => best(b) - best(a))[0];
      if (option) this.arm(option);
      else this.drop();
      return !!option || this.#nextUnit(by);
    }
    return this.#nextUnit(by);
  }

  #nextUnit(by: 1 | -1): boolean {
    const units = this.overlay.ready;
    const at = units.indexOf(this.unit ?? "");
    const next = units[at < 0 ? (by > 0 ? 0 : units.length - 1) : at + by];
    if (next) this.take_up(next);
    return !!next;
  }
}
