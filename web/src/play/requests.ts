// Questions to the table of which only the newest is asked and answered.
import type { Answered, Asking, Doing, Done, Refusal } from "../api/messages";

export type Act = Doing["act"];
export type Ask = Asking["ask"];

export interface TableClient {
  act(act: Act): Promise<Done | Refusal>;
  ask(ask: Ask): Promise<Answered | Refusal>;
  announce(text: string): void;
}

export const REST_TIME = 220; // milliseconds without a newer question before one is asked

/** Questions of one kind. Each replaces the one before, and at most one is in flight. */
export class LatestRequest {
  #number = 0;
  #running: Promise<unknown> | null = null;

  constructor(
    readonly table: TableClient,
    readonly delay: number,
  ) {}

  /** The answer; `null` if a newer question has replaced this one or it was cancelled. */
  async ask(ask: Ask): Promise<Answered | Refusal | null> {
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
