// All seats of this browser at one table: a view for each, or one for a spectator.

import { fetchCard, ApiError } from "../api/client";
import { saveToken, seatTokens } from "../api/tokens";
import { notify } from "../announcer.svelte";
import { titleOf } from "../api/messages";
import { hasToAct, isDesk, mustHandOver, nextSeat, type LocalSeat } from "./hotseat";
import { TableView } from "./tableView.svelte";

export class LocalSeats {
  views: readonly TableView[] = $state.raw([]);
  current: TableView;
  /** The seat that the device must be passed to before it is shown; empty if there is none. */
  passTo = $state("");
  error = $state("");
  /** Whether it is decided which seat is shown first. */
  hasStarted = $state(false);
  private isFinding = false; // the server is being asked why there is no connection
  private shownIndex = $state(0);

  constructor(readonly table: string) {
    const tokens = seatTokens(table)
      .map((entry) => entry.token)
      .reverse();
    const views = (tokens.length ? tokens : [""]).map((token) => this.open(token));
    this.views = views;
    this.current = $derived(this.views[this.shownIndex] ?? this.views[0]!);
    views.forEach((view, k) => (view.isShown = k === 0));
  }

  /** Decide which seat to show; called after every change of a seat's state. */
  update(): void {
    const seats = this.seatStates();
    if (seats.length < this.views.filter((view) => !view.refusal).length || !seats.length) return; // some are still connecting
    const from = this.hasStarted ? this.current.seat : "";
    const first = this.hasStarted ? this.current : (seats.find(isDesk) ?? this.current); // the desk, also after a reload
    const next = nextSeat(seats, this.passTo || first.seat);
    if (mustHandOver(seats, from, next)) this.coverFor(next);
    else this.show(next);
  }

  /** The seats that may be shown in place of the one that is: from the desk those that have to act, else the desk. */
  get others(): readonly string[] {
    const seats = this.seatStates();
    const shown = seats.find((one) => one.seat === this.current.seat);
    if (!shown) return [];
    return seats.filter((one) => one !== shown && (isDesk(shown) ? hasToAct(one) : isDesk(one))).map((one) => one.seat);
  }

  /** Show another seat because somebody asks for it; the device is passed on first where that must be. */
  goTo(seat: string): void {
    if (mustHandOver(this.seatStates(), this.current.seat, seat)) this.coverFor(seat);
    else this.show(seat);
  }

  /** Show the seat that the device was passed to. */
  confirmPassed(): void {
    this.show(this.passTo);
  }

  close(): void {
    this.views.forEach((view) => view.close());
  }

  reconnect(): void {
    this.views.forEach((view) => view.connection.retryNow());
  }

  /** Hide all views until the device has been passed to a seat. */
  private coverFor(seat: string): void {
    this.passTo = seat;
    this.views.forEach((view) => (view.isShown = false));
  }

  private show(seat: string): void {
    this.passTo = "";
    this.hasStarted = true;
    const at = this.views.findIndex((view) => view.seat === seat);
    if (at < 0) return;
    this.shownIndex = at;
    this.views.forEach((view, k) => (view.isShown = k === at));
  }

  private seatStates(): LocalSeat[] {
    return this.views.flatMap((view) => (view.now && view.welcome ? [{ seat: view.seat, now: view.now }] : []));
  }

  private open(token: string): TableView {
    return new TableView(
      this.table,
      token,
      (view) => this.saveIdentity(view),
      (refusal) => notify(refusal.sentence),
    );
  }

  /** Save with the token which seat it is for. */
  private saveIdentity(view: TableView): void {
    const { card: known, you, host } = view.welcome!;
    const title = titleOf(known);
    if (view.token) saveToken({ table: this.table, token: view.token, seat: you, host, mine: true, title }, Date.now() / 1000);
  }

  /** Ask over HTTP why there is no connection: the table may not exist, or the server may want a password; if nothing answers, that is no reason to give up. */
  async findTable(): Promise<void> {
    if (this.isFinding) return;
    this.isFinding = true;
    try {
      await fetchCard(this.table);
      this.error = "";
      this.reconnect();
    } catch (failure) {
      const { status, message } = failure as ApiError;
      this.error = status === 0 || status >= 500 ? "" : message;
    }
    this.isFinding = false;
  }
}
