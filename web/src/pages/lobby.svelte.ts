// The tables that are listed: those with open seats first, then the newest.
import { fetchTables, type ApiError } from "../api/client";
import type { SeatCard, TableCard } from "../api/messages";

export class Lobby {
  cards: readonly TableCard[] | null = $state.raw(null); // null: not known yet
  error = $state("");
  #number = 0; // of the last look: only its answer counts

  /** Look which tables there are; what is shown stays until that is known. */
  async look(): Promise<void> {
    const number = ++this.#number;
    try {
      const cards = await fetchTables();
      if (number === this.#number) [this.cards, this.error] = [sorted(cards), ""];
    } catch (failure) {
      if (number === this.#number) this.error = (failure as ApiError).message;
    }
  }
}

export function openSeats(card: TableCard): readonly SeatCard[] {
  return card.seats.filter((seat) => seat.by === "open");
}

function sorted(cards: readonly TableCard[]): TableCard[] {
  return [...cards].sort((a, b) => Number(openSeats(b).length > 0) - Number(openSeats(a).length > 0) || b.made - a.made);
}
