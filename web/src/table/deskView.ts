// What a roster and a referee's panel know of a table: a table in view has it, and a lesson of a referee.
import type { Act, Item, Now, SeatCard, Welcome } from "../api/messages";
import type { Play } from "../play/play.svelte";

export interface DeskView {
  readonly table: string; // none: a lesson
  readonly now: Now | null;
  readonly items?: readonly Item[]; // what happened, at a table
  readonly welcome: Pick<Welcome, "slots"> | null;
  readonly ownSeat: Pick<SeatCard, "referee" | "slots"> | undefined;
  readonly play: Play;
  readonly isActing: boolean; // buttons for acts are shut
  perform(act: Act): Promise<void>;
}
