// A table as one seat sees it: what was told, how things stand, and what is in hand.

import { notify, announce, showNotice } from "../announcer.svelte";
import { isRefusal, type Act, type Item, type Now, type Panel, type Refusal, type Role, type Welcome } from "../api/messages";
import { Play } from "../play/play.svelte";
import { capitalize } from "../play/format";
import { prefersStillness } from "../settings.svelte";
import { playTone } from "../sound";
import { Connection, type ConnectionState } from "./connection";
import { FrameQueue } from "./frameQueue";
import { saveReadRole, readRole } from "./roles";
import { DiceTray } from "./diceTray.svelte";
import { sentence } from "./sentences";

const [PAUSE, MIN_PAUSE] = [450, 60]; // milliseconds between looks at the table that have waited: fewer where many have

export class TableView {
  welcome: Welcome | null = $state.raw(null);
  now: Now | null = $state.raw(null);
  items: readonly Item[] = $state.raw([]);
  connectionState: ConnectionState = $state("dialling");
  refusal: Refusal | null = $state.raw(null); // why we were turned away
  wait = $state("");
  readonly dice = new DiceTray();
  panels: readonly Panel[] = $state.raw([]); // what must not be overlooked, and has not been read yet
  isCatchingUp = $state(false); // whether what happened meanwhile is being shown
  private readRoleTitle = $state(""); // the title of the role that was read
  private roleWanted = $state(false); // whether the role is to be read again
  isShown = true; // whether this is the view on the screen: only that one is heard
  readonly play: Play;
  readonly connection: Connection;
  private isLive = false;
  private hasReverted = false; // something was taken back that is still to be seen
  private endPause: (() => void) | null = null; // ends a rest
  private readonly queue: FrameQueue<Item, Now>;

  constructor(
    readonly table: string,
    public token: string,
    private readonly onWelcome: (view: TableView) => void,
    private readonly onRefusal: (refusal: Refusal) => void,
  ) {
    this.queue = new FrameQueue<Item, Now>(
      (frame) => ("items" in frame ? this.receiveItems(frame.items) : this.receiveNow(frame.now)),
      (items) => this.rollDice(items),
      (waiting) => this.pauseBetween(waiting),
    );
    this.connection = new Connection(socketAddress(table), token, {
      state: (standing) => (this.connectionState = standing),
      welcome: (welcome) => this.receiveWelcome(welcome),
      items: (items) => this.queue.push({ items }, this.isLive),
      now: (now) => {
        if (now.deadline !== null && now.decisions.length) this.queue.release(); // time runs: nothing waits any more
        this.queue.push({ now }, this.isLive);
        this.isLive = true;
      },
      wait: (says) => (this.wait = says),
      refusal: (refusal) => (this.connectionState === "refused" ? (this.refusal = refusal) : this.onRefusal(refusal)),
    });
    this.play = new Play({ act: (act) => this.connection.act(act), ask: (ask) => this.connection.ask(ask), announce });
  }

  get seat(): string {
    return this.welcome?.you ?? "";
  }

  /** The card of our own seat. */
  get ownSeat() {
    return this.now?.seats.find((one) => one.name === this.seat);
  }

  act(act: Act) {
    return this.connection.act(act);
  }

  /** Do something; what is refused is told in passing. */
  async perform(act: Act): Promise<void> {
    const answer = await this.connection.act(act);
    if (isRefusal(answer)) notify(answer.sentence);
  }

  /** The seat has another token now. */
  setToken(token: string): void {
    this.token = token;
    this.connection.setToken(token);
  }

  /** The dice have been looked at long enough. */
  skipAhead(): void {
    this.endPause?.();
    this.dice.finish();
    this.queue.flush();
    this.isCatchingUp = false;
  }

  /** What stood over the table was read: it goes on. */
  dismissPanels(): void {
    this.panels = [];
    this.queue.release();
    this.isCatchingUp = this.queue.hasMore && !prefersStillness();
  }

