import { expect, test } from "vitest";

import { chance, FREE_SCENE, option } from "../board/fixtures";
import type { Ask, AskReply, Now } from "../api/messages";
import { PendingOdds } from "./pendingOdds.svelte";

const NOTHING: AskReply = { frame: "answered", key: "", may: null, sight: null, option: null, threats: [], way: null, route: null, decision: null, forecast: null, odds: [] };
const ROSTER = { ...FREE_SCENE, roster: { columns: [], rows: [], planned: 0 } };
const now = (event: number, sealed: Record<string, string>, commands = true) =>
  ({ event, commands, scene: ROSTER, sealed: Object.entries(sealed).map(([slot, line]) => ({ slot, line })) }) as unknown as Now;

/** A table that answers one question after another: those asked so far, and what answers the first that waits. */
function table() {
  const asked: string[] = [];
  const waiting: (() => void)[] = [];
  const ask = (one: Ask) =>
    new Promise<AskReply>((answer) => {
      const line = one.ask === "may" ? `${one.slot}: ${one.line}` : "";
      asked.push(line);
      waiting.push(() => answer({ ...NOTHING, option: option(line, { odds: chance(0.5) }) }));
    });
  const settle = async () => {
    waiting.shift()?.();
    await new Promise((done) => setTimeout(done));
  };
  return { asked, settle, pending: new PendingOdds({ ask }) };
}

test("sealed choices are weighed one after another, each once", async () => {
  const { asked, settle, pending } = table();
  void pending.receive(now(1, { anna: "attack tom", ben: "pass" }));
  void pending.receive(now(1, { anna: "attack tom", ben: "attack tom" }));
  expect(asked).toEqual(["anna: attack tom"]);
  await settle();
  expect(asked).toEqual(["anna: attack tom", "ben: attack tom"]);
  expect([pending.of("anna").length, pending.of("ben").length]).toEqual([1, 0]);
  await settle();
  expect([pending.of("anna").length, pending.of("ben").length]).toEqual([1, 1]);
  expect(pending.option("ben")?.notation).toBe("ben: attack tom");
  void pending.receive(now(1, { anna: "attack tom", ben: "attack tom" }));
  expect(asked.length).toBe(2);
});

test("what was known is forgotten when something happens, and a player asks nothing", async () => {
  const { asked, settle, pending } = table();
  void pending.receive(now(1, { anna: "attack tom" }));
  await settle();
  void pending.receive(now(2, { anna: "attack tom" }));
  expect(pending.of("anna")).toEqual([]);
  await settle();
  expect(pending.of("anna").length).toBe(1);
  void pending.receive(now(3, { anna: "attack tom" }, false));
  expect([asked.length, pending.of("anna").length]).toEqual([2, 0]);
});
