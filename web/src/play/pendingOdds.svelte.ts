// The sealed choices that a referee who commands may read, in words and with odds. They are asked for one after another.
import { isRefusal, type Now, type Odds, type Option } from "../api/messages";
import type { Questions } from "./requests";

interface Sealed {
  readonly key: string;
  readonly slot: string;
  readonly line: string;
}

export class PendingOdds {
  #known: ReadonlyMap<string, Option | null> = $state.raw(new Map()); // by event, slot and line
  #sealed: readonly Sealed[] = $state.raw([]);
  #isAsking = false;

  constructor(private readonly table: Pick<Questions, "ask">) {}

  /** The odds of what a slot has sealed; none while they are not known, or if dice decide nothing. */
  of(slot: string): readonly Odds[] {
    return this.option(slot)?.odds ?? [];
  }

  /** What a slot has sealed, in words; null while it is not known. */
  option(slot: string): Option | null {
    const one = this.#sealed.find((sealed) => sealed.slot === slot);
    return (one && this.#known.get(one.key)) ?? null;
  }

  /** Take the state of the table, and ask for what is not known of it; what was known of an earlier state is forgotten. */
  async receive(now: Now): Promise<void> {
    const sealed = now.commands && now.scene.roster ? now.sealed : [];
    this.#sealed = sealed.map(({ slot, line }) => ({ key: `${now.event} ${slot} ${line}`, slot, line }));
    this.#known = new Map([...this.#known].filter(([key]) => this.#sealed.some((one) => one.key === key)));
    if (this.#isAsking) return;
    this.#isAsking = true;
    for (let one; (one = this.#sealed.find(({ key }) => !this.#known.has(key))); ) {
      const answer = await this.table.ask({ ask: "may", slot: one.slot, line: one.line });
      this.#known = new Map([...this.#known, [one.key, (!isRefusal(answer) && answer.option) || null]]);
    }
    this.#isAsking = false;
  }
}
