// Everything this browser has at one table: a view for each of its seats, or one that looks on.

import { card, Unwelcome } from "../house";
import { keep, keysOf } from "../keys";
import { notice } from "../live.svelte";
import { titleOf } from "../messages";
import { mustHandOver, nextSeat, type Place } from "./hotseat";
import { View } from "./view.svelte";

export class Places {
  views: readonly View[] = $state.raw([]);
  current: View;
  /** The seat that the device must be passed to, before it may look; empty while nobody need. */
  handing = $state("");
  failed = $state("");
  /** Whether it is known who may look first. */
  begun = $state(false);
  private shown = $state(0);

  constructor(readonly table: string) {
    const tokens = keysOf(table)
      .filter((key) => key.mine && !key.host)
      .map((key) => key.token)
      .reverse();
    const views = (tokens.length ? tokens : [""]).map((token) => this.open(token));
    this.views = views;
    this.current = $derived(this.views[this.shown] ?? this.views[0]!);
    views.forEach((view, k) => (view.shown = k === 0));
  }

  /** Look whose turn it is to look; called whenever how things stand has changed. */
  look(): void {
    const places = this.standing();
    if (places.length < this.views.filter((view) => !view.refusal).length || !places.length) return; // some are to come
    const from = this.begun ? this.current.seat : "";
    const next = nextSeat(places, this.handing || this.current.seat);
    if (mustHandOver(places, from, next)) this.hide(next);
    else this.show(next);
  }

  /** Whoever the device was passed to is ready. */
  ready(): void {
    this.show(this.handing);
  }

  close(): void {
    this.views.forEach((view) => view.close());
  }

  hurry(): void {
    this.views.forEach((view) => view.line.hurry());
  }

  /** Nobody sees or hears anything until the device has changed hands. */
  private hide(seat: string): void {
    this.handing = seat;
    this.views.forEach((view) => (view.shown = false));
  }

  private show(seat: string): void {
    this.handing = "";
    this.begun = true;
    const at = this.views.findIndex((view) => view.seat === seat);
    if (at < 0) return;
    this.shown = at;
    this.views.forEach((view, k) => (view.shown = k === at));
  }

  private standing(): Place[] {
    return this.views.flatMap((view) => (view.now && view.welcome ? [{ seat: view.seat, now: view.now }] : []));
  }

  private open(token: string): View {
    return new View(
      this.table,
      token,
      (view) => this.met(view),
      (refusal) => notice(refusal.sentence),
    );
  }

  /** The table says who we are: that is kept with the key. */
  private met(view: View): void {
    const { card: known, you, host } = view.welcome!;
    const title = titleOf(known);
    if (view.token) keep({ table: this.table, token: view.token, seat: you, host, mine: true, title }, Date.now() / 1000);
  }

  /** The line does not come up: is there such a table, and does its server want a password? */
  async knock(): Promise<void> {
    try {
      await card(this.table);
      this.failed = "";
      this.hurry();
    } catch (refused) {
      this.failed = (refused as Unwelcome).message;
    }
  }
}
