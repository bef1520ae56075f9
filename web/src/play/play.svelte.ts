// What a person at a seat has in hand: the open decision, the unit taken up, the place pointed at, what would be done.
import { untrack } from "svelte";

import { moves } from "../board/moves";
import type { Move, Overlay, Spot } from "../board/overlay";
import type { Decision, FreeAct, Now, Option, Owed, Refusal, Scene, Sight, Threat, VerbForm, Way, Welcome } from "../messages";
import { Aiming } from "./aiming";
import type { Act, Table } from "./asking";
import { Drafting } from "./drafting.svelte";
import { keyed } from "./keying";
import { Menu } from "./menu";
import { whole } from "./owed";
import { shining } from "./shining";

export type { Act, Ask, Table } from "./asking";

/** What holds for a whole match: its slots, the verbs of its game, and whether that says what the enemy could do. */
export type Known = Pick<Welcome, "slots" | "verbs" | "threats">;

/** Something that can be done by pointing no further, with a number key. */
export interface Entry {
  readonly key: string;
  readonly option: Option | null;
  readonly verb: string;
}

export class Play {
  now: Now | null = $state.raw(null);
  known: Known = $state.raw({ slots: [], verbs: [], threats: false });
  unit: string | null = $state(null);
  cursor: Spot | null = $state.raw(null);
  pointed: Spot | null = $state.raw(null);
  armed: Option | null = $state.raw(null);
  way: { goal: Spot; way: Way } | null = $state.raw(null);
  verb: string | null = $state(null); // the verb whose choices alone are listed
  refusal: { refusal: Refusal; at: Spot | null } | null = $state.raw(null);
  threats: readonly Threat[] | null = $state.raw(null);
  threatening = $state(false); // whether threats are shown, or on their way
  moves: readonly Move[] = $state.raw([]); // of others, since the last choice of one's own
  looks = $state(true); // whether lines of sight are shown
  sight: { unit: string; at: Spot; sight: Sight } | null = $state.raw(null);
  sending = $state(false);
  weighing = $state(false); // whether the odds are being worked out
  told = $state(""); // what was laid ready and is told with its odds, whatever else is still being worked out
  keys = $state(false); // whether the keys are shown
  #slot: number | null = $state(null);
  #rich: ReadonlyMap<string, Decision> = $state.raw(new Map());
  #moment = $state("");
  #spent = $state(""); // the moment whose decision was made: what comes of it is awaited

