// A table as one seat sees it: its items, its state now, and the choice being made.

import { notify, announce, showNotice } from "../announcer.svelte";
import { isRefusal, type Act, type Ask, type Item, type Now, type Panel, type Refusal, type Role, type Welcome } from "../api/messages";
import { Play } from "../play/play.svelte";
import { capitalize } from "../play/format";
import { prefersStillness } from "../settings.svelte";
import { playTone } from "../sound";
import { Connection, type ConnectionState } from "./connection";
import { FrameQueue } from "./frameQueue";
import { goToServer } from "../routes";
import { saveReadRole, readRole } from "./roles";
import { DiceTray } from "./diceTray.svelte";
import { sentence } from "./sentences";

const [PAUSE, MIN_PAUSE] = [450, 60]; // milliseconds between states when catching up; less where many wait

export class TableView {
  welcome: Welcome | null = $state.raw(null);
  now: Now | null = $state.raw(null);
  items: readonly Item[] = $state.raw([]);
  connectionState: ConnectionState = $state("connecting");
  refusal: Refusal | null = $state.raw(null); // why the server refused the connection
  wait = $state("");
  readonly dice = new DiceTray();
  panels: readonly Panel[] = $state.raw([]); // not yet read
  isCatchingUp = $state(false); // states that waited are being shown
  private readRoleTitle = $state(""); // the title of the role that was read last
  private roleWanted = $state(false); // the role is shown again
  isShown = true; // this view is on the screen: only it makes sounds and announcements
  readonly play: Play;
  readonly connection: Connection;
  private isLive = false;
  private hasReverted = false; // something was undone that is still to be shown
  private endPause: (() => void) | null = null;
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
        if (now.deadline !== null && now.decisions.length) this.queue.release(); // time runs: no more waiting
        this.queue.push({ now }, this.isLive);
        this.isLive = true;
      },
      wait: (says) => (this.wait = says),
      elsewhere: (address) => goToServer(address, `/api/tables/${table}`, this.token),
      refusal: (refusal) => (this.connectionState === "refused" ? (this.refusal = refusal) : this.onRefusal(refusal)),
    });
    this.play = new Play({ act: (act) => this.connection.act(act), ask: (ask) => this.connection.ask(ask), announce });
  }

  get seat(): string {
    return this.welcome?.you ?? "";
  }

  /** The card of the own seat. */
  get ownSeat() {
    return this.now?.seats.find((one) => one.name === this.seat);
  }

  act(act: Act) {
    return this.connection.act(act);
  }

  ask(ask: Ask) {
    return this.connection.ask(ask);
  }

  /** Whether an act of this seat is under way: buttons for others are shut until it is answered. */
  get isActing(): boolean {
    return this.play.acts.isRunning;
  }

  /** Perform an act, unless another is under way; a refusal is shown as a notice. */
  async perform(act: Act): Promise<void> {
    const answer = await this.play.acts.run(() => this.connection.act(act));
    if (answer && isRefusal(answer)) notify(answer.sentence);
  }

  /** Use another token from now on. */
  setToken(token: string): void {
    this.token = token;
    this.connection.setToken(token);
  }

  /** Show at once all that waits. */
  skipAhead(): void {
    this.endPause?.();
    this.dice.finish();
    this.queue.flush();
    this.isCatchingUp = false;
  }

  /** Close the panels and show what has waited. */
  dismissPanels(): void {
    this.panels = [];
    this.queue.release();
    this.isCatchingUp = this.queue.hasMore && !prefersStillness();
  }

  /** The role to show: until it has been read, and when it is asked for again. */
  get role(): Role | null {
    const role = this.now?.role ?? null;
    return role && !this.now?.over && (this.roleWanted || role.title !== this.readRoleTitle) ? role : null;
  }

  /** Show the role again, or close it as read. */
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
    this.isLive = false; // what was missed is shown at once
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
    if (items.some(({ what }) => what.item === "spoken" && what.seat !== this.seat)) playTone("message");
    if (items.some(({ what }) => what.item === "ended")) playTone("end");
  }

  /** Open the panels of new items; on the screen, further frames wait until they are read. */
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

/** The address of a table's socket. */
export function socketAddress(table: string): string {
  const { protocol, host } = location;
  return `${protocol === "https:" ? "wss:" : "ws:"}//${host}/api/tables/${encodeURIComponent(table)}/socket`;
}
