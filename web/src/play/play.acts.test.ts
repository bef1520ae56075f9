import { beforeEach, expect, test, vi } from "vitest";

import { FREE_SCENE, SQUARE_SCENE, chance, decision, form, option, token } from "../board/fixtures";
import type { FreeAct, Option, Scene } from "../api/messages";
import { DONE, NOTHING, REFUSED, RecordingTable, match, now } from "./fixtures";
import { Play } from "./play.svelte";

const MOVE = form("move", ["piece", "unit"], ["to", "point"]);
const ATTACK = form("attack", ["piece", "unit"], ["target", "target"]);
const VERBS = [MOVE, ATTACK, form("end_turn")];
const HIT = option("attack r1 b1", { unit: "r1", target: "b1" });
const OPEN = decision([option("move r1 a2", { unit: "r1", point: "a2" }), HIT, option("move r2 b2", { unit: "r2", point: "b2" }), option("end_turn")]);

let table: RecordingTable;
let play: Play;

const lines = () => table.acts.map((act) => ("line" in act ? `${act.slot}: ${act.line}` : act.do));
const settled = () => vi.waitFor(() => expect(play.acts.isRunning || play.decision.oddsLoading).toBe(false));

/** The squares with one unit elsewhere. */
function moved(unit: string, x: number, y: number, scene: Scene = SQUARE_SCENE): Scene {
  return { ...scene, tokens: scene.tokens.map((one) => (one.unit === unit ? { ...one, x, y } : one)) };
}

beforeEach(() => {
  table = new RecordingTable();
  play = new Play(table);
});

test("moves of others are shown since one's own last choice, one's own are not", async () => {
  play.receive(now([]), match(VERBS));
  play.receive(now([], { event: 2 }, moved("b1", 2, 2)), match(VERBS));
  play.receive(now([OPEN], { event: 3 }, moved("r1", 1, 1, moved("b1", 1, 2))), match(VERBS));
  expect(play.overlay.moves).toEqual([{ unit: "b1", points: [[2, 1], [2, 2], [1, 2]] }]);
  await play.chooseLine("end_turn");
  expect(play.overlay.moves).toEqual([]);
});

test("a refused choice leaves the moves of others in sight, and so does an act that makes no choice", async () => {
  play.receive(now([]), match(VERBS));
  play.receive(now([OPEN], { event: 2 }, moved("b1", 2, 2)), match(VERBS));
  table.outcome = REFUSED;
  await play.chooseLine("end_turn");
  expect(play.moves).toHaveLength(1);
  table.outcome = DONE;
  for (const act of [() => play.withdraw("red"), () => play.dropPlan("red"), () => play.chooseLine("end_turn", "blue")]) await act();
  expect([play.moves.length, play.busy]).toEqual([1, false]);
});

test("what was undone leaves no moves and nothing in hand", () => {
  const note = { ...form("note", ["text", "word"]), free: true };
  const free = [{ verb: "note", slot: "red", about: "", fields: [], refereed: false }];
  play.receive(now([]), match([...VERBS, note]));
  play.receive(now([OPEN], { event: 2, free }, moved("b1", 2, 2)), match([...VERBS, note]));
  play.build("note", free[0] as unknown as FreeAct);
  play.receive(now([OPEN], { event: 3, free }), match([...VERBS, note]), true);
  expect([play.moves, play.builder.draft]).toEqual([[], null]);
});

test("who looks on keeps the last moves until there are new ones, and sees those of all sides", () => {
  play.receive(now([], { you: "" }), match(VERBS));
  play.receive(now([], { you: "", event: 2 }, moved("r1", 1, 1)), match(VERBS));
  play.receive(now([], { you: "", event: 2 }, moved("r1", 1, 1)), match(VERBS));
  expect(play.moves).toEqual([{ unit: "r1", points: [[0, 0], [1, 1]] }]);
  play.receive(now([], { you: "", event: 3 }, moved("b1", 2, 2, moved("r1", 1, 1))), match(VERBS));
  expect(play.moves).toEqual([{ unit: "b1", points: [[2, 1], [2, 2]] }]);
});

test("the slots of one's seat are one's own, not those of its name", () => {
  const seats = [{ name: "kim", slots: ["blue"] }];
  play.receive(now([], { you: "kim", seats }), match(VERBS));
  play.receive(now([], { you: "kim", seats, event: 2 }, moved("b1", 2, 2, moved("r1", 1, 1))), match(VERBS));
  expect(play.moves.map((one) => one.unit)).toEqual(["r1"]);
});

