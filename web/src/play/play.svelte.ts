// The play of a seat: composes the open decision, selection and builder, and carries out actions at the table.
import { untrack } from "svelte";

import { describePlace } from "../board/describe";
import { movesBetween } from "../board/moves";
import type { Move, Overlay, Spot } from "../board/overlay";
import type { Act, Decision, FreeAct, Now, Option } from "../api/messages";
import type { Actions, Entry } from "./actions";
import { Builder } from "./builder.svelte";
import { type Command, type CommandContext, readCommands } from "./command";
import { overlayOf } from "./choiceOverlay";
import { optionTitle, readable } from "./format";
import { LineOfSight } from "./lineOfSight.svelte";
import type { Menu } from "./menu";
import { parseLine } from "./notation";
import { type MatchInfo, OpenDecision } from "./openDecision.svelte";
import { PendingOdds } from "./pendingOdds.svelte";
import { pointAt } from "./pointer";
import type { TableClient } from "./requests";
import { Selection } from "./selection.svelte";
import { onKey } from "./shortcuts";
import { Threats } from "./threats.svelte";
import { OneAtATime } from "../ui/oneAtATime.svelte";

export class Play implements Actions {
  readonly decision: OpenDecision;
  readonly selection: Selection;
  readonly builder: Builder;
  readonly sight: LineOfSight;
  readonly threats: Threats;
  readonly pendingOdds: PendingOdds;
  moves: readonly Move[] = $state.raw([]); // of other slots, since one's own last choice
  readonly acts = new OneAtATime(); // of this seat at the table
  keysShown = $state(false);
  commandCalls = $state(0); // how often the field where choices are typed was gone to
  readonly #lastLines = new Map<string, string>(); // what each slot chose last
  readonly #lineTitles = new Map<string, { line: string; title: string }>(); // the same in words, unless it was typed
  #openId = $state(""); // of the open decision
  #chosenId = $state(""); // of the decision that has been made; its outcome has not come yet

