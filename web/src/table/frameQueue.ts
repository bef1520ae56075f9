// A queue of frames from the server: each is shown in order, after the one before has been seen.

export type Frame<Item, Now> = { items: readonly Item[] } | { now: Now };

const MAX_WAITING = 6; // frames in the queue, above which dice no longer roll
const MAX_WAITING_LATE = 30; // the same for frames that waited while on hold

/** Show frames one after another. `roll` is awaited before items with dice are shown.
 *
 * On hold, frames wait. Frames that have waited so are shown with a `pause` after each `now`.
 */
export class FrameQueue<Item, Now> {
  private readonly waiting: Frame<Item, Now>[] = [];
  private isRunning = false;
  private onHold = false;
  private isLate = false; // the frames being shown waited while on hold

  constructor(
    private readonly show: (frame: Frame<Item, Now>) => void,
    private readonly roll: (items: readonly Item[]) => Promise<void> | null,
    private readonly pause: (waiting: number) => Promise<void> | null = () => null,
  ) {}

  /** Whether frames wait. */
  get hasMore(): boolean {
    return this.waiting.length > 0;
  }

  /** Add a frame. Without `live` everything is shown at once. */
  push(frame: Frame<Item, Now>, live: boolean): void {
    this.waiting.push(frame);
    if (!live) {
      this.onHold = false;
      this.flush();
    } else if (!this.isRunning) void this.run();
  }

  /** Let the following frames wait. */
  hold(): void {
    this.onHold = true;
  }

  /** Show what has waited. */
  release(): void {
    if (!this.onHold) return;
    this.onHold = false;
    this.isLate = this.hasMore;
    if (!this.isRunning) void this.run();
  }

  /** Show all waiting frames at once, up to the next hold. */
  flush(): void {
    this.isLate = false;
    while (this.waiting.length && !this.onHold) this.show(this.waiting.shift()!);
  }

  private async run(): Promise<void> {
    this.isRunning = true;
    while (this.waiting.length && !this.onHold) {
      const [first] = this.waiting;
      const mayRoll = this.waiting.length < (this.isLate ? MAX_WAITING_LATE : MAX_WAITING);
      const roll = first && "items" in first && mayRoll ? this.roll(first.items) : null;
      if (roll) await roll;
      const next = this.waiting[0] === first ? this.waiting.shift() : undefined; // it may have been flushed meanwhile
      if (!next) continue;
      this.show(next);
      const pause = this.isLate && "now" in next && this.hasMore ? this.pause(this.waiting.length) : null;
      if (pause) await pause;
    }
    this.isLate = this.isLate && this.hasMore;
    this.isRunning = false;
  }
}