  /** Who we are and what we are after, as long as that has not been read, or is to be read again. */
  get role(): Role | null {
    const role = this.now?.role ?? null;
    return role && !this.now?.over && (this.roleWanted || role.title !== this.readRoleTitle) ? role : null;
  }

  /** The role is read, or is to be read again. */
  showRole(wanted: boolean): void {
    this.roleWanted = wanted;
    this.readRoleTitle = this.now?.role?.title ?? "";
    saveReadRole(this.table, this.seat, this.readRoleTitle);
  }

  close(): void {
    this.endPause?.();
    this.dice.finish();
    this.connection.close();
  }

  private receiveWelcome(welcome: Welcome): void {
    this.isLive = false; // what was missed is shown without ado
    this.welcome = welcome;
    this.readRoleTitle = readRole(this.table, this.seat);
    this.onWelcome(this);
  }

  private receiveItems(items: readonly Item[]): void {
    this.items = [...this.items, ...items];
    this.hasReverted ||= items.some(({ what }) => what.item === "happened" && ["undo", "redo", "rewind"].includes(what.kind));
    if (!this.isLive) return;
    this.showPanels(items);
    if (!this.isShown) return;
    for (const item of items) announce(sentence(item.what));
    const headlines = items.flatMap(({ what }) => (what.item === "happened" ? what.told.filter((one) => one.heading) : []));
    const ruling = items.find(({ what }) => what.item === "happened" && what.kind === "free" && what.reason);
    if (ruling) showNotice(sentence(ruling.what));
    const late = items.find(({ what }) => what.item === "late" && what.slots.some((slot) => this.ownSeat?.slots.includes(slot)));
    if (late) showNotice(sentence(late.what));
    if (headlines.length && !this.panels.length) showNotice(headlines.map((one) => `${capitalize(one.says)}.`).join(" "));
    if (items.some(({ what }) => what.item === "spoken" && what.seat !== this.seat)) playTone("said");
    if (items.some(({ what }) => what.item === "ended")) playTone("end");
  }

  /** What must not be overlooked stands until it is read; on the screen, everything else waits so long. */
  private showPanels(items: readonly Item[]): void {
    const panels = items.flatMap(({ what }) => (what.item === "happened" ? what.panels : []));
    if (!panels.length) return;
    this.panels = [...this.panels, ...panels];
    if (this.isShown) this.queue.hold();
  }

  private pauseBetween(waiting: number): Promise<void> | null {
    if (prefersStillness() || !this.isShown || document.hidden) return null;
    return new Promise((rested) => {
      const timer = setTimeout(() => {
        this.endPause = null;
        rested();
      }, Math.max(MIN_PAUSE, PAUSE - 15 * waiting));
      this.endPause = () => {
        clearTimeout(timer);
        this.endPause = null;
        rested();
      };
    });
  }

  private receiveNow(now: Now): void {
    const isNewTurn = now.decisions.length > 0 && !this.now?.decisions.length;
    if (now.role && now.role.title !== this.readRoleTitle && now.role.title !== this.now?.role?.title && this.isShown) {
      announce(`${now.role.title}. ${now.role.goal}`);
    }
    this.now = now;
    this.isCatchingUp = this.isCatchingUp && this.queue.hasMore;
    if (this.welcome) this.play.receive(now, this.welcome, this.hasReverted);
    this.hasReverted = false;
    if (isNewTurn && this.isLive && this.isShown) playTone("turn");
  }

  private rollDice(items: readonly Item[]): Promise<void> | null {
    const rolls = items.flatMap(({ what }) => (what.item === "happened" ? what.told.filter((one) => one.dice.length) : []));
    if (!rolls.length || !this.isShown || document.hidden) return null;
    return this.dice.show(rolls);
  }
}

/** Where a table is spoken with. */
export function socketAddress(table: string): string {
  const { protocol, host } = location;
  return `${protocol === "https:" ? "wss:" : "ws:"}//${host}/api/tables/${encodeURIComponent(table)}/socket`;
}
