// What arrives is shown in its order, and each thing no sooner than the one before has been seen: dice roll first.

export type Frame<Item, Now> = { items: readonly Item[] } | { now: Now };

const MANY = 6; // frames that wait: then nobody is kept waiting any more

/** Frames that come in are shown one after another; `roll` is awaited before items with dice are shown. */
export class Pace<Item, Now> {
  private readonly waiting: Frame<Item, Now>[] = [];
  private busy = false;

  constructor(
    private readonly show: (frame: Frame<Item, Now>) => void,
    private readonly roll: (items: readonly Item[]) => Promise<void> | null,
  ) {}

  /** Something has arrived. What is not `live` is shown at once. */
  take(frame: Frame<Item, Now>, live: boolean): void {
    this.waiting.push(frame);
    if (!live) this.hurry();
    else if (!this.busy) void this.run();
  }

  /** Show everything that waits, without further ado. */
  hurry(): void {
    for (const frame of this.waiting.splice(0)) this.show(frame);
  }

  private async run(): Promise<void> {
    this.busy = true;
    while (this.waiting.length) {
      const [first] = this.waiting;
      const rolling = first && "items" in first && this.waiting.length < MANY ? this.roll(first.items) : null;
      if (rolling) await rolling;
      const next = this.waiting[0] === first ? this.waiting.shift() : undefined; // it may have been hurried meanwhile
      if (next) this.show(next);
    }
    this.busy = false;
  }
}
