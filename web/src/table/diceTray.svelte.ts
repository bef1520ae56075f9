// Dice over a table: they roll for a while before what they made is shown, and then lie there.
import type { EventText } from "../api/messages";
import { prefersStillness, settings } from "../settings.svelte";
import { playTone } from "../sound";

/** Dice that are rolling, or have just fallen. */
export interface Roll {
  readonly id: number;
  readonly events: readonly EventText[];
  readonly isRolling: boolean;
}

const ROLL_TIME = 850; // milliseconds that dice are in the air

export class DiceTray {
  roll: Roll | null = $state.raw(null);
  #finish: (() => void) | null = null;

  /** What was rolled is shown; awaited until it has been seen, if it rolls at all. */
  show(events: readonly EventText[]): Promise<void> | null {
    const id = (this.roll?.id ?? 0) + 1;
    const still = prefersStillness() || !settings.dice;
    this.roll = { id, events, isRolling: !still };
    playTone("dice");
    if (still) return null;
    return new Promise((resolve) => {
      const finish = () => {
        clearTimeout(timer);
        this.#finish = null;
        this.roll = { id, events, isRolling: false };
        resolve();
      };
      const timer = setTimeout(finish, ROLL_TIME);
      this.#finish = finish;
    });
  }

  /** The dice lie still at once. */
  finish(): void {
    this.#finish?.();
  }
}