  readonly entries: readonly Entry[] = $derived.by(() => entriesOf(this.decision.menu, this.selection.unit));
  readonly overlay: Overlay = $derived.by(() =>
    overlayOf(this.decision, this.selection, {
      aim: this.builder.aimSpot,
      moves: this.moves,
      sight: this.sight.line,
      threats: this.threats.list,
    }),
  );
  readonly busy: boolean = $derived(this.acts.isRunning || (this.#chosenId !== "" && this.#chosenId === this.#openId));

  constructor(private readonly table: TableClient) {
    this.decision = new OpenDecision(table);
    this.selection = new Selection(this.decision, table);
    this.builder = new Builder(this.decision, table);
    this.sight = new LineOfSight(this.decision, this.selection, table);
    this.threats = new Threats(this.decision, table);
    this.pendingOdds = new PendingOdds(table);
  }

  /** Take the state of the table, at every `now` frame. `isUndo`: something was undone by it. */
  receive(now: Now, match: MatchInfo, isUndo = false): void {
    untrack(() => {
      this.moves = isUndo ? [] : this.#movesTo(now, match.slots);
      if (isUndo) this.builder.drop();
      this.decision.receive(now, match);
      this.#openDecision();
      void this.pendingOdds.receive(now);
    });
  }

  /** The moves of other slots; a spectator keeps the last ones until there are new ones. */
  #movesTo(now: Now, slots: readonly string[]): readonly Move[] {
    const own = now.seats.find((one) => one.name === now.you)?.slots ?? [now.you];
    const moves = movesBetween(this.decision.scene, now.scene, now.you ? this.moves : [], (slot) => own.includes(slots[slot] ?? ""));
    return moves.length || now.you ? moves : this.moves;
  }

  /** Begin the open decision, unless it has been begun. */
  #openDecision(): void {
    const { id, menu } = this.decision;
    if (id === this.#openId) return;
    [this.#openId, this.#chosenId] = [id, ""];
    this.sight.reset();
    this.builder.renew(this.decision.now?.free ?? []);
    this.threats.hide();
    this.selection.reset();
    if (menu && !this.builder.draft && menu.builtVerbs.length === 1 && menu.groups.size === 1) this.build(menu.builtVerbs[0]!);
    void this.#loadOdds();
  }

  async #loadOdds(): Promise<void> {
    if (await this.decision.loadOdds()) this.selection.refreshPending();
  }

  openSlot(slot: number): void {
    this.builder.drop();
    this.decision.openSlot(slot);
    this.#openDecision();
  }

  // Pointing and keys: functions that can be handed to a board.

  point = (spot: Spot): void => {
    this.selection.cursor = spot;
    if (this.busy || this.builder.fillAt(spot)) return;
    pointAt(spot, this.decision, this.selection, this);
  };

  hover = (spot: Spot | null): void => {
    this.selection.hoverSpot = spot;
    this.sight.hover(spot);
  };

  selectUnit = (unit: string): void => {
    const { menu } = this.decision;
    const slot = menu?.token(unit)?.slot;
    if (slot !== undefined && !menu?.units.includes(unit) && this.decision.owes(slot)) this.openSlot(slot);
    this.selection.select(unit);
  };

  moveCursor(spot: Spot): void {
    this.selection.cursor = spot;
    this.table.announce([describePlace(this.decision.scene!, spot), "in reach"].join(" · "));
  }

  /** Carry out a key that the board does not use itself; false if it has no meaning now. */
  key = (event: KeyboardEvent): boolean => {
    const state = {
      menu: this.decision.menu,
      selection: this.selection,
      overlay: this.overlay,
      entries: this.entries,
      isBuilding: this.builder.draft !== null,
      canKeepStill: this.decision.keepStillLines.length > 0,
    };
    return onKey(event, state, this);
  };

  // Choosing

  prepare(option: Option): void {
    this.selection.prepare(option);
  }

  vary(option: Option): void {
    this.selection.vary(option);
  }

  press(option: Option): void {
    const needsConfirm = option.odds.length > 0 || this.decision.form(option.verb)?.final || option.target;
    if (needsConfirm && this.selection.pending?.notation !== option.notation) this.prepare(option);
    else void this.choose(option);
  }

  confirm(): void {
    const { way, pending } = this.selection;
    if (way) void this.#perform({ do: "walk", slot: this.decision.slot, x: way.goal[0], y: way.goal[1], question: this.#question });
    else if (pending) void this.choose(pending);
  }

  /** Confirm an option shown on the board; one without notation stands for the pending walk. */
  confirmOption = (option: Option): void => {
    if (option.notation) void this.choose(option);
    else this.confirm();
  };

  choose(option: Option): Promise<boolean> {
    const isRoute = option === this.selection.pending && this.selection.route !== null;
    this.#keepTitle(this.decision.slot, option.notation, isRoute ? option.label : optionTitle(option));
    return this.#perform({ do: "choose", line: option.notation, question: this.#question, slot: this.decision.slot, reason: "" });
  }

  /** Keep the words of a choice for when it waits sealed. */
  #keepTitle(slot: string, line: string, title: string): void {
    this.#lineTitles.set(slot, { line, title });
  }

  /** A sealed choice in the words that were pressed, or as its line if it was typed. */
  sealedTitle = (slot: string, line: string): string => {
    const named = this.#lineTitles.get(slot);
    return readable(named?.line === line ? named.title : line.replace(/ -$/, " nothing").replace(/(\.\d\d)\d+/g, "$1"));
  };

  choosePreset({ notation, title, label }: Decision["presets"][number]): Promise<boolean> {
    this.#keepTitle(this.decision.slot, notation, `${title}, ${label}`);
    return this.chooseLine(notation);
  }

  chooseLine(line: string, slot = this.decision.slot, question = this.#question): Promise<boolean> {
    return this.#perform({ do: "choose", line: line.trim(), question, slot });
  }

