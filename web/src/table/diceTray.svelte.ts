// Dice over a table: they roll for a moment before their event is shown.
import type { EventText } from "../api/messages";
import { prefersStillness, settings } from "../settings.svelte";
import { playTone } from "../sound";

/** Dice that roll, or have just rolled. */
export interface Roll {
  readonly id: number;
  readonly events: readonly EventText[];
  readonly isRolling: boolean;
}

const ROLL_TIME = 850; // milliseconds

export class DiceTray {
  roll: Roll | null = $state.raw(null);
  #finish: (() => void) | null = null;

  /** Show the dice of some events; awaited until they have stopped, `null` without animation. */
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

  /** Stop the dice at once. */
  finish(): void {
    this.#finish?.();
  }
}
