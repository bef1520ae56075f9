// The socket of a table: items arrive once and in order, acts are done once, whatever the network does.

import { ChangeReader, PROTOCOL } from "../api/changes";
import { fetchBoard, newKey } from "../api/client";
import type { Act, ActCommitted, Ask, AskReply, Change, Item, Now, Pong, QuickChoice, Refusal, Scene, Wait, Welcome } from "../api/messages";

type Frame = Welcome | Change | QuickChoice | ActCommitted | Refusal | AskReply | Wait | Pong;

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
  everySecond: (then: () => void) => () => void; // returns a function that ends it
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

const FINAL_CODES = ["E_TOKEN", "E_NO_TABLE", "E_PROTOCOL", "E_CLOSED"]; // refusals after which there is no retry
const PING = JSON.stringify({ frame: "ping" });
const MAX_SILENCE = 10; // seconds without a frame, after which the line is tested
const MAX_SILENCE_PENDING = 3; // the same while a request waits for its answer
const MAX_TEST = 5; // seconds that a test may take, after which the line counts as lost
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
  everySecond: (then) => {
    const timer = setInterval(then, 1000);
    return () => clearInterval(timer);
  },
  key: newKey,
  random: Math.random,
  board: fetchBoard,
};

export class Connection {
  state: ConnectionState = "connecting";
  /** Seconds by which the server's clock is ahead, by the newest frame that says the time. */
  private clockOffset = 0;
  private made = 0; // when the table was made, in milliseconds since 1970
  readonly lastSeq: Record<string, number> = {};

  private socket: Socket | null = null;
  private isOpen = false;
  private isWelcomed = false;
  private changes: ChangeReader | null = null;
  private board: { readonly hash: string; readonly scene: Scene } | null = null;
  private waiting: Exclude<Frame, Pong>[] | null = null; // what came while the board was fetched
  private tries = 0;
  private cancelRetry: () => void = () => {};
  private silence = 0; // seconds since the last frame
  private testedAt: number | null = null; // the silence when the test under way began
  private readonly endWatch: () => void;
  private ending = CLOSED_REFUSAL; // what is answered to requests once the line has ended
  private readonly pending = new Map<string, Pending>(); // in the order of the requests

  constructor(
    private readonly address: string,
    private token: string,
    private readonly listener: Listener,
    private readonly environment: Environment = BROWSER,
  ) {
    this.endWatch = environment.everySecond(() => this.watch());
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
    return this.environment.now() + this.clockOffset;
  }

  /** Use another token from the next connection on. */
  setToken(token: string): void {
    this.token = token;
  }

  /** Retry a lost line at once and test an open one, as when the network is back or the page is looked at again. */
  retryNow(): void {
    if (this.state === "open") this.test();
    if (this.state !== "lost") return;
    this.cancelRetry();
    this.dropSocket();
    this.tries = 0;
    this.open();
  }

  close(): void {
    this.cancelRetry();
    this.endWatch();
    this.setState("closed");
    this.dropSocket();
    this.answerPending();
  }

  private request(key: string, frame: object): Promise<ActCommitted | AskReply | Refusal> {
    if (this.state === "closed" || this.state === "refused") return Promise.resolve({ ...this.ending, key });
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
    this.endSilence();
    this.isOpen = false;
    socket.onopen = () => {
      this.isOpen = true;
      socket.send(JSON.stringify({ frame: "hello", token: this.token, since: this.lastSeq, protocol: PROTOCOL }));
    };
    socket.onmessage = (event) => socket === this.socket && this.receive(JSON.parse(String(event.data)) as Frame);
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

  /** Called every second: test a line that has been silent for long, and give up one that does not answer. */
  private watch(): void {
    if (!this.socket) return;
    this.silence += 1;
    if (this.testedAt !== null) {
      if (this.silence - this.testedAt >= MAX_TEST) this.retryLater();
    } else if (this.silence >= (this.pending.size ? MAX_SILENCE_PENDING : MAX_SILENCE)) this.test();
  }

  /** Ask whether the server is there; before the line is open, wait for that. */
  private test(): void {
    if (this.testedAt !== null) return;
    this.testedAt = this.silence;
    if (this.isOpen) this.socket?.send(PING);
  }

  private endSilence(): void {
    [this.silence, this.testedAt] = [0, null];
  }

  private receive(frame: Frame): void {
    this.endSilence();
    if (frame.frame === "welcome") this.made = frame.terms!.made;
    const time = timeOf(frame, this.made);
    if (time !== null) this.clockOffset = time / 1000 - this.environment.now();
    if (frame.frame !== "pong") this.read(frame);
  }

  private read(frame: Exclude<Frame, Pong>): void {
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
      if (!this.isWelcomed && FINAL_CODES.includes(frame.code)) this.reject(frame.sentence);
      if (frame.address) this.listener.elsewhere?.(frame.address);
      this.listener.refusal?.(frame);
    }
  }

  private reject(sentence: string): void {
    this.ending = { ...CLOSED_REFUSAL, sentence };
    this.endWatch();
    this.setState("refused");
    this.dropSocket();
    this.answerPending();
  }

  private answerPending(): void {
    for (const [key, one] of this.pending) one.resolve({ ...this.ending, key });
    this.pending.clear();
  }

  private setState(standing: ConnectionState): void {
    this.state = standing;
    this.listener.state?.(standing);
  }
}

/** The server's time that a frame says, in milliseconds since 1970; null if it says none. */
function timeOf(frame: Frame, made: number): number | null {
  if (frame.frame === "welcome") return frame.terms!.time;
  if (frame.frame === "pong") return frame.time;
  if (frame.frame === "choice") return made + (frame.choice[1] as number);
  return frame.frame === "change" && typeof frame.time === "number" ? made + frame.time : null;
}
