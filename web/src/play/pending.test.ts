// What is pending is one thing: whatever takes its place takes all of it, and nothing that comes late brings it back.
import { beforeEach, expect, test, vi } from "vitest";

import { FREE_SCENE, SQUARE_SCENE, chance, decision, form, option, token } from "../board/fixtures";
import type { AskReply, Refusal } from "../api/messages";
import { NOTHING, REFUSED, RecordingTable, match, now } from "./fixtures";
import { Play } from "./play.svelte";
import { SIGN_TIME } from "./selection.svelte";

const PATH = ["path", "path", "-"] as const;
const ATTACK = { ...form("attack", ["target", "target"], PATH), named: true };
const PASS = { ...form("pass", PATH), named: true };
const VERBS = [form("step", ["by", "vector"]), ATTACK, PASS, form("wait"), { ...form("surrender"), final: true }];
const HIT = option("attack u2", { unit: "u1", target: "u2" });
const WAIT = option("wait", { unit: "u1" });
const GO = option("pass path=6,4", { unit: "u1", label: "go to 6,4" });
const ROUTE = { option: GO, points: [[2, 3], [6, 4]], dangers: [], variants: [WAIT] } as const;
const WAY = { start: [2, 3], stops: [[6, 4]], counts: ["1"], lines: [], arrives: true, says: "to 6,4" } as const;
const OPEN = decision([option("step 1,0", { unit: "u1", point: "3,3" }), HIT, option("pass", { unit: "u1" }), WAIT, option("surrender")], {}, { step: { is_pointed: true, reach: 1 } });
const ROUTED = decision([...OPEN.options], {}, { attack: { takes_path: true }, pass: { takes_path: true } });

let table: RecordingTable;
let play: Play;
let late: (() => void)[]; // what lets an answer come that a test holds up

beforeEach(() => {
  [table, late] = [new RecordingTable(), []];
  table.answers = { way: { way: WAY }, route: { route: ROUTE } };
  play = new Play(table);
  play.receive(now([OPEN], {}, FREE_SCENE), match(VERBS));
});

const settled = () => vi.waitFor(() => expect(play.acts.isRunning || play.decision.oddsLoading).toBe(false));

/** What is pending, with all that belongs to it. */
const state = () => {
  const { pending, pendingAt, way, route, refusal, isLooking, checkedLine } = play.selection;
  return { pending: pending?.notation ?? null, pendingAt, way: way?.goal ?? null, route: route?.goal ?? null, refusal: refusal !== null, isLooking, checkedLine };
};
const NONE = { pending: null, pendingAt: null, way: null, route: null, refusal: false, isLooking: false, checkedLine: "" };

/** Leave everything behind that a choice can. */
function litter(): void {
  Object.assign(play.selection, {
    pending: option("old"),
    pendingAt: [9, 9],
    way: { goal: [9, 9], way: WAY },
    route: { goal: [9, 9], route: ROUTE },
    refusal: { refusal: REFUSED, at: [9, 9] },
    isLooking: true,
    checkedLine: "old",
    cursor: [6, 4],
  });
}

const REPLACED: [string, () => void | Promise<void>, object][] = [
  ["a choice", () => play.selection.prepare(WAIT), { pending: "wait", pendingAt: [6, 4] }],
  ["a choice with a target", () => play.selection.prepare(HIT), { pending: "attack u2", pendingAt: [8, 3] }],
  ["a walk", () => play.selection.prepareWalk(OPEN.options[0]!, [6, 4]), { pending: "", pendingAt: [6, 4], way: [6, 4] }],
  ["a choice along a path", () => play.selection.prepareRoute(GO, [6, 4]), { pending: "pass path=6,4", pendingAt: [6, 4], route: [6, 4] }],
  ["a path", () => play.selection.preparePath([6, 4], null), { pending: "pass path=6,4", pendingAt: [6, 4], route: [6, 4] }],
  ["nothing", () => play.clear(), {}],
  ["a unit", () => play.selection.select("u1"), {}],
  ["a draft", () => play.build("attack"), {}],
  ["another decision", () => play.receive(now([OPEN], { event: 2 }, FREE_SCENE), match(VERBS)), {}],
  ["what an undo leaves", () => play.receive(now([OPEN], { event: 2 }, FREE_SCENE), match(VERBS), true), {}],
  ["the end", () => play.receive(now([], { event: 2, over: true }, FREE_SCENE), match(VERBS)), {}],
];

test.each(REPLACED)("%s in the place of what was pending leaves nothing of it", async (_, replace, left) => {
  await settled();
  litter();
  await replace();
  await settled();
  expect(state()).toEqual({ ...NONE, ...left });
});

