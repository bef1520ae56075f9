import { beforeEach, expect, test, vi } from "vitest";

import { FREE_SCENE, SQUARE_SCENE, decision, form, option } from "../board/fixtures";
import type { AskReply, DecisionMessage, Refusal, VerbForm } from "../api/messages";
import { Builder } from "./builder.svelte";
import { NOTHING, REFUSED, RecordingTable, match, now } from "./fixtures";
import { OpenDecision } from "./openDecision.svelte";

const FIRE = form("fire", ["who", "unit"], ["at", "point"]);
const AIM = form("aim", ["who", "unit"], ["at", "target"]);
const MUSTER = form("muster", ["units", "units"]);
const NOTE = { ...form("note", ["text", "word"]), free: true };
const WALK = { ...form("walk", ["path", "path", "-"]), named: true };
const VERBS = [FIRE, AIM, MUSTER, NOTE, WALK, form("hold")];
const OPEN = decision([option("fire r1 b2"), option("aim r1 b1"), option("muster r1"), option("walk"), option("hold")], {}, { walk: { takes_path: true } });

let table: RecordingTable;
let open: OpenDecision;
let builder: Builder;

beforeEach(() => {
  table = new RecordingTable();
  open = new OpenDecision(table);
  builder = new Builder(open, table);
  open.receive(now([OPEN]), match(VERBS));
});

const begin = (verb: VerbForm, values: Record<string, string>) => builder.start(verb, null, values);
const act = (slot: string) => ({ verb: "note", slot, about: "", fields: [], refereed: false, reasoned: false });

test("a tap fills the place that is asked for; on a unit first the unit, until there is one", () => {
  begin(FIRE, { who: "", at: "" });
  expect([builder.missingField?.name, builder.fillAt([1, 0]), builder.line]).toEqual(["who", true, "fire r2 -"]);
  expect([builder.missingField?.name, builder.fillAt([0, 0]), builder.line, builder.missingField]).toEqual(["at", true, "fire r2 a1", null]);
  builder.fillAt([2, 2]);
  expect([builder.line, builder.aimSpot]).toEqual(["fire r2 c3", [2, 2]]);
});

test("where no place is asked for, a tap beside units fills nothing, and one on a unit the first that is asked for", () => {
  begin(AIM, { who: "", at: "" });
  expect([builder.fillAt([2, 2]), builder.fillAt([2, 1]), builder.draft?.values]).toEqual([false, true, { who: "b1", at: "" }]);
  begin(form("hold"), {});
  expect(builder.fillAt([2, 1])).toBe(false);
  builder.drop();
  expect(builder.fillAt([2, 1])).toBe(false);
});

test("a tap on a unit takes it into a list, and out of it by another", () => {
  begin(MUSTER, { units: "-" });
  const tap = (x: number, y: number) => [builder.fillAt([x, y]), builder.draft?.values["units"]];
  expect([tap(0, 0), tap(1, 0), tap(0, 0), tap(2, 2)]).toEqual([[true, "r1"], [true, "r1,r2"], [true, "r2"], [false, "r2"]]);
});

test("a path is filled by a tap beside units, where the choice may say one besides, and not for a free act", async () => {
  const routes = () => table.asked("route").length;
  table.answers = { route: { route: { option: option("walk path=6,4"), points: [], dangers: [], variants: [] } } };
  open.receive(now([OPEN], { event: 2 }, FREE_SCENE), match(VERBS));
  begin(WALK, { path: "-" });
  expect([builder.fillAt([8, 3]), routes()]).toEqual([false, 0]);
  expect([builder.fillAt([6, 4]), table.asked("route")]).toEqual([true, [{ ask: "route", slot: "red", unit: "u1", verb: "", x: 6, y: 4 }]]);
  await vi.waitFor(() => expect(builder.line).toBe("walk path=6,4"));
  builder.start(WALK, act("red") as never);
  expect([builder.fillAt([6, 4]), routes()]).toEqual([false, 1]);
});

test("a free act is of its own slot and begins with what is usual; a choice is of the slot that decides, and begins with the menu's", () => {
  builder.start(AIM, act("blue") as never);
  expect([builder.slot, builder.draft?.values]).toEqual(["blue", { who: "", at: "" }]);
  builder.start(AIM, null);
  expect([builder.slot, builder.draft?.values]).toEqual(["red", { who: "r1", at: "b1" }]);
});

test("there is no leaving of the only thing that can be chosen, but for a free act", () => {
  expect(builder.canLeave).toBe(true);
  open.receive(now([decision([option("muster r1")], {}, { muster: { is_built: true, is_buildable: true } })], { event: 2 }), match(VERBS));
  begin(MUSTER, { units: "-" });
  expect(builder.canLeave).toBe(false);
  builder.start(NOTE, act("red") as never);
  expect(builder.canLeave).toBe(true);
});

