// What a person at a seat has in hand: the open decision, the unit taken up, the place pointed at.
import { NOTHING, type Overlay, type Spot } from "../board/overlay";
import type { Answered, Asking, Decision, Doing, Done, Now, Option, Refusal, VerbForm } from "../made/messages";

export type Act = Doing["act"];
export type Ask = Asking["ask"];

export interface Table {
  act(act: Act): Promise<Done | Refusal>;
  ask(ask: Ask): Promise<Answered | Refusal>;
  say(text: string): void;
}

export class Play {
  now: Now | null = $state.raw(null);
  unit: string | null = $state(null);
  cursor: Spot | null = $state.raw(null);
  readonly decision: Decision | null = $derived(this.now?.decisions[0] ?? null);
  readonly overlay: Overlay = NOTHING;

  constructor(readonly table: Table) {}

  /** How things stand now; called for every `now` frame, with the slots' names and the verbs of the welcome. */
  take(now: Now, _slots: readonly string[], _verbs: readonly VerbForm[]): void {
    this.now = now;
  }

  pick = (option: Option): void => void this.table.act({ do: "choose", line: option.notation });
  point = (_spot: Spot): void => undefined;
  look = (_spot: Spot | null): void => undefined;
  key = (_event: KeyboardEvent): boolean => false;
}
