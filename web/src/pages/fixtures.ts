// A server that answers when a test says so, and small offers of games.
import { vi } from "vitest";

import { MemoryStorage } from "../api/fixtures";
import type { GameOffer, GameOption, TableOffer, TableTokens } from "../api/messages";

export interface HeldRequest {
  readonly line: string; // method and path, without /api
  readonly body: unknown;
  answer(body: unknown, status?: number): Promise<void>;
}

interface Asked {
  readonly method: string;
  readonly body: string | null;
  readonly signal: AbortSignal | null;
}

/** What has been asked of the server and is not answered yet. */
export class HeldServer {
  open: HeldRequest[] = [];
  lines: string[] = []; // of all that was asked

  constructor() {
    vi.stubGlobal("localStorage", new MemoryStorage());
    vi.stubGlobal("fetch", (path: string, how: Asked) => this.#hold(path, how));
  }

  /** The oldest open request whose line begins so; a test fails where there is none. */
  async next(line: string): Promise<HeldRequest> {
    await settle();
    const found = this.open.find((one) => one.line.startsWith(line));
    if (!found) throw new Error(`${line} is not asked for, but ${this.open.map((one) => one.line).join(", ") || "nothing"}`);
    return found;
  }

  async answer(line: string, body: unknown, status = 200): Promise<void> {
    await (await this.next(line)).answer(body, status);
  }

  refuse(line: string, sentence: string, status = 400): Promise<void> {
    return this.answer(line, { frame: "refusal", code: "E_TEST", sentence, clause: "", key: "", address: "" }, status);
  }

  #hold(path: string, { method, body, signal }: Asked): Promise<Response> {
    const line = `${method} ${decodeURIComponent(path.replace("/api", ""))}`;
    this.lines.push(line);
    return new Promise((done, failed) => {
      signal?.addEventListener("abort", () => failed(new Error("aborted")));
      const request: HeldRequest = {
        line,
        body: body && parsed(body),
        answer: (answered, status = 200) => {
          this.open = this.open.filter((one) => one !== request);
          done(Response.json(answered, { status }));
          return settle();
        },
      };
      this.open.push(request);
    });
  }
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return body; // a file
  }
}

/** Let everything happen that waits for nothing else. */
export async function settle(): Promise<void> {
  for (let k = 0; k < 2; k++) await new Promise((done) => setTimeout(done));
}

export function gameOption(name: string, rest: Partial<GameOption> = {}): GameOption {
  return { name, about: `about ${name}`, default: "a", choices: ["a", "b"], low: null, high: null, sheet: "", ...rest } as GameOption;
}

export function gameOffer(id: string, rest: object = {}): GameOffer {
  const scenarios = [{ id: `${id}_first`, title: `First of ${id}` }, { id: `${id}_second`, title: `Second of ${id}` }];
  const parts = { summary: "", notice: "", on_squares: true, rulebook: id.toUpperCase(), scenarios, bots: ["greedy", "random"], sheets: [], main_options: [], alone: {}, lesson: "", lessons: [], campaigns: false };
  return { id, title: `Game ${id}`, ...parts, ...rest } as unknown as GameOffer;
}

export function tableOffer(rest: object = {}): TableOffer {
  return { scenario: "", slots: ["red", "blue"], groups: {}, referee: "", npcs: [], options: [], ...rest } as unknown as TableOffer;
}

/** The tokens of a table that has been made; each ends in the name of its seat. */
export function tableTokens(table: string, ...seats: string[]): TableTokens {
  const token = (of: string) => `${table}_token_of_some_letters_${of}`;
  return { table, host: token("host"), seats: Object.fromEntries(seats.map((seat) => [seat, token(seat)])) };
}