test("while a choice is under way, or its outcome has not come, a tap does nothing but move the cursor", async () => {
  play.receive(now([OPEN]), match(VERBS));
  const sent = play.chooseLine("end_turn");
  expect([play.acts.isRunning, play.busy]).toEqual([true, true]);
  play.point([0, 0]);
  expect([play.selection.cursor, play.selection.unit]).toEqual([[0, 0], null]);
  expect(await play.withdraw("red")).toBe(false);
  await sent;
  expect([play.acts.isRunning, play.busy]).toEqual([false, true]);
  play.receive(now([], { event: 2 }), match(VERBS));
  expect([play.busy, table.acts.length]).toEqual([false, 1]);
});

test("a key that goes through places tells each of them", () => {
  play.receive(now([OPEN]), match(VERBS));
  play.moveCursor([1, 1]);
  expect([play.selection.cursor, table.announced.at(-1)]).toEqual([[1, 1], "b2 · woods and river · in reach"]);
});

test("an option of a list that has odds, a target or a final verb is pending first, and done when pressed again", async () => {
  const final = { ...form("surrender"), final: true };
  const diced = option("throw", { odds: chance(0.5) });
  const all = decision([HIT, diced, option("surrender"), option("end_turn")]);
  for (const one of [HIT, diced, option("surrender")]) {
    play = new Play((table = new RecordingTable()));
    play.receive(now([all]), match([...VERBS, form("throw"), final]));
    play.press(one);
    expect([play.selection.pending?.notation, lines()]).toEqual([one.notation, []]);
    play.press(one);
    await settled();
    expect(lines()).toEqual([`red: ${one.notation}`]);
  }
  play = new Play((table = new RecordingTable()));
  play.receive(now([all]), match([...VERBS, form("throw"), final]));
  play.press(option("end_turn"));
  await settled();
  expect(lines()).toEqual(["red: end_turn"]);
});

test("an option on the board is chosen; one without a line confirms what is pending, and nothing where nothing is", async () => {
  play.receive(now([OPEN]), match(VERBS));
  play.confirm();
  play.confirmOption(option("", { notation: "" }));
  expect(table.acts).toEqual([]);
  play.selection.way = { goal: [2, 2], way: { start: [0, 0], stops: [[2, 2]], counts: ["1"], lines: [], arrives: true, says: "" } };
  play.confirmOption(option("", { notation: "" }));
  await settled();
  expect(table.acts).toEqual([{ do: "walk", slot: "red", x: 2, y: 2, question: 0 }]);
  play.receive(now([OPEN], { event: 2 }), match(VERBS));
  play.confirmOption(HIT);
  await settled();
  expect(lines()).toEqual(["walk", "red: attack r1 b1"]);
});

test("a choice that waits sealed is told with its verb, one by a path as the table told it, numbers as people read them", async () => {
  play.receive(now([OPEN]), match(VERBS));
  await play.choose(option("move r1 a2", { label: "to a2" }));
  expect(play.sealedTitle("red", "move r1 a2")).toBe("move to a2");
  play.receive(now([OPEN], { event: 2 }), match(VERBS));
  const route = option("move r1 a3", { label: "to a3 by b2" });
  Object.assign(play.selection, { pending: route, route: { goal: [0, 2], route: { option: route, points: [], dangers: [], variants: [] } } });
  await play.choose(play.selection.pending!);
  expect(play.sealedTitle("red", "move r1 a3")).toBe("to a3 by b2");
  expect(play.sealedTitle("red", "step 1.23456,0.1")).toBe("step 1.23,0.1");
});

test("an act of the referee is typed for its own slot and with its reason, a free one of a slot for that slot", async () => {
  const [rule, note] = [{ ...form("rule", ["text", "word"]), free: true }, { ...form("note", ["text", "word"]), free: true }];
  const free = [{ verb: "rule", slot: "blue", about: "", fields: [], refereed: true }, { verb: "note", slot: "red", about: "", fields: [], refereed: false }];
  play.receive(now([OPEN], { free }), match([...VERBS, rule, note]));
  expect(await play.runCommand("rule twice because it was late because of tea")).toBe(true);
  expect(await play.runCommand("note hello")).toBe(true);
  expect(table.acts).toEqual([
    { do: "choose", line: "rule twice", question: 0, slot: "blue", reason: "it was late because of tea" },
    { do: "choose", line: "note hello", question: 0, slot: "red", reason: "" },
  ]);
  expect(play.busy).toBe(false);
});