test("the rules are asked about a line once nothing is missing, and only what they say of the line as it stands counts", async () => {
  vi.useFakeTimers();
  try {
    const answers: ((reply: AskReply | Refusal) => void)[] = [];
    table.ask = async (ask) => (table.asks.push(ask), new Promise((done) => answers.push(done)));
    begin(AIM, { who: "r1", at: "b1" });
    await vi.advanceTimersByTimeAsync(1000);
    expect(table.asks).toEqual([{ ask: "may", line: "aim r1 b1", slot: "red" }]);
    builder.change({ who: "r1", at: "" });
    answers[0]!(REFUSED);
    await vi.advanceTimersByTimeAsync(1000);
    expect([builder.verdict, table.asks.length, builder.option]).toEqual([null, 1, null]);
    builder.change({ who: "r1", at: "b2" });
    await vi.advanceTimersByTimeAsync(1000);
    answers[1]!({ ...NOTHING, option: option("aim r1 b2") });
    await vi.advanceTimersByTimeAsync(0);
    expect([builder.currentVerdict?.refusal, builder.option?.notation]).toEqual([null, "aim r1 b2"]);
    builder.change({ who: "r1", at: "b1" });
    expect([builder.currentVerdict, builder.option?.notation]).toEqual([null, "aim r1 b1"]); // the menu has it
    builder.drop();
    expect([builder.verdict, builder.option, builder.line, builder.missingField, builder.aimSpot]).toEqual([null, null, "", null, null]);
  } finally {
    vi.useRealTimers();
  }
});

// The open decision

const other = (rest: object = {}) => decision([option("hold")], { slot: 1, prompt: "Blue: choose.", ...rest });
const sent = (of: object) => ({ decision: { ...of, clauses: {}, odds: [], options: [{ notation: "hold", odds: null }] } as unknown as DecisionMessage });

test("each decision has an id of its own: of its event, slot, prompt and number of choices", () => {
  const ids = [now([OPEN]), now([OPEN], { event: 2 }), now([{ ...OPEN, slot: 1 }]), now([{ ...OPEN, prompt: "Another." }]), now([{ ...OPEN, count: 9 }]), now([]), now([], { event: 2 })].map((state) => (open.receive(state, match(VERBS)), open.id));
  expect(new Set(ids).size).toBe(ids.length);
  open.receive(now([OPEN]), match(VERBS));
  expect(open.id).toBe(ids[0]);
});

test("the open slot stays while it owes; else the first that owes is open", () => {
  open.receive(now([OPEN, other()]), match(VERBS));
  open.openSlot(1);
  expect(open.slot).toBe("blue");
  open.receive(now([OPEN, other()], { event: 2 }), match(VERBS));
  expect(open.slot).toBe("blue");
  open.receive(now([OPEN], { event: 3 }), match(VERBS));
  open.receive(now([OPEN, other()], { event: 4 }), match(VERBS));
  expect(open.slot).toBe("red");
  open.receive(now([]), match(VERBS));
  expect([open.base, open.menu, open.slot]).toEqual([null, null, ""]);
});

test("a commanded decision is left by opening an own one, and does not open where its slot owes no more", async () => {
  const state = now([OPEN], { owing: ["red", "blue"], commands: true });
  open.receive(state, match(VERBS));
  table.answers = { decision: sent(other()) };
  expect([await open.command("blue"), open.slot]).toEqual([null, "blue"]);
  open.openSlot(0);
  expect([open.slot, open.leaveCommand()]).toEqual(["red", false]);
  const command = open.command("blue");
  open.receive({ ...state, owing: ["red"] }, match(VERBS));
  expect([await command, open.slot]).toEqual([null, "red"]);
  open.receive(state, match(VERBS));
  const late = open.command("blue");
  open.receive({ ...state, event: 2 }, match(VERBS));
  expect([await late, open.slot]).toEqual([null, "red"]); // it was of the event before
  await open.command("blue");
  expect([open.leaveCommand(), open.slot, open.leaveCommand()]).toEqual([true, "red", false]);
});

test("odds are those of the decision for which they were asked, and are asked for once", async () => {
  const odds = [{ of: "hits", exact: "1/2", chance: 0.5, modifiers: [], sampled: false }];
  const answers: (() => void)[] = [];
  table.ask = async (ask) => (table.asks.push(ask), new Promise((done) => answers.push(() => done({ ...NOTHING, odds: [{ option: 0, odds }] }))));
  open.receive(now([OPEN]), match(VERBS));
  const first = open.loadOdds();
  open.receive(now([OPEN], { event: 2 }), match(VERBS));
  answers[0]!();
  expect([await first, open.full?.options[0]?.odds]).toEqual([false, []]);
  const second = open.loadOdds();
  expect(open.oddsLoading).toBe(true);
  answers[1]!();
  expect([await second, open.full?.options[0]?.odds, open.oddsLoading]).toEqual([true, odds, false]);
  await open.loadOdds();
  expect([table.asks.length, open.oddsLoading]).toEqual([2, false]);
  open.receive(now([OPEN], { event: 3 }), match(VERBS));
  expect(open.full?.options[0]?.odds).toEqual([]);
});

test("a verb can be chosen if it is on the menu, or free now", () => {
  open.receive(now([decision([option("hold")])], { free: [act("red")] }), match(VERBS));
  expect(VERBS.map((verb) => open.allows(verb))).toEqual([false, false, false, true, false, true]);
  expect([open.owes(0), open.owes(1), open.owes(undefined)]).toEqual([true, false, false]);
});

test("who can keep still is the slot that decides", () => {
  const still = [{ slot: "blue", lines: ["a"] }, { slot: "red", lines: ["b", "c"] }];
  open.receive(now([OPEN], { still }), match(VERBS));
  expect(open.keepStillLines).toEqual(["b", "c"]);
  open.receive(now([OPEN, other()], { still }), match(VERBS));
  open.openSlot(1);
  expect(open.keepStillLines).toEqual(["a"]);
});

test("squares have no path to fill by a tap, where no verb may say one", () => {
  open.receive(now([decision([option("walk")])], { event: 2 }, SQUARE_SCENE), match(VERBS));
  begin(WALK, { path: "-" });
  expect([builder.fillAt([2, 2]), table.asked("route")]).toEqual([false, []]);
});
