// The open decision of a seat: the table's state now, the decision with its odds, and its menu.
import type { Decision, DecisionMessage, Now, Odds, Option, Refusal, Scene, VerbForm, Welcome } from "../api/messages";
import { completeDecision } from "./decision";
import { Menu } from "./menu";
import type { Questions } from "./requests";

/** What holds for a whole match: its slots, the verbs of its game, and whether the game knows threats and lines of sight. */
export type MatchInfo = Pick<Welcome, "slots" | "verbs" | "threats" | "sight">;

/** Odds of the options of a decision, by their numbers; none where there are none, or are not known yet. */
interface KnownOdds {
  readonly id: string;
  readonly known: ReadonlyMap<number, readonly Odds[]>;
}

const MOST_WEIGHED = 500; // options whose odds are asked for at once

function withOdds(decision: Decision, known: ReadonlyMap<number, readonly Odds[]>): Decision {
  return { ...decision, options: decision.options.map((one, k) => (known.get(k)?.length ? { ...one, odds: known.get(k)! } : one)) };
}

export class OpenDecision {
  now: Now | null = $state.raw(null);
  match: MatchInfo = $state.raw({ slots: [], verbs: [], threats: false, sight: false });
  oddsLoading = $state(false);
  #slot: number | null = $state(null);
  #commanded: DecisionMessage | null = $state.raw(null); // of a slot of somebody else, for a referee who commands
  #odds: KnownOdds = $state.raw({ id: "", known: new Map() });

  readonly slots: readonly string[] = $derived(this.match.slots);
  readonly verbs: readonly VerbForm[] = $derived(this.match.verbs);
  readonly scene: Scene | null = $derived(this.now?.scene ?? null);
  readonly #owed: DecisionMessage | null = $derived(this.#commanded ?? this.now?.decisions.find((one) => one.slot === this.#slot) ?? this.now?.decisions[0] ?? null);
  /** The decision as it was sent, without odds. */
  readonly base: Decision | null = $derived(this.#owed && completeDecision(this.#owed, this.verbs));
  /** The decision with the odds that are known. */
  readonly full: Decision | null = $derived(this.base && (this.#odds.id === this.#idOf(this.base) ? withOdds(this.base, this.#odds.known) : this.base));
  readonly menu: Menu | null = $derived(this.scene && this.full ? new Menu(this.scene, this.full, this.verbs) : null);
  readonly slot: string = $derived(this.base ? (this.slots[this.base.slot] ?? "") : "");
  /** The lines by which the slot keeps still on all counts ahead, where there are several. */
  readonly keepStillLines: readonly string[] = $derived(this.now?.still.find((one) => one.slot === this.slot)?.lines ?? []);

  constructor(private readonly table: Questions) {}

  /** An id that changes when another decision is open. */
  get id(): string {
    return this.base ? this.#idOf(this.base) : `${this.now?.event}`;
  }

  #idOf(decision: Decision): string {
    return `${this.now?.event}:${decision.slot}:${decision.prompt}:${decision.count}`;
  }

  /** Take the state of the table. The open slot stays while it owes a decision. */
  receive(now: Now, match: MatchInfo): void {
    const isGone = this.#commanded && (now.event !== this.now?.event || !now.owing.includes(match.slots[this.#commanded.slot] ?? ""));
    if (isGone) this.#commanded = null;
    [this.now, this.match] = [now, match];
    if (!now.decisions.some((one) => one.slot === this.#slot)) this.#slot = now.decisions[0]?.slot ?? null;
  }

  /** Open another of the decisions that this seat owes. */
  openSlot(slot: number): void {
    [this.#slot, this.#commanded] = [slot, null];
  }

  /** Open the decision of a slot of somebody else, as a referee who commands; what the server says if it may not be. */
  async command(slot: string): Promise<Refusal | null> {
    const event = this.now?.event;
    const answer = await this.table.ask({ ask: "decision", slot, odds: false });
    if (answer.frame === "refusal") return answer;
    if (!answer.decision || this.now?.event !== event || !this.now?.owing.includes(slot)) return null;
    this.#commanded = answer.decision;
    return null;
  }

  /** Go back from the decision of somebody else to the own one; false if there is none to go back from. */
  leaveCommand(): boolean {
    if (!this.#commanded) return false;
    this.#commanded = null;
    return true;
  }

  /** Whether the seat owes a decision for a slot. */
  owes(slot: number | undefined): boolean {
    return slot !== undefined && !!this.now?.decisions.some((one) => one.slot === slot);
  }

  /** Whether a verb can be chosen now: it is on the menu, or may be done at any time by who sits here. */
  allows(form: VerbForm): boolean {
    return (this.menu?.groups.has(form.verb) ?? false) || !!this.now?.free.some((one) => one.verb === form.verb);
  }

  form(verb: string): VerbForm | undefined {
    return this.verbs.find((form) => form.verb === verb);
  }

  /** Load the odds of what is seen at once: options that name a target or no place, and one of each verb that names a
   * place; where that has odds, those of all its verb. True if some came while the decision was still open. */
  async loadOdds(): Promise<boolean> {
    this.oddsLoading = false; // of the decision before
    const options = this.base?.options ?? [];
    const isPlain = (one: Option) => one.target !== "" || one.point === "";
    const samples = new Map(options.filter((one) => !isPlain(one)).map((one) => [one.verb, one.notation]));
    const isKnown = await this.#load((one) => isPlain(one) || samples.get(one.verb) === one.notation);
    const diced = [...samples.keys()].filter((verb) => this.full?.options.some((one) => one.verb === verb && !isPlain(one) && one.odds.length));
    return (diced.length > 0 && (await this.#load((one) => diced.includes(one.verb)))) || isKnown;
  }

  async #load(isWanted: (option: Option) => boolean): Promise<boolean> {
    const { base, id } = this;
    if (!base) return false;
    const known = this.#odds.id === id ? this.#odds.known : new Map<number, readonly Odds[]>();
    const numbers = base.options.flatMap((one, k) => (isWanted(one) && !known.has(k) ? [k] : [])).slice(0, MOST_WEIGHED);
    if (!numbers.length) return false;
    this.#odds = { id, known: new Map([...known, ...numbers.map((k) => [k, []] as const)]) }; // asked for once
    this.oddsLoading = true;
    const answer = await this.table.ask({ ask: "odds", slot: this.slots[base.slot] ?? "", options: numbers });
    if (!this.base || this.id !== id) return false;
    this.oddsLoading = false;
    if (answer.frame !== "answered" || !answer.odds.length) return false;
    this.#odds = { id, known: new Map([...this.#odds.known, ...answer.odds.map(({ option, odds }) => [option, odds] as const)]) };
    return true;
  }
}