test("a referee who commands opens the decision of another slot, and goes back from it; a refusal is shown", async () => {
  const other = decision([option("pass")], { slot: 1, prompt: "Blue: choose." });
  const commands = { commands: true, owing: ["red", "blue"] };
  play.receive(now([OPEN], commands), match([...VERBS, form("pass")]));
  play.build("move");
  table.answers = { decision: { decision: { ...other, clauses: {}, odds: [], options: [{ notation: "pass", odds: null }] } as never } };
  await play.command("blue");
  expect([play.decision.slot, play.builder.draft, table.asked("decision")]).toEqual(["blue", null, [{ ask: "decision", slot: "blue", odds: false }]]);
  expect(play.back()).toBe(true);
  expect(play.decision.slot).toBe("red");
  await play.command("red"); // an own one is not asked for
  expect([table.asked("decision").length, play.selection.refusal]).toEqual([1, null]);
  table.answers = { decision: REFUSED };
  await play.command("blue");
  expect([play.decision.slot, play.selection.refusal]).toEqual(["red", { refusal: REFUSED, at: null }]);
});

test.each([
  ["nothing has happened, and the slot owes", { event: 1, owing: ["red", "blue"] }, "blue"],
  ["something has happened, though the slot still owes", { event: 2, owing: ["red", "blue"] }, "red"],
  ["the slot owes no more", { event: 1, owing: ["red"] }, "red"],
])("a commanded decision while %s", async (_, news, open) => {
  const other = decision([option("pass")], { slot: 1 });
  play.receive(now([OPEN], { commands: true, event: 1, owing: ["red", "blue"] }), match([...VERBS, form("pass")]));
  table.answers = { decision: { decision: { ...other, clauses: {}, odds: [], options: [{ notation: "pass", odds: null }] } as never } };
  await play.command("blue");
  play.receive(now([OPEN], { commands: true, ...news }), match([...VERBS, form("pass")]));
  expect(play.decision.slot).toBe(open);
});

test("the slots that a seat has sealed are its own, and a referee who commands may type for every slot", () => {
  const sealed = [{ slot: "red", line: "a" }, { slot: "blue", line: "b" }];
  const seats = [{ name: "red", slots: ["red"] }];
  play.receive(now([], { sealed, seats }), match(VERBS));
  expect([play.sealedSlots, play.commandContext.slots, play.commandContext.slot]).toEqual([["red"], ["red"], "red"]);
  play.receive(now([], { sealed, seats, commands: true }), match(VERBS));
  expect(play.commandContext.slots).toEqual(["red", "blue"]);
});

test("a step back closes the keys, then what is pending, then a draft, threats, the verb, and the unit", async () => {
  const stay = { ...OPEN, options: [...OPEN.options] };
  play.receive(now([stay]), match(VERBS));
  play.selectUnit("r1");
  play.selection.verb = "attack";
  await play.toggleThreats();
  play.build("move");
  play.selection.refusal = { refusal: REFUSED, at: null };
  play.toggleKeys();
  const steps = [() => play.keysShown, () => play.selection.refusal !== null, () => play.builder.draft !== null, () => play.threats.isOn, () => play.selection.verb !== null, () => play.selection.unit !== null];
  for (let k = 0; k < steps.length; k++) {
    expect(steps.map((isThere) => isThere())).toEqual(steps.map((_, n) => n >= k));
    expect(play.back()).toBe(true);
  }
  expect(play.back()).toBe(false);
});

test("keys: what means nothing is left to the page; w keeps still only where that can be", async () => {
  const still = [{ slot: "red", lines: ["stay", "stay"] }];
  const key = (name: string) => play.key({ key: name, shiftKey: false } as KeyboardEvent);
  play.receive(now([OPEN]), match(VERBS));
  expect([key("w"), key("x"), key("Escape"), key("Enter")]).toEqual([false, false, false, false]);
  expect([key("?"), play.keysShown, key("l"), play.sight.isOn, key("t"), play.threats.isOn, key(":"), play.commandCalls]).toEqual([true, true, true, false, true, true, true, 1]);
  play.receive(now([OPEN], { still, event: 2 }), match(VERBS));
  expect(key("w")).toBe(true);
  await settled();
  expect(table.acts).toEqual([{ do: "plan", lines: ["stay", "stay"], question: 0, slot: "red" }]);
  expect(play.busy).toBe(true);
});

