// A table as one seat sees it: what was told, how things stand, and what is in hand.

import { notice, say, show } from "../live.svelte";
import { isRefusal, type Act, type Item, type Now, type Refusal, type Told, type Welcome } from "../messages";
import { Play } from "../play/play.svelte";
import { capital } from "../play/told";
import { isStill, settings } from "../settings.svelte";
import { sound } from "../sound";
import { Connection, type Standing } from "./connection";
import { Pace } from "./pace";
import { sentence } from "./words";

const ROLLING = 850; // milliseconds that dice are in the air

/** Dice that are rolling, or have just fallen. */
export interface Roll {
  id: number;
  told: readonly Told[];
  falling: boolean;
}

export class View {
  welcome: Welcome | null = $state.raw(null);
  now: Now | null = $state.raw(null);
  items: readonly Item[] = $state.raw([]);
  standing: Standing = $state("dialling");
  refusal: Refusal | null = $state.raw(null); // why we were turned away
  wait = $state("");
  roll: Roll | null = $state.raw(null);
  shown = true; // whether this is the view on the screen: only that one is heard
  readonly play: Play;
  readonly line: Connection;
  private live = false;
  private back = false; // something was taken back that is still to be seen
  private land: (() => void) | null = null;
  private readonly pace: Pace<Item, Now>;

  constructor(
    readonly table: string,
    public token: string,
    private readonly met: (view: View) => void,
    private readonly oops: (refusal: Refusal) => void,
  ) {
    this.pace = new Pace<Item, Now>(
      (frame) => ("items" in frame ? this.hear(frame.items) : this.see(frame.now)),
      (items) => this.rolled(items),
    );
    this.line = new Connection(addressOf(table), token, {
      standing: (standing) => (this.standing = standing),
      welcome: (welcome) => this.greet(welcome),
      items: (items) => this.pace.take({ items }, this.live),
      now: (now) => {
        this.pace.take({ now }, this.live);
        this.live = true;
      },
      wait: (says) => (this.wait = says),
      refused: (refusal) => (this.standing === "refused" ? (this.refusal = refusal) : this.oops(refusal)),
    });
    this.play = new Play({ act: (act) => this.line.act(act), ask: (ask) => this.line.ask(ask), say });
  }

  get seat(): string {
    return this.welcome?.you ?? "";
  }

  /** The card of our own seat. */
  get mine() {
    return this.now?.seats.find((one) => one.name === this.seat);
  }

  act(act: Act) {
    return this.line.act(act);
  }

  /** Do something; what is refused is told in passing. */
  async does(act: Act): Promise<void> {
    const answer = await this.line.act(act);
    if (isRefusal(answer)) notice(answer.sentence);
  }

  /** The seat has another token now. */
  renew(token: string): void {
    this.token = token;
    this.line.renew(token);
  }

  /** The dice have been looked at long enough. */
  skip(): void {
    this.land?.();
    this.pace.hurry();
  }

  close(): void {
    this.land?.();
    this.line.close();
  }

  private greet(welcome: Welcome): void {
    this.live = false; // what was missed is shown without ado
    this.welcome = welcome;
    this.met(this);
  }

  private hear(items: readonly Item[]): void {
    this.items = [...this.items, ...items];
    this.back ||= items.some(({ what }) => what.item === "happened" && ["undo", "redo", "rewind"].includes(what.kind));
    if (!this.live || !this.shown) return;
    for (const item of items) say(sentence(item.what));
    const told = items.flatMap(({ what }) => (what.item === "happened" ? what.told.filter((one) => one.heading) : []));
    const ruled = items.find(({ what }) => what.item === "happened" && what.kind === "free" && what.reason);
    if (ruled) show(sentence(ruled.what));
    const late = items.find(({ what }) => what.item === "late" && what.slots.some((slot) => this.mine?.slots.includes(slot)));
    if (late) show(sentence(late.what));
    if (told.length) show(told.map((one) => `${capital(one.says)}.`).join(" "));
    if (items.some(({ what }) => what.item === "spoken" && what.seat !== this.seat)) sound("said");
    if (items.some(({ what }) => what.item === "ended")) sound("end");
  }

  private see(now: Now): void {
    const mine = now.decisions.length > 0 && !this.now?.decisions.length;
    this.now = now;
    this.play.take(now, this.welcome?.slots ?? [], this.welcome?.verbs ?? [], this.back);
    this.back = false;
    if (mine && this.live && this.shown) sound("turn");
  }

  private rolled(items: readonly Item[]): Promise<void> | null {
    const told = items.flatMap(({ what }) => (what.item === "happened" ? what.told.filter((one) => one.dice.length) : []));
    if (!told.length || !this.shown || document.hidden) return null;
    const id = (this.roll?.id ?? 0) + 1;
    const still = isStill() || !settings.dice;
    this.roll = { id, told, falling: !still };
    sound("dice");
    if (still) return null;
    return new Promise((landed) => {
      const land = () => {
        clearTimeout(timer);
        this.land = null;
        this.roll = { id, told, falling: false };
        landed();
      };
      const timer = setTimeout(land, ROLLING);
      this.land = land;
    });
  }
}

/** Where a table is spoken with. */
export function addressOf(table: string): string {
  const { protocol, host } = location;
  return `${protocol === "https:" ? "wss:" : "ws:"}//${host}/api/tables/${encodeURIComponent(table)}/socket`;
}
