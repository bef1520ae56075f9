// A match that is shown event by event.
import { announce, notify } from "../announcer.svelte";
import { forkMatch, newKey, type ApiError } from "../api/client";
import { titleOf, type Item, type Moment } from "../api/messages";
import { ownToken } from "../api/tokens";
import { movesBetween } from "../board/moves";
import { EMPTY_OVERLAY, type Overlay } from "../board/overlay";
import { navigate } from "../router.svelte";
import { sentence } from "../table/sentences";
import { OneAtATime } from "../ui/oneAtATime.svelte";
import { MatchRecord } from "./matchRecord";
import { saveTableTokens } from "./seatPlan";

const STEP = 1200; // milliseconds per event at speed 1

export class Playback {
  moments: readonly Moment[] = $state.raw([]);
  title = $state("");
  over = $state(false);
  index = $state(0); // of the moment that is shown
  isPlaying = $state(false);
  speed = $state(1);
  error = $state("");
  readonly forking = new OneAtATime();

  readonly last: number = $derived(this.moments.length - 1);
  readonly moment: Moment | undefined = $derived(this.moments[this.index]);
  readonly overlay: Overlay = $derived({ ...EMPTY_OVERLAY, moves: this.moment ? movesBetween(this.moments[this.index - 1]?.scene ?? null, this.moment.scene, [], () => false) : [] });
  readonly items: readonly Item[] = $derived(this.moments.map((moment, k) => ({ stream: "table", seq: k + 1, at: 0, what: moment.happened })));

  #record: MatchRecord;
  readonly #looking = new OneAtATime(); // two at once would add the same events twice
  readonly #forkKeys = new Map<number, string>(); // by event

  constructor(readonly table: string) {
    this.#record = new MatchRecord(table, "");
  }

  /** Milliseconds until the next event is shown. */
  get pause(): number {
    return STEP / this.speed;
  }

  /** Load the match, and show one of its events; without one, the first. */
  async open(event: number | null): Promise<void> {
    try {
      this.#record = new MatchRecord(this.table, ownToken(this.table));
      await this.#record.load();
      this.#take();
      this.index = this.#inRange(event ?? 0);
    } catch (failure) {
      this.error = (failure as ApiError).message;
    }
  }

  /** Read what has happened since, while the match goes on; what cannot be read now comes with a later look. */
  async look(): Promise<void> {
    if (this.over || !this.moment) return;
    await this.#looking.run(() =>
      this.#record.look().then(
        () => this.#take(),
        () => {},
      ),
    );
  }

  /** Stop, and show an event. */
  show(index: number): void {
    this.isPlaying = false;
    this.#show(index);
    if (this.moment) announce(sentence(this.moment.happened));
  }

  /** Play on, from the beginning if all has been shown; or stop. */
  toggle(): void {
    if (!this.isPlaying && this.index === this.last) this.show(0);
    this.isPlaying = !this.isPlaying;
  }

  /** Show the next event; stop after the last. */
  advance(): void {
    if (this.index < this.last) this.#show(this.index + 1);
    else this.isPlaying = false;
  }

  /** Carry out a key; false if it has no meaning, as with Alt, which leads back to the page before. */
  key({ key, altKey, ctrlKey, metaKey }: Pick<KeyboardEvent, "key" | "altKey" | "ctrlKey" | "metaKey">): boolean {
    const steps: Readonly<Record<string, number>> = { ArrowLeft: this.index - 1, ArrowRight: this.index + 1, Home: 0, End: this.last };
    const step = steps[key];
    if (step === undefined || !this.moment || altKey || ctrlKey || metaKey) return false;
    this.show(step);
    return true;
  }

  /** Make a table that begins with the event that is shown, and go to it: whoever does that again comes to the same. */
  async playOn(): Promise<void> {
    await this.forking.run(async () => {
      const { event } = this.moment!.happened;
      const key = this.#forkKeys.get(event) ?? newKey();
      this.#forkKeys.set(event, key);
      try {
        const created = await forkMatch(this.table, event, key);
        const seats = Object.keys(created.seats).map((name, k) => ({ name, slots: [], who: k ? "friend" : "me" }));
        navigate(saveTableTokens(created, seats, `${this.title}, from event ${this.index}`) ? `#/invite/${created.table}` : `#/t/${created.table}`);
      } catch (failure) {
        notify((failure as ApiError).message);
      }
    });
  }

  #take(): void {
    [this.moments, this.title, this.over] = [this.#record.moments, titleOf(this.#record.card), this.#record.over];
  }

  #show(index: number): void {
    this.index = this.#inRange(index);
    history.replaceState(null, "", `#/replay/${this.table}/${this.index}`);
  }

  #inRange(index: number): number {
    return Math.max(0, Math.min(this.last, index));
  }
}
