// A table that is played at in tests: what it is asked and told is recorded, and a test says what it answers.
import { SQUARE_SCENE, asSent } from "../board/fixtures";
import type { Act, ActCommitted, Ask, AskReply, Decision, Now, Refusal, Scene, VerbForm } from "../api/messages";
import type { TableClient } from "./requests";

export const NOTHING: AskReply = { frame: "answered", key: "", may: null, sight: null, option: null, threats: [], way: null, route: null, decision: null, forecast: null, odds: [] };
export const REFUSED: Refusal = { frame: "refusal", code: "EFAR", sentence: "That is too far.", clause: "X-2", key: "", address: "" };
export const DONE: ActCommitted = { frame: "done", key: "", seq: 1 };

export class RecordingTable implements TableClient {
  acts: Act[] = [];
  asks: Ask[] = [];
  announced: string[] = [];
  answers: Partial<Record<Ask["ask"], Partial<AskReply> | Refusal>> = {};
  outcome: ActCommitted | Refusal = DONE;

  act = async (act: Act) => (this.acts.push(act), this.outcome);
  announce = (text: string) => void this.announced.push(text);
  ask = async (ask: Ask): Promise<AskReply | Refusal> => {
    this.asks.push(ask);
    const answer = this.answers[ask.ask];
    return answer && "code" in answer ? (answer as Refusal) : { ...NOTHING, ...answer };
  };

  /** The questions of a kind. */
  asked<K extends Ask["ask"]>(kind: K): Extract<Ask, { ask: K }>[] {
    return this.asks.filter((one): one is Extract<Ask, { ask: K }> => one.ask === kind);
  }
}

/** What a seat sees; each part of `change` replaces one of it. */
export function now(decisions: readonly Decision[], change: object = {}, scene: Scene = SQUARE_SCENE): Now {
  const going = { sealed: [], plans: [], still: [], lapsed: [], free: [], may_undo: false, must_ask_to_undo: false, undo: 0, redo: 0, question: 0 };
  const state = { owing: ["red"], seats: [], role: null, proposals: [], stopped: null, deadline: null, over: false, result: "", commands: false };
  return { frame: "now", seq: 0, event: 1, you: "red", scene, decisions: decisions.map(asSent), ...going, ...state, ...change } as unknown as Now;
}

export const match = (verbs: readonly VerbForm[], rest: object = {}) => ({ slots: ["red", "blue"], verbs, threats: true, sight: true, ...rest });
