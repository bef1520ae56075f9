// Dice over a table: they roll for a while before what they made is shown, and then lie there.
import type { EventText } from "../messages";
import { isStill, settings } from "../settings.svelte";
import { sound } from "../sound";

/** Dice that are rolling, or have just fallen. */
export interface Roll {
  readonly id: number;
  readonly told: readonly EventText[];
  readonly falling: boolean;
}

const ROLLING = 850; // milliseconds that dice are in the air

export class Rolls {
  roll: Roll | null = $state.raw(null);
  #land: (() => void) | null = null;

  /** What was rolled is shown; awaited until it has been seen, if it rolls at all. */
  cast(told: readonly EventText[]): Promise<void> | null {
    const id = (this.roll?.id ?? 0) + 1;
    const still = isStill() || !settings.dice;
    this.roll = { id, told, falling: !still };
    sound("dice");
    if (still) return null;
    return new Promise((landed) => {
      const land = () => {
        clearTimeout(timer);
        this.#land = null;
        this.roll = { id, told, falling: false };
        landed();
      };
      const timer = setTimeout(land, ROLLING);
      this.#land = land;
    });
  }

  /** The dice lie still at once. */
  land(): void {
    this.#land?.();
  }
}
