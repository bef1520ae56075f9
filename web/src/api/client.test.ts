import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

import { askInLesson, joinTable, fetchTables, createTable, newKey, ApiError } from "./client";

const TABLE = { game: "ttt", scenario: "", options: {}, packs: [], seats: [], clock: { kind: "none", seconds: 60 }, title: "", listed: false };

describe("asking the server", () => {
  let requests: { path: string; headers: Record<string, string> }[];
  let answers: (Response | null)[]; // null: the network fails

  beforeEach(() => {
    vi.useFakeTimers();
    [requests, answers] = [[], []];
    vi.stubGlobal("fetch", async (path: string, how: { headers: Record<string, string> }) => {
      requests.push({ path, headers: how.headers });
      const answer = answers.shift();
      if (!answer) throw new TypeError("no network");
      return answer;
    });
  });

  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  function elsewhere(address: string): Response {
    return Response.json({ frame: "refusal", code: "E_ELSEWHERE", sentence: "Elsewhere.", clause: "", key: "", address }, { status: 421 });
  }

  async function come<T>(asking: Promise<T>): Promise<T> {
    const settled = asking.catch(() => undefined);
    await vi.runAllTimersAsync();
    await settled;
    return asking;
  }

  test("a table whose answer is lost is asked for again under the same key, and so made once", async () => {
    answers = [null, null, Response.json({ table: "t1", host: "h", seats: {} }, { status: 201 })];
    expect((await come(createTable(TABLE))).table).toBe("t1");
    const keys = requests.map((one) => one.headers["Idempotency-Key"]);
    expect(keys).toHaveLength(3);
    expect(new Set(keys).size).toBe(1);
    expect(keys[0]).toMatch(/^[\w-]{8,64}$/);
  });

  test("what is made anew has a key of its own, and who has a token says it besides", async () => {
    answers = [1, 2].map(() => Response.json({ table: "t1", seat: "red", token: "t" }, { status: 201 }));
    await come(joinTable("t1", { seat: "red", person: "Ann" }, "a-token"));
    await come(joinTable("t1", { seat: "red", person: "Ann" }, "a-token"));
    expect(requests[0]!.headers).toMatchObject({ Authorization: "Bearer a-token", "Content-Type": "application/json" });
    expect(requests[0]!.headers["Idempotency-Key"]).not.toBe(requests[1]!.headers["Idempotency-Key"]);
  });

  test("a refusal is told in its words and not asked again", async () => {
    answers = [Response.json({ frame: "refusal", code: "E_SEATS", sentence: "No such seat.", clause: "", key: "", address: "" }, { status: 422 })];
    await expect(come(createTable(TABLE))).rejects.toMatchObject({ code: "E_SEATS", message: "No such seat.", status: 422 });
    expect(requests).toHaveLength(1);
  });

  test("a table that another server has is asked for there: the page goes to it", async () => {
    const gone: string[] = [];
    vi.stubGlobal("location", { origin: "http://one", hash: "#/join/t1/red", assign: (page: string) => gone.push(page) });
    answers = [elsewhere("http://two/")];
    void joinTable("t1", { seat: "red", person: "Ann" });
    await vi.runAllTimersAsync();
    expect(gone).toEqual(["http://two/#/join/t1/red"]);
    expect(requests).toHaveLength(1);
  });

  test("a table whose server has just gone is asked for here until it is here", async () => {
    vi.stubGlobal("location", { origin: "http://one", hash: "#/join/t1/red", assign: () => expect.unreachable() });
    answers = [elsewhere("http://one/"), elsewhere(""), Response.json({ table: "t1", seat: "red", token: "t" }, { status: 201 })];
    expect((await come(joinTable("t1", { seat: "red", person: "Ann" }))).token).toBe("t");
    answers = [1, 2, 3, 4].map(() => elsewhere(""));
    await expect(come(joinTable("t1", { seat: "red", person: "Ann" }))).rejects.toMatchObject({ code: "E_ELSEWHERE", status: 421 });
  });

  test("a question that is no longer of interest is aborted, and holds no connection", async () => {
    const interest = new AbortController();
    let isOpen = false;
    vi.stubGlobal("fetch", (_path: string, { signal }: { signal: AbortSignal }) => {
      isOpen = true;
      return new Promise((_, fail) => signal.addEventListener("abort", () => ((isOpen = false), fail(signal.reason))));
    });
    const asking = askInLesson("fs3", "l1", { ask: "decision", slot: "anna" }, interest.signal);
    expect(isOpen).toBe(true);
    interest.abort();
    await expect(come(asking)).rejects.toBeInstanceOf(ApiError);
    expect(isOpen).toBe(false);
  });

  test("a server that cannot be reached is given up after some tries", async () => {
    await expect(come(fetchTables())).rejects.toBeInstanceOf(ApiError);
    expect(requests).toHaveLength(4);
    expect(requests[0]!.headers).toEqual({});
  });

  test("keys are not alike, and of 16 letters that the server takes", () => {
    const made = new Set(Array.from({ length: 500 }, newKey));
    expect(made.size).toBe(500);
    expect([...made].filter((key) => !/^[\w-]{16}$/.test(key))).toEqual([]);
  });
});
