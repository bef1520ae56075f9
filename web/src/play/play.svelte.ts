// What a person at a seat has in hand: the open decision, the unit taken up, the place pointed at, what would be done.
import { untrack } from "svelte";

import { movesBetween } from "../board/moves";
import type { Move, Overlay, Spot } from "../board/overlay";
import type { Decision, FreeAct, Now, Option, Owed, Refusal, Scene, Sight, Threat, VerbForm, Way, Welcome } from "../api/messages";
import { Selection } from "./selection";
import type { Act, TableClient } from "./requests";
import { Builder } from "./builder.svelte";
import { onKey } from "./shortcuts";
import { Menu } from "./menu";
import { completeDecision } from "./decision";
import { overlayOf } from "./choiceOverlay";

export type { Act, Ask, TableClient as Table } from "./requests";

/** What holds for a whole match: its slots, the verbs of its game, and whether that says what the enemy could do. */
export type MatchInfo = Pick<Welcome, "slots" | "verbs" | "threats">;

/** Something that can be done by pointing no further, with a number key. */
export interface Entry {
  readonly key: string;
  readonly option: Option | null;
  readonly verb: string;
}

export class Play {
  now: Now | null = $state.raw(null);
  match: MatchInfo = $state.raw({ slots: [], verbs: [], threats: false });
  unit: string | null = $state(null);
  cursor: Spot | null = $state.raw(null);
  hoverSpot: Spot | null = $state.raw(null);
  pending: Option | null = $state.raw(null);
  way: { goal: Spot; way: Way } | null = $state.raw(null);
  verb: string | null = $state(null); // the verb whose choices alone are listed
  refusal: { refusal: Refusal; at: Spot | null } | null = $state.raw(null);
  threats: readonly Threat[] | null = $state.raw(null);
  threatsShown = $state(false); // whether threats are shown, or on their way
  moves: readonly Move[] = $state.raw([]); // of others, since the last choice of one's own
  sightShown = $state(true); // whether lines of sight are shown
  sight: { unit: string; at: Spot; sight: Sight } | null = $state.raw(null);
  sending = $state(false);
  oddsLoading = $state(false); // whether the odds are being worked out
  toldLine = $state(""); // what was laid ready and is told with its odds, whatever else is still being worked out
  keysShown = $state(false); // whether the keys are shown
  #slot: number | null = $state(null);
  #withOdds: ReadonlyMap<string, Decision> = $state.raw(new Map());
  #moment = $state("");
  #doneMoment = $state(""); // the moment whose decision was made: what comes of it is awaited

