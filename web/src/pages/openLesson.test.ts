import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { announce } from "../announcer.svelte";
import type { Act, LessonStep } from "../api/messages";
import { FREE_SCENE, SQUARE_SCENE, asSent, decision, form, option } from "../board/fixtures";
import { navigate } from "../router.svelte";
import { DIE } from "../table/fixtures";
import { HeldServer, gameOffer, settle, tableOffer, tableTokens } from "./fixtures";
import { OpenLesson, choiceOf, nowOf } from "./openLesson.svelte";

vi.mock("../announcer.svelte", () => ({ announce: vi.fn() }));
vi.mock("../router.svelte", () => ({ navigate: vi.fn() }));

const VERBS = [form("move", ["piece", "unit"], ["to", "point"]), form("end_turn")];
const OPEN = decision([option("move r1 a2", { unit: "r1", point: "a2" }), option("end_turn")]);
const ROLL = { says: "b1 is hit", clause: "", dice: [DIE], because: [], closing: false, heading: false };
const CHOICES = "POST /lessons/ttt/L1";

let server: HeldServer;
let lesson: OpenLesson;

function step(change: object = {}): LessonStep {
  const told = { lesson: "L1", number: 1, count: 3, heading: "Move", tells: ["Go."], heard: [], rolls: [], still: [], match: "ttt_second", solved: false, over: false };
  const table = { scene: SQUARE_SCENE, decision: asSent(OPEN), slots: ["red", "blue"], verbs: VERBS, threats: true, sight: true };
  const referee = { referee: false, seat: "red", event: 1, owing: [], sealed: [], free: [], stopped: null };
  return { ...told, ...table, ...referee, ...change } as unknown as LessonStep;
}

beforeEach(() => {
  server = new HeldServer();
  vi.stubGlobal("matchMedia", () => ({ matches: true })); // dice lie still
  lesson = new OpenLesson("ttt");
});
afterEach(() => {
  vi.unstubAllGlobals();
  for (const mock of [announce, navigate]) vi.mocked(mock).mockReset();
});

async function begun(change: object = {}): Promise<void> {
  void lesson.start("");
  await server.answer("POST /lessons/ttt", step(change));
}

/** Answer the next choice with a step; what was asked besides is not answered. */
const comes = (change: object = {}) => answerChoice((one) => one.answer(step(change)));
const refuses = (sentence: string) => answerChoice((one) => one.answer({ frame: "refusal", code: "E_POOR", sentence, clause: "" }, 400));

async function answerChoice(how: (request: HeldServer["open"][number]) => Promise<void>): Promise<void> {
  await settle();
  const found = server.open.find((one) => one.line === CHOICES);
  if (!found) throw new Error("nothing is chosen");
  await how(found);
}

const chosen = () => server.open.filter((one) => one.line === CHOICES).map((one) => one.body);

test.each([["", "POST /lessons/ttt"], ["sniper", "POST /lessons/ttt?lesson=sniper"]])("the lesson %j is begun by its name; its first step can be played", async (name, line) => {
  void lesson.start(name);
  await settle();
  expect([server.lines, lesson.step, lesson.now]).toEqual([[line], null, null]);
  await server.answer("POST /lessons", step());
  expect([lesson.step?.heading, lesson.play.decision.slot, lesson.play.busy, lesson.isReading, lesson.error]).toEqual(["Move", "red", false, true, ""]);
});

test("a lesson that cannot be begun says why", async () => {
  void lesson.start("");
  await server.refuse("POST /lessons/ttt", "No such lesson.", 404);
  expect([lesson.step, lesson.error]).toEqual([null, "No such lesson."]);
});

test.each([false, true])("a poor choice that is held back leaves the same event, and another can be made", async (isReferee) => {
  const owing = isReferee ? { referee: true, seat: "teller", owing: ["red"] } : {};
  await begun(owing);
  const done = lesson.play.chooseLine("end_turn");
  expect(lesson.play.busy).toBe(true);
  await comes({ ...owing, heard: ["There is a better one."], ...(isReferee ? { event: 2 } : {}) });
  expect([await done, lesson.play.busy, lesson.play.acts.isRunning]).toEqual([true, false, false]);
  void lesson.play.chooseLine("end_turn");
  await settle();
  expect(chosen()).toHaveLength(1);
});

