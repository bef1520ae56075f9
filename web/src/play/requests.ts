// What is said and asked at the table; of questions that follow one another only the newest is asked and answered.
import type { Answered, Asking, Doing, Done, Refusal } from "../api/messages";

export type Act = Doing["act"];
export type Ask = Asking["ask"];

export interface TableClient {
  act(act: Act): Promise<Done | Refusal>;
  ask(ask: Ask): Promise<Answered | Refusal>;
  announce(text: string): void;
}

export const REST_TIME = 220; // milliseconds that nothing newer comes before anything is asked

/** Questions of one kind. Each takes the place of the one before, and there is never more than one under way. */
export class LatestRequest {
  #number = 0;
  #running: Promise<unknown> | null = null;

  constructor(
    readonly table: TableClient,
    readonly delay: number,
  ) {}

  /** The answer; null if something newer is asked by then, or nothing is to be known any more. */
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

  /** What was asked is of no interest any more. */
  cancel(): void {
    this.#number++;
  }
}