  readonly slots: readonly string[] = $derived(this.match.slots);
  readonly verbs: readonly VerbForm[] = $derived(this.match.verbs);
  readonly scene: Scene | null = $derived(this.now?.scene ?? null);
  readonly #owed: Owed | null = $derived(this.now?.decisions.find((one) => one.slot === this.#slot) ?? this.now?.decisions[0] ?? null);
  readonly baseDecision: Decision | null = $derived(this.#owed && completeDecision(this.#owed, this.verbs));
  readonly decision: Decision | null = $derived(this.baseDecision && (this.#withOdds.get(this.#keyOf(this.baseDecision)) ?? this.baseDecision));
  readonly menu: Menu | null = $derived(this.scene && this.decision ? new Menu(this.scene, this.decision, this.verbs) : null);
  readonly slot: string = $derived(this.baseDecision ? (this.slots[this.baseDecision.slot] ?? "") : "");
  readonly actor: string | null = $derived(this.menu?.actor(this.unit)?.unit ?? this.unit);
  readonly entries: readonly Entry[] = $derived(this.#entries());
  readonly overlay: Overlay = $derived(overlayOf(this));
  readonly busy: boolean = $derived(this.sending || (this.#doneMoment !== "" && this.#doneMoment === this.#moment));

  readonly selection: Selection;
  readonly builder: Builder;

  constructor(readonly table: TableClient) {
    [this.selection, this.builder] = [new Selection(this), new Builder(this)];
  }

  #keyOf(decision: Decision): string {
    return `${this.now?.event}:${decision.slot}:${decision.prompt}:${decision.count}`;
  }

  /** How things stand now; called for every `now` frame, with what was known from the welcome on. `back`: something was
   * taken back by it. */
  receive(now: Now, known: MatchInfo, back = false): void {
    untrack(() => {
      this.moves = back ? [] : this.#movesTo(now, known.slots);
      [this.now, this.match] = [now, known];
      if (!now.decisions.some((one) => one.slot === this.#slot)) this.#slot = now.decisions[0]?.slot ?? null;
      this.#openDecision();
    });
  }

  /** What others did. Who looks on sees what was done last. */
  #movesTo(now: Now, slots: readonly string[]): readonly Move[] {
    const own = now.seats.find((one) => one.name === now.you)?.slots ?? [now.you];
    const found = movesBetween(this.scene, now.scene, now.you ? this.moves : [], (slot) => own.includes(slots[slot] ?? ""));
    return found.length || now.you ? found : this.moves;
  }

  /** Another of the decisions that this seat owes. */
  openSlot(slot: number): void {
    this.#slot = slot;
    this.#openDecision();
  }

  /** A decision is opened, unless it is the one that is open already. */
  #openDecision(): void {
    const moment = this.baseDecision ? this.#keyOf(this.baseDecision) : `${this.now?.event}`;
    if (moment === this.#moment) return;
    [this.#moment, this.#doneMoment] = [moment, ""];
    this.selection.begin();
    this.builder.drop();
    [this.pending, this.way, this.verb, this.refusal, this.sight, this.threats] = [null, null, null, null, null, null];
    this.threatsShown = false;
    const menu = this.menu;
    if (menu?.scene.ground || !menu?.units.includes(this.unit ?? "")) this.unit = menu?.defaultUnit ?? null;
    if (menu && menu.builtVerbs.length === 1 && menu.groups.size === 1) this.build(menu.builtVerbs[0]!);
    if (this.baseDecision) void this.#loadOdds(this.baseDecision);
  }

  async #loadOdds(decision: Decision): Promise<void> {
    const key = this.#keyOf(decision);
    if (this.#withOdds.has(key)) return;
    this.oddsLoading = true;
    const answer = await this.table.ask({ ask: "decision", slot: this.slots[decision.slot] ?? "" });
    const last = this.baseDecision !== null && this.#keyOf(this.baseDecision) === key;
    if (last) this.oddsLoading = false;
    if (last && answer.frame === "answered" && answer.decision) {
      this.#withOdds = new Map([[key, completeDecision(answer.decision, this.verbs)]]);
      const armed = this.pending;
      if (armed) this.pending = this.menu?.options.find((one) => one.notation === armed.notation) ?? armed;
    }
  }

  // Pointing

  point = (spot: Spot): void => this.selection.point(spot);
  selectUnit = (unit: string): void => this.selection.selectUnit(unit);
  hover = (spot: Spot | null): void => this.selection.hover(spot);
  prepare = (option: Option): void => this.selection.prepare(option);

  // Doing

  confirm = (): void => {
    if (this.way) void this.perform({ do: "walk", slot: this.slot, x: this.way.goal[0], y: this.way.goal[1] });
    else if (this.pending) void this.choose(this.pending);
  };

  confirmOption = (option: Option): void => {
    if (option.notation) void this.choose(option);
    else this.confirm();
  };

  /** A choice of a list: made at once if nothing hangs on it, else laid ready; a second time makes it. */
  press(option: Option): void {
    const risky = option.odds.length > 0 || this.form(option.verb)?.final || option.target;
    if (risky && this.pending?.notation !== option.notation) this.prepare(option);
    else void this.choose(option);
  }

  async choose(option: Option, reason = ""): Promise<boolean> {
    return this.perform({ do: "choose", line: option.notation, slot: this.slot, reason });
  }

  async chooseLine(line: string): Promise<boolean> {
    return this.perform({ do: "choose", line: line.trim(), slot: this.slot });
  }

  async withdraw(slot: string): Promise<boolean> {
    return this.perform({ do: "withdraw", slot });
  }

  /** The plan by which the slot keeps still on all counts ahead, where there are several. */
  get keepStillLines(): readonly string[] {
    return this.now?.still.find((one) => one.slot === this.slot)?.lines ?? [];
  }

  async keepStill(): Promise<boolean> {
    return this.perform({ do: "plan", lines: this.keepStillLines, slot: this.slot });
  }

  /** What was planned for a slot is given up. */
  async dropPlan(slot: string): Promise<boolean> {
    return this.perform({ do: "plan", lines: [], slot });
  }

  /** Something is done at the table; what is refused is shown. */
  async perform(act: Act): Promise<boolean> {
    if (this.busy) return false;
    const moment = this.#moment;
    const owed = act.do === "walk" || (act.do === "plan" && act.lines.length > 0) || (act.do === "choose" && !this.form(act.line.split(" ")[0] ?? "")?.free);
    const seen = this.moves;
    if (owed) this.moves = []; // from here on it is seen what others do upon this
    this.sending = true;
    const answer = await this.table.act(act).finally(() => (this.sending = false));
    if (answer.frame === "refusal") {
      if (owed && !this.moves.length) this.moves = seen;
      this.refusal = { refusal: answer, at: this.cursor };
      this.table.announce(answer.sentence);
      return false;
    }
    if (owed) this.#doneMoment = moment;
    this.clear();
    if (moment === this.#moment) this.builder.drop();
    return true;
  }

  // Going back

  clear(): void {
    this.selection.forget();
    [this.pending, this.way, this.refusal] = [null, null, null];
  }

  /** One step back: from what is laid ready, from what is put together, from the unit. False if there is nothing. */
  back(): boolean {
    if (this.keysShown) this.keysShown = false;
    else if (this.pending || this.refusal) this.clear();
    else if (this.builder.draft && this.builder.canLeave) this.builder.drop();
    else if (this.threatsShown) [this.threatsShown, this.threats] = [false, null];
    else if (this.verb) this.verb = null;
    else if (this.unit && this.unit !== this.menu?.defaultUnit) this.unit = this.menu?.defaultUnit ?? null;
    else return false;
    return true;
  }

  // Putting together

  /** A choice of a verb is put together piece by piece. */
  build(verb: string, free: FreeAct | null = null): void {
    const form = this.form(verb);
    if (!form) return;
    this.clear();
    this.builder.start(form, free);
  }

  // Overlooking

  /** Why threats cannot be shown; empty if they can. */
  get threatsMissing(): string {
    if (!this.match.threats) return "This game does not say what the enemy could do next turn.";
    const stands = this.scene?.tokens.some((token) => token.slot === this.baseDecision?.slot);
    return stands ? "" : "Nobody of yours stands on the table whom the enemy could hit.";
  }

  async toggleThreats(): Promise<void> {
    this.threats = null;
    this.threatsShown = !this.threatsShown && !this.threatsMissing;
    if (this.threatsMissing) this.table.announce(this.threatsMissing);
    if (!this.threatsShown) return;
    const moment = this.#moment;
    const unit = this.menu?.token(this.unit)?.unit ?? ""; // who waits beside the table has no place to be hit at
    const answer = await this.table.ask({ ask: "threats", slot: this.slot, unit });
    if (!this.threatsShown || moment !== this.#moment) return;
    if (answer.frame === "answered") this.threats = answer.threats;
    else [this.threatsShown, this.refusal] = [false, { refusal: answer, at: null }];
    if (this.threats?.length === 0) this.table.announce("No enemy can hit anybody next turn.");
  }

  form(verb: string): VerbForm | undefined {
    return this.verbs.find((form) => form.verb === verb);
  }

  #entries(): Entry[] {
    const menu = this.menu;
    if (!menu) return [];
    const alone = menu.plainOptions(this.unit).map((option) => ({ option, verb: option.verb }));
    const made = menu.buildableVerbs.map((verb) => ({ option: null, verb }));
    return [...made, ...alone].map((one, k) => ({ ...one, key: k < 9 ? String(k + 1) : "" }));
  }

  /** A key that the board does not use itself; true if it meant something here. */
  key = (event: KeyboardEvent): boolean => onKey(this, event);

  toggleSight(): void {
    this.sightShown = !this.sightShown;
    if (!this.sightShown) this.sight = null;
  }
}