test("a choice that is refused is refused to the play, and the step stays", async () => {
  await begun();
  const [before, done] = [lesson.step, lesson.play.chooseLine("move r1 c9")];
  await refuses("That is too far.");
  expect([await done, lesson.play.selection.refusal?.refusal.sentence, lesson.play.selection.refusal?.refusal.code, lesson.step === before, lesson.error]).toEqual([false, "That is too far.", "E_POOR", true, ""]);
});

test("each control asks for its own line, and is shut until the answer has come", async () => {
  await begun();
  for (const [line, begins] of [["again", true], ["next", true], ["back", true], ["hint", false]] as const) {
    const control = lesson.control(line);
    await settle();
    expect([lesson.busy, chosen()]).toEqual([true, [{ line }]]);
    await comes({ number: 1 });
    expect([await control, lesson.busy, lesson.error]).toEqual([begins, false, ""]);
  }
});

test("a control that is refused says so until something else is done", async () => {
  await begun();
  const others = [() => lesson.control("hint"), () => lesson.play.chooseLine("end_turn"), () => lesson.perform({ do: "walk", question: 0, slot: "red", x: 1, y: 1 })];
  for (const other of others) {
    const control = lesson.control("next");
    await refuses("This is the last.");
    expect([await control, lesson.error, lesson.busy]).toEqual([false, "This is the last.", false]);
    void other();
    if (other === others[0]) expect(lesson.error).toBe("");
    await comes();
    expect(lesson.error).toBe("");
  }
});

test("what was in hand is gone once a step begins; its moves are not shown as somebody's", async () => {
  await begun();
  lesson.play.selectUnit("r1");
  lesson.play.prepare(OPEN.options[1]!);
  lesson.play.build("move");
  lesson.dice.roll = { id: 1, events: [], isRolling: false };
  void lesson.control("again");
  await comes({ scene: { ...SQUARE_SCENE, tokens: SQUARE_SCENE.tokens.map((one) => ({ ...one, x: 2 - one.x })) } });
  expect([lesson.play.selection.pending, lesson.play.builder.draft, lesson.play.moves, lesson.dice.roll]).toEqual([null, null, [], null]);
});

test("the moves of others are shown after a choice, and a hint leaves the dice", async () => {
  await begun();
  void lesson.play.chooseLine("end_turn");
  await comes({ event: 2, scene: { ...SQUARE_SCENE, tokens: SQUARE_SCENE.tokens.map((one) => (one.unit === "b1" ? { ...one, x: 1 } : one)) }, rolls: [ROLL] });
  expect([lesson.play.moves.map((one) => one.unit), lesson.dice.roll?.events]).toEqual([["b1"], [ROLL]]);
  void lesson.control("hint");
  await comes({ event: 2 });
  expect(lesson.dice.roll?.events).toEqual([ROLL]);
});

test("the text is read when a step comes, and stays while its choices are hidden or shown by whoever reads", async () => {
  await begun();
  lesson.isReading = false;
  void lesson.control("again");
  await comes();
  expect(lesson.isReading).toBe(false);
  void lesson.control("next");
  await comes({ number: 2 });
  expect(lesson.isReading).toBe(true);
  void lesson.control("again");
  await comes({ number: 2 });
  expect(lesson.isReading).toBe(true);
  void lesson.play.chooseLine("end_turn");
  await comes({ number: 2 });
  expect(lesson.isReading).toBe(false);
});

test("a referee is back at the choices when a step begins, and stays where they are while it goes on", async () => {
  await begun({ referee: true });
  lesson.tab = "roster";
  void lesson.perform({ do: "unpause" });
  await comes({ referee: true });
  expect(lesson.tab).toBe("roster");
  void lesson.control("again");
  await comes({ referee: true });
  expect(lesson.tab).toBe("play");
});