test("Tab goes backwards too: from the first target to the unit before, on to its last target, and out of the table", () => {
  const two = decision([HIT, option("attack r1 b2", { unit: "r1", target: "b2" }), option("move r2 b2", { unit: "r2", point: "b2" })]);
  play.receive(now([two]), match(VERBS));
  const back = () => play.key({ key: "Tab", shiftKey: true } as KeyboardEvent);
  const at = () => [play.selection.unit, play.selection.pending?.target];
  expect([back(), ...at()]).toEqual([true, "r2", undefined]);
  expect([back(), ...at()]).toEqual([true, "r1", undefined]);
  play.key({ key: "Tab", shiftKey: false } as KeyboardEvent);
  play.key({ key: "Tab", shiftKey: false } as KeyboardEvent);
  expect(at()).toEqual(["r1", "b2"]);
  expect([back(), ...at()]).toEqual([true, "r1", "b1"]);
  expect(back()).toBe(false);
});

test("Tab goes through the places of the only unit", () => {
  play.receive(now([decision([option("move r1 a2", { unit: "r1", point: "a2" }), option("move r1 b2", { unit: "r1", point: "b2" })])]), match(VERBS));
  const tab = () => play.key({ key: "Tab", shiftKey: false } as KeyboardEvent);
  expect([tab(), play.selection.cursor, tab(), play.selection.cursor, tab()]).toEqual([true, [0, 1], true, [1, 1], false]);
});

test("the odds that come later are those of what is pending", async () => {
  let answer = (): void => undefined;
  const odds = chance(0.5);
  table.ask = (ask) => new Promise((done) => ask.ask === "odds" && (answer = () => done({ ...NOTHING, odds: [{ option: 1, odds }] })));
  play.receive(now([OPEN]), match(VERBS));
  play.prepare(play.decision.menu!.options[1]!);
  expect(play.selection.pending?.odds).toEqual([]);
  answer();
  await vi.waitFor(() => expect(play.selection.pending?.odds).toEqual(odds));
});

test("with a referee's pending choices come their odds, and a new decision asks for its own lines of sight", async () => {
  const roster = { columns: [], rows: [] };
  const scene = { ...SQUARE_SCENE, roster } as unknown as Scene;
  table.answers = { may: { option: HIT } };
  play.receive(now([], { commands: true, sealed: [{ slot: "blue", line: "attack r1 b1" }] }, scene), match(VERBS));
  await vi.waitFor(() => expect(play.pendingOdds.option("blue")).toEqual(HIT));
});

test("a draft for a unit begins with it", () => {
  const inflict = { ...form("inflict", ["unit", "unit"]), free: true };
  play.receive(now([OPEN]), match([...VERBS, inflict]));
  play.build("inflict", { verb: "inflict", slot: "red", about: "", fields: [], reasoned: false, refereed: true }, "b1");
  expect(play.builder.line).toBe("inflict b1");
  play.build("nonsense");
  expect(play.builder.line).toBe("inflict b1");
});

test("the pending choice is put together further, with what it says already", () => {
  play.receive(now([OPEN]), match(VERBS));
  play.extend();
  expect(play.builder.draft).toBeNull();
  play.prepare(HIT);
  play.extend();
  expect([play.builder.line, play.selection.pending]).toEqual(["attack r1 b1", null]);
});

test("what can be pressed by a number is nine things at most, those that must be put together first", () => {
  const plain: Option[] = Array.from({ length: 10 }, (_, k) => option(`say ${k}`));
  play.receive(now([decision([...plain, option("pick a")], {}, { pick: { is_built: true, is_buildable: true }, say: { is_buildable: true } })]), match([form("say", ["n", "word"]), form("pick", ["n", "word"])]));
  expect(play.entries.map((one) => [one.key, one.option?.notation ?? one.verb]).slice(0, 3)).toEqual([["1", "pick"], ["2", "say 0"], ["3", "say 1"]]);
  expect(play.entries.map((one) => one.key).slice(8)).toEqual(["9", "", "", ""]);
  expect(play.entries.at(-1)).toMatchObject({ option: null, verb: "say" });
});

test("on a free table the only own unit acts without being taken up", () => {
  play.receive(now([decision([option("wait", { unit: "u1" })])], {}, FREE_SCENE), match([form("wait")]));
  expect([play.selection.unit, play.selection.actor]).toEqual(["u1", "u1"]);
  const two = { ...FREE_SCENE, tokens: [...FREE_SCENE.tokens, token("u3", 0, 5, 5, 0.5)] };
  play.receive(now([decision([option("wait", { unit: "u1" }), option("wait", { unit: "u3" })])], { event: 2 }, two), match([form("wait")]));
  expect(play.selection.unit).toBeNull();
});
