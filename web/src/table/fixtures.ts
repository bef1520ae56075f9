// Small frames of a table, and a connection that a test speaks through.
import type { Act, ActCommitted, Item, Now, Refusal, Welcome } from "../api/messages";
import { SQUARE_SCENE } from "../board/fixtures";
import type { Listener } from "./connection";

export function refusal(code: string, sentence: string): Refusal {
  return { frame: "refusal", code, sentence, clause: "", key: "", address: "" };
}

/** A connection of which a test says what comes, and reads what was sent. */
export class ScriptedConnection {
  static all: ScriptedConnection[] = [];
  acts: Act[] = [];
  retries = 0;
  isClosed = false;
  answer: ActCommitted | Refusal = { frame: "done", key: "", seq: 1 };

  constructor(
    readonly address: string,
    public token: string,
    readonly listener: Required<Listener>,
  ) {
    ScriptedConnection.all.push(this);
  }

  act = async (act: Act) => (this.acts.push(act), this.answer);
  ask = async () => refusal("E", "No.");
  setToken = (token: string) => (this.token = token);
  retryNow = () => void this.retries++;
  close = () => (this.isClosed = true);
}

export function welcome(you: string, rest: object = {}): Welcome {
  return { frame: "welcome", card: { game: "Toy", title: "" }, you, host: false, streams: ["table"], slots: ["red", "blue"], verbs: [], threats: true, sight: true, ...rest } as unknown as Welcome;
}

/** What a seat sees; each part of `change` replaces one of it. */
export function now(you: string, change: object = {}): Now {
  const seats = ["red", "blue"].map((name) => ({ name, slots: [name], by: "person", person: "", present: true, referee: false }));
  const going = { decisions: [], sealed: [], plans: [], still: [], lapsed: [], free: [], may_undo: false, must_ask_to_undo: false, undo: 0, redo: 0, question: 0 };
  return { frame: "now", seq: 0, event: 1, you, scene: SQUARE_SCENE, owing: [], seats, ...going, role: null, proposals: [], stopped: null, deadline: null, over: false, result: "", commands: false, ...change } as unknown as Now;
}

export const DIE = { purpose: "to hit", sides: 6, face: 4 };

export function happened(says: string, rest: object = {}, text: object = {}): Item {
  const told = says ? [{ says, clause: "", dice: [], because: [], closing: false, heading: false, ...text }] : [];
  return item({ item: "happened", event: 1, kind: "choice", slots: ["blue"], told, of: 0, by: "", reason: "", panels: [], ...rest });
}

export function item(what: object): Item {
  return { stream: "table", seq: 1, at: 0, what } as unknown as Item;
}