test("of choices and controls that cross, the outcome of the last is shown, whichever comes first", async () => {
  await begun();
  for (const late of ["answers", "refuses"] as const) {
    const choice = lesson.play.chooseLine("end_turn");
    await settle();
    const slow = server.open.find((one) => one.line === CHOICES)!;
    server.open = server.open.filter((one) => one !== slow);
    void lesson.control("again");
    await comes({ heading: "Anew" });
    await (late === "answers" ? slow.answer(step({ heading: "Late", rolls: [ROLL] })) : slow.answer({ code: "E", sentence: "No." }, 400));
    await choice;
    expect([lesson.step?.heading, lesson.dice.roll, lesson.play.selection.refusal, lesson.play.busy]).toEqual(["Anew", null, null, false]);
  }
});

test("a step is shown once its dice lie; whoever goes on meanwhile lets them lie, and sees the step gone on to", async () => {
  vi.stubGlobal("matchMedia", () => ({ matches: false }));
  await begun();
  void lesson.play.chooseLine("end_turn");
  await comes({ heading: "After", rolls: [ROLL] });
  expect([lesson.dice.roll?.isRolling, lesson.step?.heading]).toEqual([true, "Move"]);
  void lesson.control("again");
  await comes({ heading: "Anew" });
  expect([lesson.dice.roll, lesson.step?.heading]).toEqual([null, "Anew"]);
  void lesson.play.chooseLine("end_turn");
  await comes({ heading: "After", rolls: [ROLL] });
  lesson.dice.finish();
  await settle();
  expect(lesson.step?.heading).toBe("After");
});

test("questions are asked about the lesson; those about a position that is gone are aborted, others not", async () => {
  const signals: AbortSignal[] = [];
  const held = fetch;
  vi.stubGlobal("fetch", (path: string, how: { signal: AbortSignal | null }) => (path.endsWith("/ask") && signals.push(how.signal!), held(path, how as RequestInit)));
  await begun();
  const ask = async () => {
    void lesson.play.toggleThreats();
    await settle();
    return signals.at(-1)!;
  };
  const first = await ask();
  expect(server.open.at(-1)).toMatchObject({ line: "POST /lessons/ttt/L1/ask", body: { ask: { ask: "threats", slot: "red", unit: "r1" } } });
  void lesson.control("hint");
  await comes();
  expect(first.aborted).toBe(false);
  void lesson.play.chooseLine("end_turn");
  await comes({ event: 2 });
  expect(first.aborted).toBe(true);
  const second = await ask();
  expect(second.aborted).toBe(false);
  void lesson.control("again");
  await comes({ event: 2 });
  expect(second.aborted).toBe(true);
});

test("a question that is refused is a refusal", async () => {
  await begun();
  void lesson.play.toggleThreats();
  await settle();
  await server.open.findLast((one) => one.line.endsWith("/ask"))!.answer({ code: "E_X", sentence: "Not now.", clause: "" }, 400);
  expect(lesson.play.selection.refusal?.refusal).toMatchObject({ code: "E_X", sentence: "Not now." });
});

test("what is heard is announced", async () => {
  await begun({ heard: ["Red moves.", "Well chosen."] });
  expect(vi.mocked(announce).mock.calls).toEqual([["Red moves. Well chosen."]]);
});

test("the first match is made against the usual bot; a referee prepares it", async () => {
  await begun();
  void lesson.startMatch();
  expect([lesson.busy, vi.mocked(navigate).mock.calls]).toEqual([true, []]);
  await server.answer("GET /games", [gameOffer("gun"), gameOffer("ttt")]);
  await server.answer("GET /games/ttt/offer", tableOffer());
  expect((await server.next("POST /tables")).body).toMatchObject({ game: "ttt", scenario: "ttt_second", seats: [{ by: "person" }, { by: "greedy" }] });
  await server.answer("POST /tables", tableTokens("t1"));
  expect([vi.mocked(navigate).mock.calls, lesson.busy]).toEqual([[["#/t/t1"]], false]);
  void lesson.startMatch();
  await server.refuse("GET /games", "Away.", 500);
  expect([lesson.error, lesson.busy]).toEqual(["Away.", false]);
  lesson = new OpenLesson("fs3");
  void lesson.start("teller");
  await server.answer("POST /lessons/fs3", step({ referee: true }));
  void lesson.startMatch();
  expect(vi.mocked(navigate).mock.calls.at(-1)).toEqual(["#/make/fs3/ttt_second"]);
});

