// What is said and asked at the table; of questions that follow one another only the newest is asked and answered.
import type { Answered, Asking, Doing, Done, Refusal } from "../made/messages";

export type Act = Doing["act"];
export type Ask = Asking["ask"];

export interface Table {
  act(act: Act): Promise<Done | Refusal>;
  ask(ask: Ask): Promise<Answered | Refusal>;
  say(text: string): void;
}

export const REST = 220; // milliseconds that nothing newer comes before anything is asked

/** Questions of one kind. Each takes the place of the one before, and there is never more than one under way. */
export class Newest {
  #number = 0;
  #underway: Promise<unknown> | null = null;

  constructor(
    readonly table: Table,
    readonly rest: number,
  ) {}

  /** The answer; null if something newer is asked by then, or nothing is to be known any more. */
  async ask(ask: Ask): Promise<Answered | Refusal | null> {
    const number = ++this.#number;
    if (this.rest) await new Promise((done) => setTimeout(done, this.rest));
    while (this.#underway && number === this.#number) await this.#underway;
    if (number !== this.#number) return null;
    const asked = this.table.ask(ask);
    this.#underway = asked.then(
      () => (this.#underway = null),
      () => (this.#underway = null),
    );
    const answer = await asked;
    return number === this.#number ? answer : null;
  }

  /** What was asked is of no interest any more. */
  drop(): void {
    this.#number++;
  }
}
