// A table as one seat sees it: what was told, how things stand, and what is in hand.

import { notice, say, show } from "../live.svelte";
import { isRefusal, type Act, type Item, type Now, type Panel, type Refusal, type Role, type Welcome } from "../messages";
import { Play } from "../play/play.svelte";
import { capital } from "../play/told";
import { isStill } from "../settings.svelte";
import { sound } from "../sound";
import { Connection, type Standing } from "./connection";
import { Pace } from "./pace";
import { keepRole, roleRead } from "./roles";
import { Rolls } from "./rolls.svelte";
import { sentence } from "./words";

const [RESTING, LEAST] = [450, 60]; // milliseconds between looks at the table that have waited: fewer where many have

export class View {
  welcome: Welcome | null = $state.raw(null);
  now: Now | null = $state.raw(null);
  items: readonly Item[] = $state.raw([]);
  standing: Standing = $state("dialling");
  refusal: Refusal | null = $state.raw(null); // why we were turned away
  wait = $state("");
  readonly dice = new Rolls();
  panels: readonly Panel[] = $state.raw([]); // what must not be overlooked, and has not been read yet
  late = $state(false); // whether what happened meanwhile is being shown
  private known = $state(""); // the title of the role that was read
  private wanted = $state(false); // whether the role is to be read again
  shown = true; // whether this is the view on the screen: only that one is heard
  readonly play: Play;
  readonly line: Connection;
  private live = false;
  private back = false; // something was taken back that is still to be seen
  private land: (() => void) | null = null; // ends a rest
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
      (waiting) => this.rest(waiting),
    );
    this.line = new Connection(addressOf(table), token, {
      standing: (standing) => (this.standing = standing),
      welcome: (welcome) => this.greet(welcome),
      items: (items) => this.pace.take({ items }, this.live),
      now: (now) => {
        if (now.deadline !== null && now.decisions.length) this.pace.release(); // time runs: nothing waits any more
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
    this.dice.land();
    this.pace.hurry();
    this.late = false;
  }

  /** What stood over the table was read: it goes on. */
  read(): void {
    this.panels = [];
    this.pace.release();
    this.late = this.pace.behind && !isStill();
  }

  /** Who we are and what we are after, as long as that has not been read, or is to be read again. */
  get role(): Role | null {
    const role = this.now?.role ?? null;
    return role && !this.now?.over && (this.wanted || role.title !== this.known) ? role : null;
  }

  /** The role is read, or is to be read again. */
  showRole(wanted: boolean): void {
    this.wanted = wanted;
    this.known = this.now?.role?.title ?? "";
    keepRole(this.table, this.seat, this.known);
  }

  close(): void {
    this.land?.();
    this.dice.land();
    this.line.close();
  }

  private greet(welcome: Welcome): void {
    this.live = false; // what was missed is shown without ado
    this.welcome = welcome;
    this.known = roleRead(this.table, this.seat);
    this.met(this);
  }

  private hear(items: readonly Item[]): void {
    this.items = [...this.items, ...items];
    this.back ||= items.some(({ what }) => what.item === "happened" && ["undo", "redo", "rewind"].includes(what.kind));
    if (!this.live) return;
    this.warn(items);
    if (!this.shown) return;
    for (const item of items) say(sentence(item.what));
    const told = items.flatMap(({ what }) => (what.item === "happened" ? what.told.filter((one) => one.heading) : []));
    const ruled = items.find(({ what }) => what.item === "happened" && what.kind === "free" && what.reason);
    if (ruled) show(sentence(ruled.what));
    const late = items.find(({ what }) => what.item === "late" && what.slots.some((slot) => this.mine?.slots.includes(slot)));
    if (late) show(sentence(late.what));
    if (told.length && !this.panels.length) show(told.map((one) => `${capital(one.says)}.`).join(" "));
    if (items.some(({ what }) => what.item === "spoken" && what.seat !== this.seat)) sound("said");
    if (items.some(({ what }) => what.item === "ended")) sound("end");
  }

  /** What must not be overlooked stands until it is read; on the screen, everything else waits so long. */
  private warn(items: readonly Item[]): void {
    const panels = items.flatMap(({ what }) => (what.item === "happened" ? what.panels : []));
    if (!panels.length) return;
    this.panels = [...this.panels, ...panels];
    if (this.shown) this.pace.hold();
  }

  private rest(waiting: number): Promise<void> | null {
    if (isStill() || !this.shown || document.hidden) return null;
    return new Promise((rested) => {
      const timer = setTimeout(() => {
        this.land = null;
        rested();
      }, Math.max(LEAST, RESTING - 15 * waiting));
      this.land = () => {
        clearTimeout(timer);
        this.land = null;
        rested();
      };
    });
  }

  private see(now: Now): void {
    const mine = now.decisions.length > 0 && !this.now?.decisions.length;
    if (now.role && now.role.title !== this.known && now.role.title !== this.now?.role?.title && this.shown) {
      say(`${now.role.title}. ${now.role.goal}`);
    }
    this.now = now;
    this.late = this.late && this.pace.behind;
    if (this.welcome) this.play.take(now, this.welcome, this.back);
    this.back = false;
    if (mine && this.live && this.shown) sound("turn");
  }

  private rolled(items: readonly Item[]): Promise<void> | null {
    const told = items.flatMap(({ what }) => (what.item === "happened" ? what.told.filter((one) => one.dice.length) : []));
    if (!told.length || !this.shown || document.hidden) return null;
    return this.dice.cast(told);
  }
}

/** Where a table is spoken with. */
export function addressOf(table: string): string {
  const { protocol, host } = location;
  return `${protocol === "https:" ? "wss:" : "ws:"}//${host}/api/tables/${encodeURIComponent(table)}/socket`;
}