test("an act that a lesson does not have is refused, and not sent", async () => {
  await begun();
  await lesson.perform({ do: "resign" } as Act);
  expect([lesson.error, chosen()]).toEqual(["That cannot be done in a lesson.", []]);
  void lesson.perform({ do: "choose", question: 0, line: "end_turn" } as Act);
  await refuses("Not yet.");
  expect(lesson.error).toBe("Not yet.");
});

const LEARNER = { referee: false, seat: "red" };
const REFEREE = { referee: true, seat: "teller" };
test.each<[object, Act, object | null]>([
  [LEARNER, { do: "choose", question: 0, line: "pass", slot: "red", reason: "x" }, { line: "pass" }],
  [LEARNER, { do: "plan", question: 0, lines: ["a", "b"], slot: "red" }, { plan: ["a", "b"] }],
  [LEARNER, { do: "plan", question: 0, lines: [], slot: "red" }, null],
  [LEARNER, { do: "walk", question: 0, slot: "red", x: 3, y: 4 }, { walk: [3, 4] }],
  [LEARNER, { do: "withdraw", question: 0, slot: "red" }, null],
  [LEARNER, { do: "pause", reason: "tea" }, null],
  [REFEREE, { do: "choose", question: 0, line: "attack finn", slot: "anna", reason: "" }, { line: "anna: attack finn" }],
  [REFEREE, { do: "choose", question: 0, line: "note anna", slot: "teller", reason: "it rains" }, { line: "note anna because it rains" }],
  [REFEREE, { do: "choose", question: 0, line: "pass", slot: "", reason: "" }, { line: "pass" }],
  [REFEREE, { do: "stand_in", question: 0, slot: "anna" }, { line: "default anna" }],
  [REFEREE, { do: "stand_in", question: 0, slot: "" }, { line: "default all" }],
  [REFEREE, { do: "pause", reason: "tea" }, { line: "pause because tea" }],
  [REFEREE, { do: "unpause" }, { line: "unpause" }],
  [REFEREE, { do: "rewind", event: 3, reason: "a slip" }, { line: "rewind 3 because a slip" }],
  [REFEREE, { do: "walk", question: 0, slot: "anna", x: 1, y: 2 }, null],
])("%j: %j is %j", (whose, act, choice) => {
  expect(choiceOf(act, whose as never)).toEqual(choice);
});

test("a step is a table at which the learner sits alone: their slot owes, and may keep still where that can be", () => {
  const other = { ...asSent(OPEN), slot: 1 };
  const seat = { name: "red", slots: ["red"], by: "person", person: "", present: true, referee: false };
  expect(nowOf(step({ decision: other, still: ["stay"], over: true, event: 9 }), 4)).toMatchObject({ seq: 4, event: 4, you: "red", owing: ["blue"], seats: [seat], decisions: [other], still: [{ slot: "blue", lines: ["stay"] }], commands: false, over: true, may_undo: false });
  expect(nowOf(step({ decision: null, still: ["stay"] }), 4)).toMatchObject({ owing: [], decisions: [], still: [] });
  expect(nowOf(step(), 4).still).toEqual([]);
});

test("for a referee a step is a table with its own events, who owes, what is sealed, free and stopped", () => {
  const told = { event: 9, owing: ["blue"], sealed: [{ slot: "red", line: "a" }], free: [{ verb: "note" }], stopped: { by: "teller", reason: "tea" } };
  expect(nowOf(step({ referee: true, seat: "teller", scene: FREE_SCENE, ...told }), 4)).toMatchObject({ seq: 4, commands: true, scene: FREE_SCENE, ...told, seats: [{ name: "teller", slots: ["teller"], referee: true }] });
});

test("at the desk of a lesson sits its seat alone, though the match has more slots", async () => {
  expect([lesson.ownSeat, lesson.welcome, lesson.table]).toEqual([undefined, null, ""]);
  await begun({ referee: true, seat: "teller", slots: ["teller", "red", "blue"] });
  expect([lesson.ownSeat?.slots, lesson.ownSeat?.referee, lesson.welcome?.slots]).toEqual([["teller"], true, ["teller", "red", "blue"]]);
});
