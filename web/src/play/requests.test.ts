import { afterEach, beforeEach, expect, test, vi } from "vitest";

import type { Ask, AskReply } from "../api/messages";
import { LatestRequest, REST_TIME } from "./requests";

const sight = (x: number): Ask => ({ ask: "sight", unit: "r1", x, y: 0 });
let columns: number[];
let answer: (() => void)[];
const table = {
  act: async () => ({ frame: "done", key: "", seq: 1 }) as const,
  ask: (ask: Ask) =>
    new Promise<AskReply>((done) => {
      const x = ask.ask === "sight" ? ask.x : -1;
      columns.push(x);
      answer.push(() => done({ frame: "answered", key: String(x), may: null, option: null, sight: null, threats: [], way: null, route: null, decision: null, forecast: null, odds: [] }));
    }),
  announce: () => undefined,
};

beforeEach(() => {
  [columns, answer] = [[], []];
  vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());

test("who points around for ten seconds asks nothing until the pointer rests", async () => {
  const newest = new LatestRequest(table, REST_TIME);
  const answers: unknown[] = [];
  for (let x = 0; x < 500; x++) {
    void newest.ask(sight(x)).then((one) => answers.push(one));
    await vi.advanceTimersByTimeAsync(20);
  }
  expect(columns).toEqual([]);
  await vi.advanceTimersByTimeAsync(REST_TIME);
  expect(columns).toEqual([499]);
  answer[0]!();
  await vi.advanceTimersByTimeAsync(0);
  expect(answers.filter((one) => one !== null)).toHaveLength(1);
});

test("while one is under way only the newest of all others is asked after it", async () => {
  const newest = new LatestRequest(table, 0);
  const answers = [1, 2, 3, 4].map((x) => newest.ask(sight(x)));
  await vi.advanceTimersByTimeAsync(0);
  expect(columns).toEqual([1]);
  answer[0]!();
  await vi.advanceTimersByTimeAsync(0);
  expect(columns).toEqual([1, 4]);
  answer[1]!();
  expect((await Promise.all(answers)).map((one) => one && one.frame === "answered" && one.key)).toEqual([null, null, null, "4"]);
});

test("what was given up is not answered", async () => {
  const newest = new LatestRequest(table, 0);
  const one = newest.ask(sight(1));
  newest.cancel();
  answer[0]!();
  expect(await one).toBeNull();
});
