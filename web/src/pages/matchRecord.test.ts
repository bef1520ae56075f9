import { afterEach, expect, test, vi } from "vitest";

import { MatchRecord } from "./matchRecord";

afterEach(() => vi.unstubAllGlobals());

test("a match that goes on is read on from what is known, and all anew once it is over", async () => {
  const asked: string[] = [];
  let [count, over, secret] = [3, false, ""];
  vi.stubGlobal("fetch", async (path: string) => {
    asked.push(path.replace("/api/tables/t1", ""));
    const first = /from=(\d+)/.exec(path);
    if (!first) return Response.json({ card: { over } });
    return Response.json(Array.from({ length: Math.max(0, count - Number(first[1])) }, (_, k) => `${Number(first[1]) + k}${secret}`));
  });
  const record = new MatchRecord("t1", "");
  await record.load();
  expect([record.moments, record.over]).toEqual([["0", "1", "2"], false]);
  count = 5;
  await record.look();
  await record.look();
  expect(record.moments).toEqual(["0", "1", "2", "3", "4"]);
  [count, over, secret] = [6, true, "!"];
  await record.look();
  expect([record.moments, record.over]).toEqual([["0!", "1!", "2!", "3!", "4!", "5!"], true]);
  expect(asked).toEqual(["/moments?from=0", "", "", "/moments?from=3", "", "/moments?from=5", "", "/moments?from=0", ""]);
});
