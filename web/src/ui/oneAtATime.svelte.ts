// What shuts buttons: while what they began is under way, nothing else of its kind can be begun.

export class OneAtATime {
  isRunning = $state(false);

  /** Run a task; `undefined` if another one is under way, and nothing is begun then. */
  async run<Outcome>(task: () => Promise<Outcome>): Promise<Outcome | undefined> {
    if (this.isRunning) return undefined;
    this.isRunning = true;
    try {
      return await task();
    } finally {
      this.isRunning = false;
    }
  }
}
