// What arrives is shown in its order, and each thing no sooner than the one before has been seen: dice roll first.

export type Frame<Item, Now> = { items: readonly Item[] } | { now: Now };

const MANY = 6; // frames that wait: then nobody is kept waiting any more
const LATE = 30; // the same for what has waited until somebody had read

/** Frames that come in are shown one after another; `roll` is awaited before items with dice are shown.
 *
 * While it is on `hold` what comes waits. What has waited so is shown with a `rest` after each look at the table.
 */
export class Pace<Item, Now> {
  private readonly waiting: Frame<Item, Now>[] = [];
  private busy = false;
  private held = false;
  private late = false; // whether what is shown has waited for somebody

  constructor(
    private readonly show: (frame: Frame<Item, Now>) => void,
    private readonly roll: (items: readonly Item[]) => Promise<void> | null,
    private readonly rest: (waiting: number) => Promise<void> | null = () => null,
  ) {}

  /** Whether more is to be shown. */
  get behind(): boolean {
    return this.waiting.length > 0;
  }

  /** Something has arrived. What is not `live` is shown at once. */
  take(frame: Frame<Item, Now>, live: boolean): void {
    this.waiting.push(frame);
    if (!live) {
      this.held = false;
      this.hurry();
    } else if (!this.busy) void this.run();
  }

  /** What follows waits. */
  hold(): void {
    this.held = true;
  }

  /** What has waited is shown. */
  release(): void {
    if (!this.held) return;
    this.held = false;
    this.late = this.behind;
    if (!this.busy) void this.run();
  }

  /** Show everything that waits, without further ado; after what nobody may overlook the rest waits all the same. */
  hurry(): void {
    this.late = false;
    while (this.waiting.length && !this.held) this.show(this.waiting.shift()!);
  }

  private async run(): Promise<void> {
    this.busy = true;
    while (this.waiting.length && !this.held) {
      const [first] = this.waiting;
      const patient = this.waiting.length < (this.late ? LATE : MANY);
      const rolling = first && "items" in first && patient ? this.roll(first.items) : null;
      if (rolling) await rolling;
      const next = this.waiting[0] === first ? this.waiting.shift() : undefined; // it may have been hurried meanwhile
      if (!next) continue;
      this.show(next);
      const resting = this.late && "now" in next && this.behind ? this.rest(this.waiting.length) : null;
      if (resting) await resting;
    }
    this.late = this.late && this.behind;
    this.busy = false;
  }
}
