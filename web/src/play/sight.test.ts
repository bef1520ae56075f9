import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { SQUARE_SCENE, decision, form, option } from "../board/fixtures";
import type { AskReply, Refusal } from "../api/messages";
import { NOTHING, REFUSED, RecordingTable, match, now } from "./fixtures";
import { Play } from "./play.svelte";
import { REST_TIME } from "./requests";

const SIGHT = { clear: true, cells: [], blocker: null, says: "in sight", clause: "", rays: [], by: [] };
const VERBS = [form("move", ["piece", "unit"], ["to", "point"])];
const OPEN = decision([option("move r1 a2", { unit: "r1", point: "a2" }), option("move r2 b2", { unit: "r2", point: "b2" })]);

let table: RecordingTable;
let play: Play;

const rest = () => vi.advanceTimersByTimeAsync(REST_TIME);

beforeEach(() => {
  vi.useFakeTimers();
  table = new RecordingTable();
  table.answers = { sight: { sight: SIGHT } };
  play = new Play(table);
  play.receive(now([OPEN]), match(VERBS));
  play.selectUnit("r1");
});
afterEach(() => vi.useRealTimers());

test("the line goes from the acting unit to the place where the pointer rests, and goes when the pointer leaves", async () => {
  play.hover([2, 2]);
  expect(play.sight.line).toBeNull();
  await rest();
  expect(play.sight.line).toEqual({ unit: "r1", at: [2, 2], sight: SIGHT });
  play.hover(null);
  expect(play.sight.line).toBeNull();
});

test("an answer for a place that the pointer has left is not shown, but it is known", async () => {
  play.hover([2, 2]);
  await rest();
  play.hover([0, 0]); // the unit's own place
  expect([play.sight.line, table.asked("sight").length]).toEqual([null, 1]);
  play.hover([2, 2]);
  await vi.advanceTimersByTimeAsync(0);
  expect([play.sight.line?.at, table.asked("sight").length]).toEqual([[2, 2], 1]);
});

test("without a unit, in a game without sight, and switched off, nothing is asked", async () => {
  play.toggleSight();
  play.hover([2, 2]);
  await rest();
  play.toggleSight();
  play.receive(now([OPEN]), match(VERBS, { sight: false }));
  play.hover([2, 1]);
  await rest();
  play.receive(now([OPEN], { event: 2 }), match(VERBS));
  play.selection.unit = null;
  play.hover([2, 2]);
  await rest();
  expect([table.asked("sight"), play.sight.line]).toEqual([[], null]);
});

test("switched off the line goes, and another decision forgets all lines", async () => {
  play.hover([2, 2]);
  await rest();
  play.toggleSight();
  expect(play.sight.line).toBeNull();
  play.toggleSight();
  play.receive(now([OPEN], { event: 2 }), match(VERBS));
  expect(play.sight.line).toBeNull();
  play.selectUnit("r1");
  play.hover([2, 2]);
  await rest();
  expect(table.asked("sight").length).toBe(2);
});

test("a refusal shows no line and is not asked for again", async () => {
  table.answers = { sight: REFUSED };
  for (let k = 0; k < 2; k++) {
    play.hover([2, 2]);
    await rest();
    expect(play.sight.line).toBeNull();
    play.hover(null);
  }
  expect(table.asked("sight").length).toBe(1);
});

test("threats are asked for the selected unit on the table, else for all, and dropped by a second press", async () => {
  const threat = { x: 1, y: 1, unit: "b1", of: "hits", exact: "1/2", chance: 0.5 };
  table.answers = { threats: { threats: [threat] } };
  await play.toggleThreats();
  expect([play.threats.list, play.overlay.threats, table.asked("threats")]).toEqual([[threat], [{ spot: [1, 1], chance: 0.5 }], [{ ask: "threats", slot: "red", unit: "r1" }]]);
  await play.toggleThreats();
  expect([play.threats.isOn, play.threats.list, table.asked("threats").length]).toEqual([false, null, 1]);
  play.selection.unit = null;
  await play.toggleThreats();
  expect(table.asked("threats").at(-1)?.unit).toBe("");
  expect(table.announced.filter((one) => one.startsWith("No enemy"))).toEqual([]);
});

test("that nobody can hit anybody is said, and a refusal is shown and switches threats off", async () => {
  await play.toggleThreats();
  expect(table.announced.at(-1)).toBe("No enemy can hit anybody next turn.");
  await play.toggleThreats();
  table.answers = { threats: REFUSED };
  await play.toggleThreats();
  expect([play.threats.isOn, play.threats.list, play.selection.refusal]).toEqual([false, null, { refusal: REFUSED, at: null }]);
});

test("why threats cannot be shown is said, and they stay off", async () => {
  play.receive(now([OPEN], {}, { ...SQUARE_SCENE, tokens: SQUARE_SCENE.tokens.filter((one) => one.slot === 1) }), match(VERBS));
  await play.toggleThreats();
  expect([play.threats.isOn, table.asked("threats").length]).toEqual([false, 0]);
  expect(table.announced.at(-1)).toBe("Nobody of yours stands on the table whom the enemy could hit.");
});

test("an answer that comes after threats were switched off is dropped", async () => {
  let answer = (_: AskReply | Refusal): void => undefined;
  table.ask = () => new Promise((done) => (answer = done));
  const asked = play.toggleThreats();
  await play.toggleThreats();
  answer({ ...NOTHING, threats: [{ x: 1, y: 1, unit: "b1", of: "", exact: "", chance: 0.5 }] });
  await asked;
  expect([play.threats.isOn, play.threats.list]).toEqual([false, null]);
});
