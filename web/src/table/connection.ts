// The line to a table: what is said arrives once and in order, what is done is done once, whatever the network does.

import { newKey } from "../house";
import type { Act, Answered, Ask, Done, Item, Now, Refusal, Wait, Welcome } from "../messages";

type Frame = Welcome | { frame: "news"; items: readonly Item[] } | Now | Done | Refusal | Answered | Wait;

/** As much of a WebSocket as is needed here. */
export interface Wire {
  onopen: (() => void) | null;
  onmessage: ((event: { data: unknown }) => void) | null;
  onclose: ((event: { code: number }) => void) | null;
  send(text: string): void;
  close(): void;
}

/** What the outside world gives; tests give another. */
export interface World {
  dial: (address: string) => Wire;
  now: () => number; // seconds since 1970
  later: (seconds: number, then: () => void) => () => void; // gives back what calls it off
  key: () => string;
  luck: () => number;
}

export type Standing = "dialling" | "open" | "lost" | "refused" | "closed";

/** What whoever shows the table hears of it. */
export interface Listener {
  standing?: (standing: Standing) => void;
  welcome?: (welcome: Welcome) => void;
  items?: (items: readonly Item[]) => void;
  now?: (now: Now) => void;
  wait?: (says: string) => void;
  refused?: (refusal: Refusal) => void; // what no request of ours was the reason of
}

interface Pending {
  text: string;
  settle: (answer: Done | Answered | Refusal) => void;
}

const FINAL = ["E_TOKEN", "E_NO_TABLE"]; // who is turned away so need not knock again
const SOONEST = 0.3;
const LATEST = 10;
const LOST: Refusal = { frame: "refusal", code: "gone", sentence: "You have left this table.", clause: "", key: "" };

export const browser: World = {
  dial: (address) => new WebSocket(address) as unknown as Wire,
  now: () => Date.now() / 1000,
  later: (seconds, then) => {
    const timer = setTimeout(then, seconds * 1000);
    return () => clearTimeout(timer);
  },
  key: newKey,
  luck: Math.random,
};

export class Connection {
  standing: Standing = "dialling";
  /** By how many seconds the server's clock is ahead of ours. */
  ahead = -Infinity;
  readonly since: Record<string, number> = {};

  private wire: Wire | null = null;
  private welcomed = false;
  private tries = 0;
  private callOff: () => void = () => {};
  private readonly pending = new Map<string, Pending>(); // in the order in which they were asked

  constructor(
    private readonly address: string,
    private token: string,
    private readonly hear: Listener,
    private readonly world: World = browser,
  ) {
    this.dial();
  }

  /** Do something. It is kept until it is answered, and said again after every loss of the line. */
  act(act: Act): Promise<Done | Refusal> {
    const key = this.world.key();
    return this.request(key, { frame: "doing", key, act }) as Promise<Done | Refusal>;
  }

  /** Ask something. */
  ask(ask: Ask): Promise<Answered | Refusal> {
    const key = this.world.key();
    return this.request(key, { frame: "asking", key, ask }) as Promise<Answered | Refusal>;
  }

  /** The server's clock, in seconds since 1970. */
  clock(): number {
    return this.world.now() + (Number.isFinite(this.ahead) ? this.ahead : 0);
  }

  /** From the next time on we come with another token. */
  renew(token: string): void {
    this.token = token;
  }

  /** Try again at once, as when the network is back. */
  hurry(): void {
    if (this.standing !== "lost") return;
    this.callOff();
    this.tries = 0;
    this.dial();
  }

  close(): void {
    this.callOff();
    this.stand("closed");
    this.hangUp();
    for (const [key, one] of this.pending) one.settle({ ...LOST, key });
    this.pending.clear();
  }

  private request(key: string, frame: object): Promise<Done | Answered | Refusal> {
    if (this.standing === "closed" || this.standing === "refused") return Promise.resolve({ ...LOST, key });
    return new Promise((settle) => {
      const text = JSON.stringify(frame);
      this.pending.set(key, { text, settle });
      if (this.welcomed) this.wire?.send(text);
    });
  }

  private dial(): void {
    const wire = this.world.dial(this.address);
    this.wire = wire;
    this.welcomed = false;
    wire.onopen = () => wire.send(JSON.stringify({ frame: "hello", token: this.token, since: this.since }));
    wire.onmessage = (event) => wire === this.wire && this.read(JSON.parse(String(event.data)) as Frame);
    wire.onclose = () => wire === this.wire && this.lose();
  }

  private hangUp(): void {
    const wire = this.wire;
    this.wire = null;
    this.welcomed = false;
    wire?.close();
  }

  private lose(): void {
    this.hangUp();
    if (this.standing === "refused" || this.standing === "closed") return;
    this.stand("lost");
    const pause = Math.min(LATEST, SOONEST * 2 ** this.tries) * (0.5 + this.world.luck() / 2);
    this.tries += 1;
    this.callOff = this.world.later(pause, () => this.dial());
  }

  private read(frame: Frame): void {
    if (frame.frame === "welcome") this.begin(frame);
    else if (frame.frame === "news") this.take(frame.items);
    else if (frame.frame === "now") this.hear.now?.(frame);
    else if (frame.frame === "wait") this.hear.wait?.(frame.says);
    else this.answer(frame);
  }

  private begin(welcome: Welcome): void {
    this.welcomed = true;
    this.tries = 0;
    this.stand("open");
    this.hear.welcome?.(welcome);
    for (const one of this.pending.values()) this.wire?.send(one.text);
  }

  /** Items that are new. One that is missing before them means that the line cannot be trusted: it is made anew. */
  private take(items: readonly Item[]): void {
    const fresh: Item[] = [];
    for (const item of items) {
      this.ahead = Math.max(this.ahead, item.at - this.world.now()); // what came was sent before it came
      const known = this.since[item.stream];
      if (known !== undefined && item.seq <= known) continue;
      if (known !== undefined && item.seq > known + 1) {
        this.lose();
        break;
      }
      this.since[item.stream] = item.seq;
      fresh.push(item);
    }
    if (fresh.length) this.hear.items?.(fresh);
  }

  private answer(frame: Done | Answered | Refusal): void {
    const asked = this.pending.get(frame.key);
    if (asked) {
      this.pending.delete(frame.key);
      asked.settle(frame);
    } else if (frame.frame === "refusal" && !frame.key) {
      if (!this.welcomed && FINAL.includes(frame.code)) this.turnedAway();
      this.hear.refused?.(frame);
    }
  }

  private turnedAway(): void {
    this.stand("refused");
    this.hangUp();
    for (const [key, one] of this.pending) one.settle({ ...LOST, key });
    this.pending.clear();
  }

  private stand(standing: Standing): void {
    this.standing = standing;
    this.hear.standing?.(standing);
  }
}
