// A seat that is open, and who takes it.
import { fetchCard, joinTable, type ApiError } from "../api/client";
import { titleOf, type SeatCard, type TableCard } from "../api/messages";
import { saveToken, seatTokens } from "../api/tokens";
import { navigate } from "../router.svelte";
import { settings, updateSettings } from "../settings.svelte";
import { openSeats } from "./lobby.svelte";

export class SeatToTake {
  card: TableCard | null = $state.raw(null);
  seat = $state(""); // that is chosen; none if none is open
  name = $state(settings.name);
  error = $state("");
  busy = $state(false);
  readonly open: readonly SeatCard[] = $derived(this.card ? openSeats(this.card) : []);

  constructor(
    private readonly table: string,
    private readonly wanted: string,
  ) {}

  /** See which seats are open: the chosen one stays while it is, else it is the one that is wanted, else the first. */
  async load(): Promise<void> {
    try {
      this.card = await fetchCard(this.table);
      const names = this.open.map((one) => one.name);
      this.seat = [this.seat, this.wanted].find((one) => names.includes(one)) ?? names[0] ?? "";
    } catch (failure) {
      this.error = (failure as ApiError).message;
    }
  }

  /** Sit down, and go to the table; if that is refused, see what is open now. */
  async take(): Promise<void> {
    [this.busy, this.error] = [true, ""];
    const name = this.name.trim();
    try {
      updateSettings({ name });
      const { token, seat } = await joinTable(this.table, { seat: this.seat, person: name });
      saveToken({ table: this.table, seat, host: false, mine: true, token, title: titleOf(this.card) }, Date.now() / 1000);
      navigate(`#/t/${this.table}`);
    } catch (failure) {
      if (seatTokens(this.table).some((one) => one.seat === this.seat)) return navigate(`#/t/${this.table}`); // taken in another tab
      this.error = (failure as ApiError).message;
      await this.load();
    }
    this.busy = false;
  }
}
