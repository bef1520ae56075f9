import { afterEach, beforeEach, expect, test, vi } from "vitest";

import type { Ask, AskReply, Figure, ForecastReply, Now, SeatCard } from "../api/messages";
import { Forecasting, LOOK_TIME, mayForecast } from "./forecast.svelte";
import { areShares, dialsText, figureTables, figureText, shareText } from "./words";

const EMPTY: ForecastReply = { sides: ["a", "b"], headings: [], dials: [], turns: false, event: 0, played: 0, games: 0, is_running: false, forecast: null, trials: [], failed: "" };
let asked: Ask[];
let answers: Partial<ForecastReply>[];
const table = {
  ask: async (ask: Ask) => {
    asked.push(ask);
    const forecast = { ...EMPTY, ...answers.shift() };
    return { frame: "answered", key: "", may: null, option: null, sight: null, threats: [], way: null, route: null, odds: [], decision: null, forecast } satisfies AskReply;
  },
};

beforeEach(() => {
  [asked, answers] = [[], []];
  vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());

test("a forecast is looked at until it has ended", async () => {
  answers = [{ is_running: true, games: 10 }, { is_running: true, played: 5, games: 10 }, { played: 10, games: 10 }];
  const forecasting = new Forecasting(table);
  await forecasting.begin({ games: 10, seed: 1 });
  await vi.advanceTimersByTimeAsync(LOOK_TIME);
  expect([forecasting.isRunning, forecasting.progress]).toEqual([true, 0.5]);
  await vi.advanceTimersByTimeAsync(10 * LOOK_TIME);
  expect([forecasting.isRunning, forecasting.progress]).toEqual([false, 1]);
  expect(asked.map((one) => one.ask === "forecast" && one.what)).toEqual(["begin", "look", "look"]);
});

test("nobody looks once the panel is closed, nor after a stop", async () => {
  answers = [{ is_running: true }, { is_running: false }];
  const stopped = new Forecasting(table);
  await stopped.begin({ games: 10 });
  await stopped.stop();
  answers = [{ is_running: true }];
  const closed = new Forecasting(table);
  await closed.begin({ games: 10 });
  closed.close();
  await vi.advanceTimersByTimeAsync(10 * LOOK_TIME);
  expect(asked.length).toBe(3);
});

test("a refusal is told and what was known stays", async () => {
  answers = [{ games: 10, played: 10 }];
  const forecasting = new Forecasting({ ask: async (ask) => (asked.length ? { frame: "refusal", code: "E", sentence: "No.", clause: "", key: "", address: "" } : table.ask(ask)) });
  await forecasting.look();
  await forecasting.begin({ games: 10 });
  expect([forecasting.refusal, forecasting.reply?.games]).toEqual(["No.", 10]);
});

function seat(name: string, by: string, referee = false): SeatCard {
  return { name, slots: [name], by, person: "", present: true, referee };
}

test.each([
  [[seat("anna", "person"), seat("ben", "greedy")], "anna", true],
  [[seat("anna", "person"), seat("ben", "person")], "anna", false],
  [[seat("anna", "person"), seat("ben", "open")], "anna", false],
  [[seat("anna", "person"), seat("judge", "person", true)], "anna", false],
  [[seat("anna", "person"), seat("judge", "person", true)], "judge", true],
  [[seat("anna", "greedy"), seat("ben", "random")], "", true],
])("a forecast is for a referee and for who plays bots", (seats, name, may) => {
  expect(mayForecast({ seats, over: false } as unknown as Now, name)).toBe(may);
  expect(mayForecast({ seats, over: true } as unknown as Now, name)).toBe(false);
});

test("numbers have their error bars", () => {
  const wounds: Figure = { mean: 2.345, low: -0.5, high: 12.34, is_share: false };
  const down: Figure = { mean: 0.25, low: 0.2, high: 0.3, is_share: true };
  expect(figureText(wounds, false)).toBe("2.35 (−0.50 to 12.3)");
  expect(figureText(down, true)).toBe("25% (20% to 30%)");
  expect(shareText({ share: 0.5, low: 0.45, high: 0.55 })).toBe("50% (45% to 55%)");
  expect([areShares({ a: down }), areShares({ a: down, b: wounds })]).toEqual([true, false]);
  expect(dialsText({ dials: { npc_rating: 3, modifier: -10 } })).toBe("npc rating 3, modifier −10");
});

test("figures of people and of sides stand in tables of their own, without empty cells", () => {
  const one: Figure = { mean: 1, low: 0, high: 2, is_share: false };
  const figures = { down: { anna: one, ben: one }, points: { team1: one }, wounds: { anna: one, ben: one } };
  expect(figureTables(figures)).toEqual([
    { headings: ["down", "wounds"], units: ["anna", "ben"] },
    { headings: ["points"], units: ["team1"] },
  ]);
});
