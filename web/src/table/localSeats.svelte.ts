// Everything this browser has at one table: a view for each of its seats, or one that looks on.

import { fetchCard, ApiError } from "../api/client";
import { saveToken, tokensOf } from "../api/tokens";
import { notify } from "../announcer.svelte";
import { titleOf } from "../api/messages";
import { mustHandOver, nextSeat, type LocalSeat } from "./hotseat";
import { TableView } from "./tableView.svelte";

export class LocalSeats {
  views: readonly TableView[] = $state.raw([]);
  current: TableView;
  /** The seat that the device must be passed to, before it may look; empty while nobody need. */
  passTo = $state("");
  error = $state("");
  /** Whether it is known who may look first. */
  hasStarted = $state(false);
  private shownIndex = $state(0);

  constructor(readonly table: string) {
    const tokens = tokensOf(table)
      .filter((key) => key.mine && !key.host)
      .map((key) => key.token)
      .reverse();
    const views = (tokens.length ? tokens : [""]).map((token) => this.open(token));
    this.views = views;
    this.current = $derived(this.views[this.shownIndex] ?? this.views[0]!);
    views.forEach((view, k) => (view.isShown = k === 0));
  }

  /** Look whose turn it is to look; called whenever how things stand has changed. */
  update(): void {
    const places = this.seatStates();
    if (places.length < this.views.filter((view) => !view.refusal).length || !places.length) return; // some are to come
    const from = this.hasStarted ? this.current.seat : "";
    const next = nextSeat(places, this.passTo || this.current.seat);
    if (mustHandOver(places, from, next)) this.coverFor(next);
    else this.show(next);
  }

  /** Whoever the device was passed to is ready. */
  confirmPassed(): void {
    this.show(this.passTo);
  }

  close(): void {
    this.views.forEach((view) => view.close());
  }

  reconnect(): void {
    this.views.forEach((view) => view.connection.retryNow());
  }

  /** Nobody sees or hears anything until the device has changed hands. */
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

  /** The table says who we are: that is kept with the key. */
  private saveIdentity(view: TableView): void {
    const { card: known, you, host } = view.welcome!;
    const title = titleOf(known);
    if (view.token) saveToken({ table: this.table, token: view.token, seat: you, host, mine: true, title }, Date.now() / 1000);
  }

  /** The line does not come up: is there such a table, and does its server want a password? */
  async findTable(): Promise<void> {
    try {
      await fetchCard(this.table);
      this.error = "";
      this.reconnect();
    } catch (failure) {
      this.error = (failure as ApiError).message;
    }
  }
}
