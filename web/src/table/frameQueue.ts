// What arrives is shown in its order, and each thing no sooner than the one before has been seen: dice roll first.

export type Frame<Item, Now> = { items: readonly Item[] } | { now: Now };

const MAX_WAITING = 6; // frames that wait: then nobody is kept waiting any more
const MAX_WAITING_LATE = 30; // the same for what has waited until somebody had read

/** Frames that come in are shown one after another; `roll` is awaited before items with dice are shown.
 *
 * While it is on `hold` what comes waits. What has waited so is shown with a `rest` after each look at the table.
 */
export class FrameQueue<Item, Now> {
  private readonly waiting: Frame<Item, Now>[] = [];
  private isRunning = false;
  private onHold = false;
  private isLate = false; // whether what is shown has waited for somebody

  constructor(
    private readonly show: (frame: Frame<Item, Now>) => void,
    private readonly roll: (items: readonly Item[]) => Promise<void> | null,
    private readonly pause: (waiting: number) => Promise<void> | null = () => null,
  ) {}

  /** Whether more is to be shown. */
  get hasMore(): boolean {
    return this.waiting.length > 0;
  }

  /** Something has arrived. What is not `live` is shown at once. */
  push(frame: Frame<Item, Now>, live: boolean): void {
    this.waiting.push(frame);
    if (!live) {
      this.onHold = false;
      this.flush();
    } else if (!this.isRunning) void this.run();
  }

  /** What follows waits. */
  hold(): void {
    this.onHold = true;
  }

  /** What has waited is shown. */
  release(): void {
    if (!this.onHold) return;
    this.onHold = false;
    this.isLate = this.hasMore;
    if (!this.isRunning) void this.run();
  }

  /** Show everything that waits, without further ado; after what nobody may overlook the rest waits all the same. */
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
      const next = this.waiting[0] === first ? this.waiting.shift() : undefined; // it may have been hurried meanwhile
      if (!next) continue;
      this.show(next);
      const pause = this.isLate && "now" in next && this.hasMore ? this.pause(this.waiting.length) : null;
      if (pause) await pause;
    }
    this.isLate = this.isLate && this.hasMore;
    this.isRunning = false;
  }
}
