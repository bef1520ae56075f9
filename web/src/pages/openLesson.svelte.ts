// A lesson under way: its step, the play of it, and the step as a table's state.
import { announce } from "../announcer.svelte";
import { askInLesson, chooseInLesson, fetchGames, startLesson, type ApiError } from "../api/client";
import { isRefusal, type Act, type ActCommitted, type Ask, type AskReply, type LessonChoice, type LessonStep, type Now, type Refusal, type SeatCard } from "../api/messages";
import { defaultBot } from "../bots";
import { Play } from "../play/play.svelte";
import { navigate } from "../router.svelte";
import type { DeskView } from "../table/deskView";
import { DiceTray } from "../table/diceTray.svelte";
import type { Tab } from "../table/tabs";
import { createBotMatch } from "./botMatch";

export type Control = "again" | "next" | "back" | "hint";
const BEGINS: readonly string[] = ["again", "next", "back"]; // with these a step begins

export class OpenLesson implements DeskView {
  readonly table = "";
  readonly play: Play;
  readonly dice = new DiceTray();
  step: LessonStep | null = $state.raw(null);
  now: Now | null = $state.raw(null);
  error = $state("");
  busy = $state(false);
  isReading = $state(true); // on a phone the text takes the place of the choices
  tab: Tab = $state("play"); // of a referee, beside the board
  #seq = 0;
  #number = 0; // of the last choice: only its outcome is shown
  #asking = new AbortController(); // of the questions about the position

  constructor(private readonly game: string) {
    this.play = new Play({ act: (act) => this.#act(act), ask: (ask) => this.#ask(ask), announce });
  }

  get welcome(): LessonStep | null {
    return this.step;
  }

  get isActing(): boolean {
    return this.play.acts.isRunning;
  }

  get ownSeat(): SeatCard | undefined {
    return this.now?.seats[0];
  }

  /** Begin the lesson of a name. */
  async start(name: string): Promise<void> {
    try {
      this.#show(await startLesson(this.game, name), true);
    } catch (failure) {
      this.error = (failure as ApiError).message;
    }
  }

  /** Perform an act from beside the board; a refusal is shown with the text. */
  perform = async (act: Act): Promise<void> => {
    const answer = await this.play.acts.run(() => this.#act(act));
    if (answer) this.error = isRefusal(answer) ? answer.sentence : "";
  };

  /** Go to another step, begin this one anew, or get a hint; whether another step has begun. */
  async control(line: Control): Promise<boolean> {
    this.dice.finish();
    [this.busy, this.error] = [true, ""];
    const answer = await this.#choose({ line });
    this.busy = false;
    if (isRefusal(answer)) this.error = answer.sentence;
    else if (BEGINS.includes(line)) this.dice.roll = null;
    return !isRefusal(answer) && BEGINS.includes(line);
  }

  /** Start a first match of the game against bots; a referee prepares one. */
  async startMatch(): Promise<void> {
    const { referee, match } = this.step!;
    if (referee) return navigate(`#/make/${this.game}/${match}`);
    [this.busy, this.error] = [true, ""];
    try {
      const game = (await fetchGames()).find(({ id }) => id === this.game)!;
      navigate(await createBotMatch(game, match, defaultBot(game.bots)));
    } catch (failure) {
      this.error = (failure as ApiError).message;
    }
    this.busy = false;
  }

  async #act(act: Act): Promise<ActCommitted | Refusal> {
    const choice = this.step && choiceOf(act, this.step);
    return choice ? this.#choose(choice) : refusalOf("That cannot be done in a lesson.");
  }

  async #choose(choice: LessonChoice): Promise<ActCommitted | Refusal> {
    const number = ++this.#number;
    const done = () => ({ frame: "done", key: "", seq: this.#seq }) as const;
    try {
      const to = await chooseInLesson(this.game, this.step!.lesson, choice);
      if (number === this.#number && to.rolls.length) await this.dice.show(to.rolls);
      if (number === this.#number) this.#show(to, BEGINS.includes(choice.line ?? ""));
      return done();
    } catch (failure) {
      if (number !== this.#number) return done(); // what was refused is gone
      return refusalOf((failure as ApiError).message, (failure as ApiError).code);
    }
  }

  async #ask(ask: Ask): Promise<AskReply | Refusal> {
    try {
      return await askInLesson(this.game, this.step!.lesson, ask, this.#asking.signal);
    } catch (failure) {
      return refusalOf((failure as ApiError).message, (failure as ApiError).code);
    }
  }

  #show(to: LessonStep, begins: boolean): void {
    if (to.number !== this.step?.number) this.isReading = true;
    else if (!begins) this.isReading = false;
    if (begins) this.tab = "play";
    if (begins || to.event !== this.step?.event) this.#forgetQuestions();
    this.error = "";
    this.step = to;
    this.now = nowOf(to, ++this.#seq);
    this.play.receive(this.now, to, begins);
    announce(to.heard.join(" "));
  }

  /** Abort what was asked about a position that is gone: a browser has few connections, and a choice needs one. */
  #forgetQuestions(): void {
    this.#asking.abort();
    this.#asking = new AbortController();
  }
}

function refusalOf(sentence: string, code = "E_LESSON"): Refusal {
  return { frame: "refusal", code, sentence, clause: "", key: "", address: "" };
}

/** An act at a table as a lesson's choice; null for one that lessons do not have. */
export function choiceOf(act: Act, { referee, seat }: Pick<LessonStep, "referee" | "seat">): LessonChoice | null {
  if (referee) return refereeChoice(act, seat);
  if (act.do === "choose") return { line: act.line };
  if (act.do === "plan" && act.lines.length) return { plan: act.lines };
  return act.do === "walk" ? { walk: [act.x, act.y] } : null;
}

/** A referee's act as a line. */
function refereeChoice(act: Act, seat: string): LessonChoice | null {
  if (act.do === "stand_in") return { line: `default ${act.slot || "all"}` };
  if (act.do === "pause") return { line: `pause because ${act.reason}` };
  if (act.do === "unpause") return { line: "unpause" };
  if (act.do === "rewind") return { line: `rewind ${act.event} because ${act.reason}` };
  if (act.do !== "choose") return null;
  return { line: [act.slot && act.slot !== seat ? `${act.slot}: ` : "", act.line, act.reason ? ` because ${act.reason}` : ""].join("") };
}

/**
 * A step of the lesson as a table's state. Each is another event but for a referee, who reads events by their numbers:
 * a choice that is held back is over for the play, and can be made again.
 */
export function nowOf(to: LessonStep, seq: number): Now {
  const slot = to.decision ? (to.slots[to.decision.slot] ?? "") : "";
  return {
    frame: "now",
    commands: to.referee,
    seq,
    event: to.referee ? to.event : seq,
    you: to.seat,
    scene: to.scene,
    owing: to.referee ? to.owing : slot ? [slot] : [],
    seats: [{ name: to.seat, slots: [to.seat], by: "person", person: "", present: true, referee: to.referee }],
    decisions: to.decision ? [to.decision] : [],
    sealed: to.sealed,
    plans: [],
    still: slot && to.still.length ? [{ slot, lines: to.still }] : [],
    lapsed: [],
    free: to.free,
    may_undo: false,
    must_ask_to_undo: false,
    undo: 0,
    redo: 0,
    question: 0,
    proposals: [],
    stopped: to.stopped,
    deadline: null,
    over: to.over,
    result: "",
    role: null,
  };
}
