// Questions to the table of which only the newest is asked and answered.
import type { Act, ActCommitted, Ask, AskReply, Refusal } from "../api/messages";

/** What can be asked at a table, and said to screen readers. */
export interface Questions {
  ask(ask: Ask): Promise<AskReply | Refusal>;
  announce(text: string): void;
}

/** A table at which a seat also acts. */
export interface TableClient extends Questions {
  act(act: Act): Promise<ActCommitted | Refusal>;
}

export const REST_TIME = 220; // milliseconds without a newer question before one is asked

/** Questions of one kind. Each replaces the one before, and at most one is in flight. */
export class LatestRequest {
  #number = 0;
  #running: Promise<unknown> | null = null;

  constructor(
    private readonly table: Pick<Questions, "ask">,
    private readonly delay: number,
  ) {}

  /** The answer; `null` if a newer question has replaced this one or it was cancelled. */
  async ask(ask: Ask): Promise<AskReply | Refusal | null> {
    const number = ++this.#number;
    if (this.delay) await new Promise((done) => setTimeout(done, this.delay));
    while (this.#running && number === this.#number) await this.#running;
    if (number !== this.#number) return null;
    const request = this.table.ask(ask);
    this.#running = request.then(
      () => (this.#running = null),
      () => (this.#running = null),
    );
    const answer = await request;
    return number === this.#number ? answer : null;
  }

  /** Ignore the answer to the last question. */
  cancel(): void {
    this.#number++;
  }
}