  readonly slots: readonly string[] = $derived(this.known.slots);
  readonly verbs: readonly VerbForm[] = $derived(this.known.verbs);
  readonly scene: Scene | null = $derived(this.now?.scene ?? null);
  readonly #owed: Owed | null = $derived(this.now?.decisions.find((one) => one.slot === this.#slot) ?? this.now?.decisions[0] ?? null);
  readonly plain: Decision | null = $derived(this.#owed && whole(this.#owed, this.verbs));
  readonly decision: Decision | null = $derived(this.plain && (this.#rich.get(this.#keyOf(this.plain)) ?? this.plain));
  readonly menu: Menu | null = $derived(this.scene && this.decision ? new Menu(this.scene, this.decision, this.verbs) : null);
  readonly slot: string = $derived(this.plain ? (this.slots[this.plain.slot] ?? "") : "");
  readonly actor: string | null = $derived(this.menu?.actor(this.unit)?.unit ?? this.unit);
  readonly entries: readonly Entry[] = $derived(this.#entries());
  readonly overlay: Overlay = $derived(shining(this));
  readonly busy: boolean = $derived(this.sending || (this.#spent !== "" && this.#spent === this.#moment));

  readonly aiming: Aiming;
  readonly drafting: Drafting;

  constructor(readonly table: Table) {
    [this.aiming, this.drafting] = [new Aiming(this), new Drafting(this)];
  }

  #keyOf(decision: Decision): string {
    return `${this.now?.event}:${decision.slot}:${decision.prompt}:${decision.count}`;
  }

  /** How things stand now; called for every `now` frame, with what was known from the welcome on. `back`: something was
   * taken back by it. */
  take(now: Now, known: Known, back = false): void {
    untrack(() => {
      this.moves = back ? [] : this.#moved(now, known.slots);
      [this.now, this.known] = [now, known];
      if (!now.decisions.some((one) => one.slot === this.#slot)) this.#slot = now.decisions[0]?.slot ?? null;
      this.#open();
    });
  }

  /** What others did. Who looks on sees what was done last. */
  #moved(now: Now, slots: readonly string[]): readonly Move[] {
    const own = now.seats.find((one) => one.name === now.you)?.slots ?? [now.you];
    const found = moves(this.scene, now.scene, now.you ? this.moves : [], (slot) => own.includes(slots[slot] ?? ""));
    return found.length || now.you ? found : this.moves;
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
    this.aiming.begin();
    this.drafting.drop();
    [this.armed, this.way, this.verb, this.refusal, this.sight, this.threats] = [null, null, null, null, null, null];
    this.threatening = false;
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
      this.#rich = new Map([[key, whole(answer.decision, this.verbs)]]);
      const armed = this.armed;
      if (armed) this.armed = this.menu?.options.find((one) => one.notation === armed.notation) ?? armed;
    }
  }

  // Pointing

  point = (spot: Spot): void => this.aiming.point(spot);
  take_up = (unit: string): void => this.aiming.take_up(unit);
  look = (spot: Spot | null): void => this.aiming.look(spot);
  arm = (option: Option): void => this.aiming.arm(option);

  // Doing

  confirm = (): void => {
    if (this.way) void this.does({ do: "walk", slot: this.slot, x: this.way.goal[0], y: this.way.goal[1] });
    else if (this.armed) void this.choose(this.armed);
  };

  pick = (option: Option): void => {
    if (option.notation) void this.choose(option);
    else this.confirm();
  };

  /** A choice of a list: made at once if nothing hangs on it, else laid ready; a second time makes it. */
  press(option: Option): void {
    const risky = option.odds.length > 0 || this.form(option.verb)?.final || option.target;
    if (risky && this.armed?.notation !== option.notation) this.arm(option);
    else void this.choose(option);
  }

  async choose(option: Option, reason = ""): Promise<boolean> {
    return this.does({ do: "choose", line: option.notation, slot: this.slot, reason });
  }

  async type(line: string): Promise<boolean> {
    return this.does({ do: "choose", line: line.trim(), slot: this.slot });
  }

  async withdraw(slot: string): Promise<boolean> {
    return this.does({ do: "withdraw", slot });
  }

  /** The plan by which the slot keeps still on all counts ahead, where there are several. */
  get still(): readonly string[] {
    return this.now?.still.find((one) => one.slot === this.slot)?.lines ?? [];
  }

  async keep_still(): Promise<boolean> {
    return this.does({ do: "plan", lines: this.still, slot: this.slot });
  }

  /** What was planned for a slot is given up. */
  async stop(slot: string): Promise<boolean> {
    return this.does({ do: "plan", lines: [], slot });
  }

  /** Something is done at the table; what is refused is shown. */
  async does(act: Act): Promise<boolean> {
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
      this.table.say(answer.sentence);
      return false;
    }
    if (owed) this.#spent = moment;
    this.drop();
    if (moment === this.#moment) this.drafting.drop();
    return true;
  }

  // Going back

  drop(): void {
    this.aiming.forget();
    [this.armed, this.way, this.refusal] = [null, null, null];
  }

  /** One step back: from what is laid ready, from what is put together, from the unit. False if there is nothing. */
  back(): boolean {
    if (this.keys) this.keys = false;
    else if (this.armed || this.refusal) this.drop();
    else if (this.drafting.draft && this.drafting.may_leave) this.drafting.drop();
    else if (this.threatening) [this.threatening, this.threats] = [false, null];
    else if (this.verb) this.verb = null;
    else if (this.unit && this.unit !== this.menu?.first) this.unit = this.menu?.first ?? null;
    else return false;
    return true;
  }

  // Putting together

  /** A choice of a verb is put together piece by piece. */
  make(verb: string, free: FreeAct | null = null): void {
    const form = this.form(verb);
    if (!form) return;
    this.drop();
    this.drafting.make(form, free);
  }

  // Overlooking

  /** Why threats cannot be shown; empty if they can. */
  get unthreatened(): string {
    if (!this.known.threats) return "This game does not say what the enemy could do next turn.";
    const stands = this.scene?.tokens.some((token) => token.slot === this.plain?.slot);
    return stands ? "" : "Nobody of yours stands on the table whom the enemy could hit.";
  }

  async toggle_threats(): Promise<void> {
    this.threats = null;
    this.threatening = !this.threatening && !this.unthreatened;
    if (this.unthreatened) this.table.say(this.unthreatened);
    if (!this.threatening) return;
    const moment = this.#moment;
    const unit = this.menu?.token(this.unit)?.unit ?? ""; // who waits beside the table has no place to be hit at
    const answer = await this.table.ask({ ask: "threats", slot: this.slot, unit });
    if (!this.threatening || moment !== this.#moment) return;
    if (answer.frame === "answered") this.threats = answer.threats;
    else [this.threatening, this.refusal] = [false, { refusal: answer, at: null }];
    if (this.threats?.length === 0) this.table.say("No enemy can hit anybody next turn.");
  }

  form(verb: string): VerbForm | undefined {
    return this.verbs.find((form) => form.verb === verb);
  }

  #entries(): Entry[] {
    const menu = this.menu;
    if (!menu) return [];
    const alone = menu.alone(this.unit).map((option) => ({ option, verb: option.verb }));
    const made = menu.makeable.map((verb) => ({ option: null, verb }));
    return [...made, ...alone].map((one, k) => ({ ...one, key: k < 9 ? String(k + 1) : "" }));
  }

  /** A key that the board does not use itself; true if it meant something here. */
  key = (event: KeyboardEvent): boolean => keyed(this, event);

  toggle_looks(): void {
    this.looks = !this.looks;
    if (!this.looks) this.sight = null;
  }
}