test("what is done is what is pending, and no walk that was there before", async () => {
  await play.selection.prepareWalk(OPEN.options[0]!, (play.selection.cursor = [6, 4]));
  play.prepare(HIT);
  expect(play.key({ key: "Enter" } as KeyboardEvent)).toBe(true);
  await settled();
  expect(table.acts).toEqual([{ do: "choose", question: 0, line: "attack u2", slot: "red", reason: "" }]);
});

/** Hold up the answers to a kind of question. */
function hold(kind: string, answer: Partial<AskReply> | Refusal): void {
  table.ask = async (ask) => {
    table.asks.push(ask);
    if (ask.ask !== kind) return NOTHING;
    return new Promise((done) => late.push(() => done("code" in answer ? (answer as Refusal) : { ...NOTHING, ...answer })));
  };
}

/** Let all that was held up come. */
async function comes(): Promise<void> {
  await vi.waitFor(() => expect(late.length).toBeGreaterThan(0));
  late.splice(0).forEach((answer) => answer());
  for (let k = 0; k < 10; k++) await Promise.resolve();
}

const SEARCHES: [string, string, (spot: readonly [number, number]) => Promise<void>][] = [
  ["way", "way", (spot) => play.selection.prepareWalk(OPEN.options[0]!, spot)],
  ["path of a choice", "route", (spot) => play.selection.prepareRoute(GO, spot)],
  ["path", "route", (spot) => play.selection.preparePath(spot, null)],
];
const MEANWHILE: [string, () => unknown, string | null][] = [
  ["another choice", () => play.prepare(WAIT), "wait"],
  ["a step back", () => play.clear(), null],
  ["a cursor elsewhere", () => (play.selection.cursor = [1, 1]), null],
  ["another decision", () => play.receive(now([OPEN], { event: 2 }, FREE_SCENE), match(VERBS)), null],
];

const LATE = SEARCHES.flatMap(([what, kind, search]) => MEANWHILE.map(([other, happen, pending]) => ({ what, other, kind, search, happen, pending })));

test.each(LATE)("a $what that is found after $other does not count", async ({ kind, search, happen, pending }) => {
  hold(kind, table.answers[kind as "way"]!);
  void search((play.selection.cursor = [6, 4]));
  happen();
  await comes();
  expect(state()).toMatchObject({ pending, way: null, route: null, refusal: false, isLooking: false });
});

test("a choice that goes along the pending path takes the path over, and no other ways to go it", async () => {
  play.receive(now([ROUTED], { event: 2 }, FREE_SCENE), match(VERBS));
  play.point([6, 4]);
  await vi.waitFor(() => expect(play.selection.route?.route.variants).toEqual([WAIT]));
  play.point([8, 3]);
  expect(state()).toMatchObject({ pending: "attack u2 path=6,4", pendingAt: [8, 3], route: [6, 4] });
  expect(play.selection.route?.route.variants).toEqual([]);
});

test("odds that the rules have worked out once are worked out anew for another decision", async () => {
  table.answers = { may: { option: { ...HIT, odds: chance(0.5) } } };
  await settled();
  hold("odds", {});
  play.receive(now([OPEN], { event: 2 }, FREE_SCENE), match(VERBS));
  table.ask = async (ask) => (table.asks.push(ask), { ...NOTHING, option: { ...HIT, odds: chance(0.5) } });
  play.prepare(play.decision.menu!.options[1]!);
  await vi.waitFor(() => expect(play.selection.checkedLine).toBe("attack u2"));
  play.receive(now([OPEN], { event: 3 }, FREE_SCENE), match(VERBS));
  expect(state()).toEqual({ ...NONE });
});

test("odds are under way only for the decision that is open", async () => {
  hold("odds", {});
  play.receive(now([OPEN], { event: 2 }, FREE_SCENE), match(VERBS));
  expect(play.decision.oddsLoading).toBe(true);
  play.receive(now([], { event: 3 }, FREE_SCENE), match(VERBS));
  expect(play.decision.oddsLoading).toBe(false);
  await comes();
  expect(play.decision.oddsLoading).toBe(false);
});

test("a path that is found for a draft that was dropped does not fill the next one", async () => {
  play.receive(now([ROUTED], { event: 2 }, FREE_SCENE), match(VERBS));
  for (const meanwhile of [() => play.back(), () => undefined]) {
    hold("route", { route: ROUTE });
    play.build("pass");
    play.point([6, 4]);
    meanwhile();
    play.build("attack");
    await comes();
    expect(play.builder.line).toBe("attack u2");
    play.back();
  }
});

test("a path to which the pending target is taken over has no other ways to go it; what is varied has no refusal", async () => {
  play.receive(now([ROUTED], { event: 2 }, FREE_SCENE), match(VERBS));
  await settled();
  play.selection.cursor = [6, 4];
  await play.selection.preparePath([6, 4], HIT);
  expect([play.selection.pending?.notation, play.selection.route?.route.variants]).toEqual(["attack u2 path=6,4", []]);
  await play.selection.preparePath([6, 4], null);
  play.selection.refusal = { refusal: REFUSED, at: null };
  play.vary(WAIT);
  expect(state()).toMatchObject({ pending: "wait", route: [6, 4], refusal: false });
});

