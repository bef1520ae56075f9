// The socket of a table: items arrive once and in order, acts are done once, whatever the network does.

import { ChangeReader, PROTOCOL } from "../api/changes";
import { fetchBoard, newKey } from "../api/client";
import type { Act, ActCommitted, Ask, AskReply, Change, Item, Now, QuickChoice, Refusal, Scene, Wait, Welcome } from "../api/messages";

type Frame = Welcome | Change | QuickChoice | ActCommitted | Refusal | AskReply | Wait;

/** The part of a WebSocket that is used here. */
export interface Socket {
  onopen: (() => void) | null;
  onmessage: ((event: { data: unknown }) => void) | null;
  onclose: ((event: { code: number }) => void) | null;
  send(text: string): void;
  close(): void;
}

/** Network, clock and randomness, replaced in tests. */
export interface Environment {
  connect: (address: string) => Socket;
  now: () => number; // Unix seconds
  schedule: (seconds: number, then: () => void) => () => void; // returns a function that cancels
  key: () => string;
  random: () => number;
  board: (address: string, token: string) => Promise<Scene>;
}

export type ConnectionState = "connecting" | "open" | "lost" | "refused" | "closed";

/** Callbacks for what arrives. */
export interface Listener {
  state?: (state: ConnectionState) => void;
  welcome?: (welcome: Welcome) => void;
  items?: (items: readonly Item[]) => void;
  now?: (now: Now) => void;
  wait?: (says: string) => void;
  refusal?: (refusal: Refusal) => void; // a refusal that answers no request
  elsewhere?: (address: string) => void; // the table is played at another server
}

interface Pending {
  text: string;
  resolve: (answer: ActCommitted | AskReply | Refusal) => void;
}

const FINAL_CODES = ["E_TOKEN", "E_NO_TABLE", "E_PROTOCOL"]; // refusals after which there is no retry
const MIN_RETRY = 0.3;
const MAX_RETRY = 10;
const CLOSED_REFUSAL: Refusal = { frame: "refusal", code: "gone", sentence: "You have left this table.", clause: "", key: "", address: "" };

export const BROWSER: Environment = {
  connect: (address) => new WebSocket(address) as unknown as Socket,
  now: () => Date.now() / 1000,
  schedule: (seconds, then) => {
    const timer = setTimeout(then, seconds * 1000);
    return () => clearTimeout(timer);
  },
  key: newKey,
  random: Math.random,
  board: fetchBoard,
};

export class Connection {
  state: ConnectionState = "connecting";
  /** Seconds by which the server's clock is ahead. */
  clockOffset = -Infinity;
  readonly lastSeq: Record<string, number> = {};

  private socket: Socket | null = null;
  private isWelcomed = false;
  private changes: ChangeReader | null = null;
  private board: { readonly hash: string; readonly scene: Scene } | null = null;
  private waiting: Frame[] | null = null; // what came while the board was fetched
  private tries = 0;
  private cancelRetry: () => void = () => {};
  private readonly pending = new Map<string, Pending>(); // in the order of the requests

  constructor(
    private readonly address: string,
    private token: string,
    private readonly listener: Listener,
    private readonly environment: Environment = BROWSER,
  ) {
    this.open();
  }

  /** Perform an act. It is sent again after every loss of the connection until it is answered. */
  act(act: Act): Promise<ActCommitted | Refusal> {
    const key = this.environment.key();
    return this.request(key, { frame: "doing", key, act }) as Promise<ActCommitted | Refusal>;
  }

  /** Ask a question. */
  ask(ask: Ask): Promise<AskReply | Refusal> {
    const key = this.environment.key();
    return this.request(key, { frame: "asking", key, ask }) as Promise<AskReply | Refusal>;
  }

  /** The server's clock, in Unix seconds. */
  clock(): number {
    return this.environment.now() + (Number.isFinite(this.clockOffset) ? this.clockOffset : 0);
  }

  /** Use another token from the next connection on. */
  setToken(token: string): void {
    this.token = token;
  }

  /** Retry at once, as when the network is back. */
  retryNow(): void {
    if (this.state !== "lost") return;
    this.cancelRetry();
    this.tries = 0;
    this.open();
  }

  close(): void {
    this.cancelRetry();
    this.setState("closed");
    this.dropSocket();
    for (const [key, one] of this.pending) one.resolve({ ...CLOSED_REFUSAL, key });
    this.pending.clear();
  }