  runCommand(typed: string): Promise<boolean> {
    const [said = "", ...reasons] = typed.split(/\s+because\s+/);
    const [command, ...others] = readCommands(said, this.commandContext);
    if (others.length) return this.#chooseForAll([command!, ...others]);
    const { does, slot, line } = command!;
    const isSealed = this.decision.now?.sealed.some((one) => one.slot === slot);
    const form = this.decision.form(line.split(" ")[0]!);
    const act = form?.free && this.decision.now?.free.find((one) => one.verb === form.verb && (one.refereed || one.slot === slot));
    if (act) return this.#perform({ do: "choose", line, question: this.#question, slot: act.slot, reason: reasons.join(" because ") });
    if (does === "choose" || isSealed || slot !== this.decision.slot || !form) return this.chooseLine(line, slot);
    this.clear();
    this.builder.start(form, null, parseLine(form, line)); // an order that is not given yet is changed where it is seen
    return Promise.resolve(true);
  }

  /** Choose for several slots; for none where the rules refuse it to one, which is told. */
  async #chooseForAll(commands: readonly Command[]): Promise<boolean> {
    const question = this.#question; // all are meant for what is asked now
    for (const { slot, line } of commands) {
      const answer = await this.table.ask({ ask: "may", line, slot });
      const refusal = answer.frame === "refusal" ? answer : answer.may;
      if (!refusal) continue;
      this.selection.refusal = { refusal: { ...refusal, sentence: `${slot}: ${refusal.sentence}` }, at: this.selection.cursor };
      this.table.announce(this.selection.refusal.refusal.sentence);
      return false;
    }
    const isOpen = ({ slot }: Command) => slot === this.decision.slot; // that closes the decision, so it comes last
    for (const { slot, line } of [...commands.filter((one) => !isOpen(one)), ...commands.filter(isOpen)]) {
      if (!(await this.chooseLine(line, slot, question))) return false;
    }
    return true;
  }

  openCommands(): void {
    this.commandCalls += 1;
  }

  /** Open the decision of a slot: an own one, or as a referee who commands that of somebody else. */
  async command(slot: string): Promise<void> {
    const number = this.decision.slots.indexOf(slot);
    const refusal = this.decision.owes(number) ? null : await this.decision.command(slot);
    this.builder.drop();
    if (this.decision.owes(number)) this.decision.openSlot(number);
    if (refusal) this.selection.refusal = { refusal, at: null };
    this.#openDecision();
  }

  /** The own slots whose choice is sealed: it can still be changed. */
  get sealedSlots(): readonly string[] {
    const own = this.decision.now?.seats.find((one) => one.name === this.decision.now?.you)?.slots ?? [];
    return (this.decision.now?.sealed ?? []).map((one) => one.slot).filter((one) => own.includes(one));
  }

  /** What a command can be about now. */
  get commandContext(): CommandContext {
    const { now, scene, full, verbs } = this.decision;
    const draft = this.builder.draft;
    const slot = this.decision.slot || (this.sealedSlots[0] ?? "");
    return {
      slot,
      slots: now?.commands ? this.decision.slots : (now?.seats.find((one) => one.name === now.you)?.slots ?? [slot]),
      forms: verbs.filter((form) => this.decision.allows(form) || (form.named && !form.free && (now?.commands || this.sealedSlots.length > 0))),
      tokens: scene ? [...scene.tokens, ...scene.waiting] : [],
      things: full?.things ?? [],
      previousLine: (whose) =>
        (draft && !draft.free && whose === slot ? this.builder.line : now?.sealed.find((one) => one.slot === whose)?.line) ?? this.#lastLines.get(whose) ?? "",
    };
  }

  chooseDraft(reason: string): Promise<boolean> {
    const { option, line, slot } = this.builder;
    if (option) this.#keepTitle(slot, line, optionTitle(option));
    return this.#perform({ do: "choose", line: this.builder.line, question: this.#question, slot: this.builder.slot, reason });
  }

  withdraw(slot: string): Promise<boolean> {
    return this.#perform({ do: "withdraw", question: this.#question, slot });
  }

  keepStill(): Promise<boolean> {
    return this.#perform({ do: "plan", lines: this.decision.keepStillLines, question: this.#question, slot: this.decision.slot });
  }

  dropPlan(slot: string): Promise<boolean> {
    return this.#perform({ do: "plan", lines: [], question: this.#question, slot });
  }

  /** The number of what is asked in the view that is shown: what acts answer. */
  get #question(): number {
    return this.decision.now?.question ?? 0;
  }

  /** Perform an act at the table; true if it was done. A refusal is shown. */
  async #perform(act: Act): Promise<boolean> {
    if (this.busy) return false;
    const id = this.#openId;
    const isChoice = this.#isChoice(act);
    const moves = this.moves;
    if (isChoice) this.moves = []; // from here on the moves that answer this choice are shown
    const answer = await this.acts.run(() => this.table.act(act));
    if (!answer) return false;
    if (answer.frame === "refusal") {
      if (isChoice && !this.moves.length) this.moves = moves;
      this.selection.refusal = { refusal: answer, at: this.selection.cursor };
      this.table.announce(answer.sentence);
      return false;
    }
    if (act.do === "choose" && !this.decision.form(act.line.split(" ")[0] ?? "")?.free) this.#lastLines.set(act.slot || this.decision.slot, act.line);
    if (isChoice) this.#chosenId = id;
    this.clear();
    const isSent = act.do === "choose" && act.line === this.builder.line;
    if (isSent || (id === this.#openId && !this.builder.draft?.free)) this.builder.drop();
    return true;
  }

  /** Whether an act makes the open decision. */
  #isChoice(act: Act): boolean {
    if (act.do === "walk") return true;
    if (act.do === "plan") return act.lines.length > 0;
    return act.do === "choose" && act.slot === this.decision.slot && !this.decision.form(act.line.split(" ")[0] ?? "")?.free;
  }

  clear(): void {
    this.selection.clear();
  }

  back(): boolean {
    const { selection, builder, threats } = this;
    const first = this.decision.menu?.defaultUnit ?? null;
    if (this.keysShown) this.keysShown = false;
    else if (selection.pending || selection.refusal) this.clear();
    else if (builder.draft && builder.canLeave) builder.drop();
    else if (threats.isOn) threats.hide();
    else if (this.decision.leaveCommand()) this.#openDecision();
    else if (selection.verb) selection.verb = null;
    else if (selection.unit && selection.unit !== first) selection.unit = first;
    else return false;
    return true;
  }

  build(verb: string, free: FreeAct | null = null, unit = ""): void {
    const form = this.decision.form(verb);
    if (!form) return;
    this.clear();
    this.builder.start(form, free);
    const field = unit && form.fields.find((one) => one.name === "unit");
    if (field && this.builder.draft) this.builder.change({ ...this.builder.draft.values, unit });
  }

  extend(): void {
    const { pending } = this.selection;
    const form = pending && this.decision.form(pending.verb);
    if (!form) return;
    this.clear();
    this.builder.start(form, null, parseLine(form, pending.notation));
  }

  async toggleThreats(): Promise<void> {
    const refusal = await this.threats.toggle(this.selection.unit);
    if (refusal) this.selection.refusal = { refusal, at: null };
  }

  toggleSight(): void {
    this.sight.toggle();
  }

  toggleKeys(): void {
    this.keysShown = !this.keysShown;
  }
}

/** What can be chosen without pointing, the first nine with a number key; a verb with options of its own comes last. */
function entriesOf(menu: Menu | null, unit: string | null): Entry[] {
  if (!menu) return [];
  const verbs = menu.buildableVerbs.map((verb) => ({ option: null, verb }));
  const isBuilt = (verb: string) => menu.builtVerbs.includes(verb);
  const answers = !unit || menu.units.length === 1 ? menu.answers.flatMap(([, options]) => options) : [];
  const options = [...answers, ...menu.plainOptions(unit).filter((one) => !answers.includes(one))].map((option) => ({ option, verb: option.verb }));
  return [...verbs.filter((one) => isBuilt(one.verb)), ...options, ...verbs.filter((one) => !isBuilt(one.verb))].map((one, k) => ({ ...one, key: k < 9 ? String(k + 1) : "" }));
}