test("another decision begins without a verb, with its own unit; an own unit is one that can choose, or of another decision", () => {
  play.selection.verb = "attack";
  play.selection.unit = "u2";
  const scene = { ...FREE_SCENE, tokens: [...FREE_SCENE.tokens, token("u3", 0, 5, 5, 0.5)] };
  const choices = decision([option("wait u1", { unit: "u1" }), option("end")]);
  play.receive(now([choices, decision([option("end")], { slot: 1 })], { event: 2 }, scene), match(VERBS));
  expect([play.selection.verb, play.selection.unit]).toEqual([null, "u1"]);
  expect(["u1", "u2", "u3"].map((unit) => play.selection.isOwn(unit))).toEqual([true, true, false]);
  play.selection.unit = "u3";
  expect(scene.tokens.map((one) => play.selection.isIdle(one))).toEqual([true, false, false]);
});

test("the sign that a way is looked for is that of the last search", async () => {
  vi.useFakeTimers();
  try {
    hold("way", {});
    void play.selection.prepareWalk(OPEN.options[0]!, (play.selection.cursor = [6, 4]));
    await vi.advanceTimersByTimeAsync(SIGN_TIME - 1);
    void play.selection.prepareWalk(OPEN.options[0]!, (play.selection.cursor = [5, 4]));
    late.splice(0).forEach((answer) => answer());
    await vi.advanceTimersByTimeAsync(SIGN_TIME - 1);
    expect(play.selection.isLooking).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(play.selection.isLooking).toBe(true);
  } finally {
    vi.useRealTimers();
  }
});

test("a free act that is written on is that of its slot", () => {
  const note = { ...form("note", ["text", "word"]), free: true };
  const act = (slot: string) => ({ verb: "note", slot, about: "", fields: [], refereed: false, reasoned: false });
  const receive = (event: number, free: object[]) => play.receive(now([OPEN], { event, free }, FREE_SCENE), match([...VERBS, note]));
  receive(2, [act("red"), act("blue")]);
  play.build("note", act("blue") as never);
  receive(3, [act("red"), act("blue")]);
  expect(play.builder.slot).toBe("blue");
  receive(4, [act("red")]);
  expect(play.builder.draft).toBeNull();
});

test("the reason of a draft is its own", () => {
  const rule = { ...form("rule"), free: true, reasoned: true };
  const free = [{ verb: "rule", slot: "red", about: "", fields: [], refereed: true, reasoned: true }];
  const receive = (event: number) => play.receive(now([OPEN], { event, free }, FREE_SCENE), match([...VERBS, rule]));
  const begin = () => {
    play.build("rule", free[0] as never);
    play.builder.reason = "rain";
  };
  receive(2);
  begin();
  receive(3);
  expect(play.builder.reason).toBe("rain"); // it is still written on
  for (const end of [() => play.build("attack"), () => play.back(), () => play.openSlot(0), () => play.build("rule", free[0] as never)]) {
    begin();
    end();
    expect(play.builder.reason).toBe("");
  }
});

test("a line of sight that is asked for does not come once lines are switched off", async () => {
  vi.useFakeTimers();
  try {
    hold("sight", { sight: { clear: true, cells: [], blocker: null, says: "", clause: "", rays: [], by: [] } });
    play.hover([5, 5]);
    await vi.advanceTimersByTimeAsync(1000);
    expect(late).toHaveLength(1);
    play.toggleSight();
    late[0]!();
    await vi.advanceTimersByTimeAsync(0);
    expect(play.sight.line).toBeNull();
  } finally {
    vi.useRealTimers();
  }
});

test("threats that were asked for before they were switched off and on are those of another unit", async () => {
  const threat = (unit: string) => ({ x: 1, y: 1, unit, of: "hits", exact: "", chance: 0.5 });
  play.receive(now([OPEN], { event: 2 }, { ...SQUARE_SCENE, tokens: [...SQUARE_SCENE.tokens, token("r3", 0, 2, 2)] }), match(VERBS));
  await settled();
  const answers: ((reply: AskReply) => void)[] = [];
  table.ask = async () => new Promise((done) => answers.push(done));
  const first = play.toggleThreats();
  await play.toggleThreats();
  const second = play.toggleThreats();
  answers[0]!({ ...NOTHING, threats: [threat("first")] });
  await first;
  expect([play.threats.isOn, play.threats.list]).toEqual([true, null]);
  await vi.waitFor(() => expect(answers).toHaveLength(2));
  answers[1]!({ ...NOTHING, threats: [threat("second")] });
  await second;
  expect(play.threats.list).toEqual([threat("second")]);
});