  private request(key: string, frame: object): Promise<ActCommitted | AskReply | Refusal> {
    if (this.state === "closed" || this.state === "refused") return Promise.resolve({ ...CLOSED_REFUSAL, key });
    return new Promise((resolve) => {
      const text = JSON.stringify(frame);
      this.pending.set(key, { text, resolve });
      if (this.isWelcomed) this.socket?.send(text);
    });
  }

  private open(): void {
    const socket = this.environment.connect(this.address);
    this.socket = socket;
    this.isWelcomed = false;
    socket.onopen = () => socket.send(JSON.stringify({ frame: "hello", token: this.token, since: this.lastSeq, protocol: PROTOCOL }));
    socket.onmessage = (event) => socket === this.socket && this.read(JSON.parse(String(event.data)) as Frame);
    socket.onclose = () => socket === this.socket && this.retryLater();
  }

  private dropSocket(): void {
    const socket = this.socket;
    this.socket = null;
    this.isWelcomed = false;
    [this.changes, this.waiting] = [null, null];
    socket?.close();
  }

  private retryLater(): void {
    this.dropSocket();
    if (this.state === "refused" || this.state === "closed") return;
    this.setState("lost");
    const pause = Math.min(MAX_RETRY, MIN_RETRY * 2 ** this.tries) * (0.5 + this.environment.random() / 2);
    this.tries += 1;
    this.cancelRetry = this.environment.schedule(pause, () => this.open());
  }

  private read(frame: Frame): void {
    if (this.waiting) this.waiting.push(frame);
    else if (frame.frame === "welcome") this.receiveWelcome(frame);
    else if (frame.frame === "change" || frame.frame === "choice") this.receiveChange(frame);
    else if (frame.frame === "wait") this.listener.wait?.(frame.says);
    else this.receiveAnswer(frame);
  }

  /** Fetch the board, unless it is known; what comes meanwhile waits. */
  private receiveWelcome(welcome: Welcome): void {
    const { socket } = this;
    const { address, hash } = welcome.terms!.board;
    if (this.board?.hash === hash) return this.begin(welcome, this.board.scene);
    this.waiting = [];
    this.environment.board(address, this.token).then(
      (scene) => {
        if (socket !== this.socket || !this.waiting) return;
        this.board = { hash, scene };
        this.begin(welcome, scene);
        const { waiting } = this;
        this.waiting = null;
        for (const frame of waiting) if (socket === this.socket) this.read(frame);
      },
      () => socket === this.socket && this.retryLater(),
    );
  }

  private begin(welcome: Welcome, board: Scene): void {
    this.changes = new ChangeReader(welcome, welcome.terms!, board);
    this.isWelcomed = true;
    this.tries = 0;
    this.setState("open");
    this.listener.welcome?.(welcome);
    for (const one of this.pending.values()) this.socket?.send(one.text);
  }

  private receiveChange(frame: Change | QuickChoice): void {
    const { socket, changes } = this;
    if (!changes) return;
    const { items, now } = changes.read(frame);
    if (frame.key) this.receiveAnswer({ frame: "done", key: frame.key, seq: changes.seq });
    if (items.length) this.receiveItems(items);
    if (now && socket === this.socket) this.listener.now?.(now);
  }

  /** Pass on new items. If one is missing the connection is made anew. */
  private receiveItems(items: readonly Item[]): void {
    const newItems: Item[] = [];
    for (const item of items) {
      this.clockOffset = Math.max(this.clockOffset, item.at - this.environment.now()); // an item is sent before it arrives
      const last = this.lastSeq[item.stream];
      if (last !== undefined && item.seq <= last) continue;
      if (last !== undefined && item.seq > last + 1) {
        this.retryLater();
        break;
      }
      this.lastSeq[item.stream] = item.seq;
      if (item.what.item !== "spoken" || item.what.text) newItems.push(item); // a message without text was not for this seat
    }
    if (newItems.length) this.listener.items?.(newItems);
  }

  private receiveAnswer(frame: ActCommitted | AskReply | Refusal): void {
    const pending = this.pending.get(frame.key);
    if (pending) {
      this.pending.delete(frame.key);
      pending.resolve(frame);
    } else if (frame.frame === "refusal" && !frame.key) {
      if (!this.isWelcomed && FINAL_CODES.includes(frame.code)) this.reject();
      if (frame.address) this.listener.elsewhere?.(frame.address);
      this.listener.refusal?.(frame);
    }
  }

  private reject(): void {
    this.setState("refused");
    this.dropSocket();
    for (const [key, one] of this.pending) one.resolve({ ...CLOSED_REFUSAL, key });
    this.pending.clear();
  }

  private setState(standing: ConnectionState): void {
    this.state = standing;
    this.listener.state?.(standing);
  }
}
