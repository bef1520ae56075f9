import { beforeEach, expect, test, vi } from "vitest";

import { FREE_SCENE, SQUARE_SCENE, chance, decision, form, option, asSent } from "../board/fixtures";
import type { Act, Ask, AskReply, Decision, FreeAct, Now, Scene, VerbForm } from "../api/messages";
import { outcomes, playerName, variantTitle, whyNoChance } from "./format";
import { Play } from "./play.svelte";

const LONG = { timeout: 20_000 }; // milliseconds: it ends as soon as it is so
const NOTHING: AskReply = { frame: "answered", key: "", may: null, sight: null, option: null, threats: [], way: null, route: null, decision: null, forecast: null, odds: [] };
const REFUSED = { frame: "refusal", code: "EFAR", sentence: "That is too far.", clause: "X-2", key: "", address: "" } as const;
const MOVE = form("move", ["piece", "unit"], ["to", "point"]);
const ATTACK = form("attack", ["piece", "unit"], ["target", "target"]);
const STEP = form("step", ["by", "vector"]);
const PICK = form("pick", ["types", "things"]);
const STEPPING = { step: { is_pointed: true, reach: 1 } };
const PICKING = { pick: { is_built: true, is_buildable: true, gathers_things: true } };
const OPEN = decision([
  option("move r1 a2", { unit: "r1", point: "a2" }),
  option("attack r1 b1", { unit: "r1", target: "b1" }),
  option("move r2 b2", { unit: "r2", point: "b2" }),
  option("end_turn"),
]);

const known = (verbs: VerbForm[], threats = true) => ({ slots: ["red", "blue"], verbs, threats, sight: true });

let acts: Act[];
let asks: Ask[];
let answers: Partial<Record<Ask["ask"], Partial<AskReply>>>;
let play: Play;

function now(scene: Scene, decisions: Decision[], event = 1): Now {
  return {
    frame: "now",
    seq: 0,
    event,
    you: "red",
    scene,
    owing: ["red"],
    seats: [],
    decisions: decisions.map(asSent),
    sealed: [],
    plans: [],
    still: [],
    lapsed: [],
    role: null,
    free: [],
    may_undo: false,
    must_ask_to_undo: false,
    undo: 0,
    redo: 0,
    question: 0,
    proposals: [],
    stopped: null,
    deadline: null,
    over: false,
    result: "",
  } as unknown as Now;
}

function open(scene: Scene, decided: Decision, ...forms: VerbForm[]): void {
  play.receive(now(scene, [decided]), known(forms));
}

beforeEach(() => {
  [acts, asks, answers] = [[], [], {}];
  play = new Play({
    act: async (act) => (acts.push(act), { frame: "done", key: "", seq: 1 }),
    ask: async (ask) => (asks.push(ask), { ...NOTHING, ...answers[ask.ask] }),
    announce: () => undefined,
  });
});

const settled = () => vi.waitFor(() => expect(play.acts.isRunning || play.decision.oddsLoading).toBe(false));


test("a tap on a unit takes it up, a tap on a place that shines moves it", async () => {
  open(SQUARE_SCENE, OPEN, MOVE, ATTACK, form("end_turn"));
  expect(play.overlay.readyUnits).toEqual(["r1", "r2"]);
  play.point([0, 0]);
  expect(play.selection.unit).toBe("r1");
  expect(play.overlay.reach).toEqual([[0, 1]]);
  play.point([0, 1]);
  await settled();
  expect(acts).toEqual([{ do: "choose", line: "move r1 a2", question: 0, slot: "red", reason: "" }]);
});

test("a unit with nothing to choose is taken up all the same, so that why can be asked", async () => {
  open(SQUARE_SCENE, decision([option("move r1 a2", { unit: "r1", point: "a2" }), option("end_turn")]), MOVE, form("end_turn"));
  const idle = SQUARE_SCENE.tokens.find((token) => token.unit === "r2")!;
  play.point([idle.x, idle.y]);
  expect([play.selection.unit, play.overlay.reach]).toEqual(["r2", []]);
  play.point([2, 2]);
  await vi.waitFor(() => expect(asks.at(-1)).toMatchObject({ ask: "may", line: "move r2 c3" }));
});

test("an attack shows its odds first and is made by a second tap", async () => {
  const rich = { ...OPEN, options: OPEN.options.map((one) => (one.target ? { ...one, odds: chance(0.5) } : one)) };
  answers = { odds: { odds: rich.options.flatMap((one, option) => (one.odds.length ? [{ option, odds: one.odds }] : [])) } };
  open(SQUARE_SCENE, OPEN, MOVE, ATTACK, form("end_turn"));
  await settled();
  play.selectUnit("r1");
  expect(play.overlay.targets).toEqual([{ unit: "b1", chance: 0.5, isPending: false }]);
  play.point([2, 1]);
  expect(acts).toEqual([]);
  expect(play.selection.pending?.odds[0]?.chance).toBe(0.5);
  expect(play.overlay.callout?.option?.notation).toBe("attack r1 b1");
  play.point([2, 1]);
  await settled();
  expect(acts.map((act) => act.do === "choose" && act.line)).toEqual(["attack r1 b1"]);
});

test("only what is seen at once is weighed, and all places of a verb of which one has odds", async () => {
  const decided = decision([
    option("move r1 a2", { unit: "r1", point: "a2" }),
    option("move r1 a3", { unit: "r1", point: "a3" }),
    option("throw r1 b2", { unit: "r1", point: "b2" }),
    option("throw r1 b3", { unit: "r1", point: "b3" }),
    option("attack r1 b1", { unit: "r1", target: "b1" }),
    option("end_turn"),
  ]);
  answers = { odds: { odds: [{ option: 3, odds: chance(0.25) }] } };
  open(SQUARE_SCENE, decided, MOVE, ATTACK, form("throw", ["piece", "unit"], ["at", "point"]), form("end_turn"));
  await settled();
  expect(asks.map((ask) => ask.ask === "odds" && ask.options)).toEqual([[1, 3, 4, 5], [2]]);
  expect(play.decision.full?.options.map((one) => one.odds.length)).toEqual([0, 0, 0, 1, 0, 0]);
});

test("a step back goes from what is laid ready to the unit, then lets it go", () => {
  open(SQUARE_SCENE, OPEN, MOVE, ATTACK, form("end_turn"));
  play.selectUnit("r1");
  play.point([2, 1]);
  expect(play.back()).toBe(true);
  expect([play.selection.pending, play.selection.unit]).toEqual([null, "r1"]);
  expect(play.back()).toBe(true);
  expect(play.selection.unit).toBeNull();
  expect(play.back()).toBe(false);
});

test("a place where nothing can be done says why not", async () => {
  answers = { may: { may: REFUSED } };
  open(SQUARE_SCENE, OPEN, MOVE, ATTACK, form("end_turn"));
  play.selectUnit("r1");
  play.point([2, 2]);
  await vi.waitFor(() => expect(play.selection.refusal?.refusal.sentence).toBe("That is too far."));
  expect(asks.at(-1)).toEqual({ ask: "may", line: "move r1 c3", slot: "red" });
  expect(play.overlay.callout?.isRefusal).toBe(true);
  expect(acts).toEqual([]);
});

test("Tab goes through targets, then on to the next unit, then leaves the table", () => {
  open(SQUARE_SCENE, OPEN, MOVE, ATTACK, form("end_turn"));
  const tab = () => play.key({ key: "Tab", shiftKey: false } as KeyboardEvent);
  expect(tab()).toBe(true);
  expect(play.selection.unit).toBe("r1");
  tab();
  expect(play.selection.pending?.target).toBe("b1");
  tab();
  expect([play.selection.unit, play.selection.pending]).toEqual(["r2", null]);
  expect(tab()).toBe(false);
});

test("Enter does what is laid ready, but not once the cursor has gone elsewhere", async () => {
  open(SQUARE_SCENE, OPEN, MOVE, ATTACK, form("end_turn"));
  play.selectUnit("r1");
  play.point([2, 1]);
  play.selection.cursor = [1, 1];
  expect(play.key({ key: "Enter" } as KeyboardEvent)).toBe(false);
  play.selection.cursor = [2, 1];
  expect(play.key({ key: "Enter" } as KeyboardEvent)).toBe(true);
  await settled();
  expect(acts).toHaveLength(1);
});

test("number keys press what stands alone", async () => {
  open(SQUARE_SCENE, OPEN, MOVE, ATTACK, form("end_turn"));
  expect(play.entries.map((entry) => [entry.key, entry.verb])).toEqual([["1", "end_turn"]]);
  play.key({ key: "1" } as KeyboardEvent);
  await settled();
  expect(acts.map((act) => act.do === "choose" && act.line)).toEqual(["end_turn"]);
});

test("a point within a step is gone to by a second tap; one beyond is walked to, count by count", async () => {
  const way = { start: [2, 3], stops: [[3, 3], [4, 3]], counts: ["1", "2"], lines: [], arrives: true, says: "to 4,3: 2 counts" } as const;
  answers = { way: { way } };
  open(FREE_SCENE, decision([option("step 1,0", { unit: "u1", point: "3,3" })], {}, STEPPING), STEP);
  play.point([2.6, 3.8]);
  expect([play.selection.pending?.notation, play.overlay.ghost]).toEqual(["step 0.6,0.8", [2.6, 3.8]]);
  play.point([4, 3]);
  await vi.waitFor(() => expect(play.overlay.paths[0]?.counts).toEqual(["1", "2"]));
  play.point([4, 3]);
  await settled();
  expect(acts).toEqual([{ do: "walk", slot: "red", x: 4, y: 3, question: 0 }]);
});

test("where the table finds paths, a tap makes the choice along the best one pending, with its dangers; a second makes it", async () => {
  const walk = option("walk u1 3,4>6,4", { unit: "u1", label: "walk 4.2 in" });
  const danger = { x: 3, y: 4, unit: "b1", of: "hits", exact: "1/2", chance: 0.5 };
  answers = { route: { route: { option: walk, points: [[2, 3], [3, 4], [6, 4]], dangers: [danger], variants: [] } } };
  const form_ = form("walk", ["char", "unit"], ["path", "path"]);
  const stand = option("walk u1 -", { unit: "u1", label: "kneel" });
  open(FREE_SCENE, decision([stand], {}, { walk: { is_pointed: true, is_routed: true } }), form_);
  expect(play.entries.map((entry) => entry.option?.label)).toEqual(["kneel"]);
  play.selectUnit("u1");
  play.point([6, 4]);
  await vi.waitFor(() => expect(play.selection.pending?.label).toBe("walk 4.2 in"));
  expect(asks.filter((ask) => ask.ask === "route")).toEqual([{ ask: "route", slot: "red", unit: "u1", verb: "", x: 6, y: 4 }]);
  expect([play.overlay.paths[0]?.points, play.overlay.ghost]).toEqual([[[2, 3], [3, 4], [6, 4]], [6, 4]]);
  expect(play.overlay.dangers).toEqual([{ spot: [3, 4], enemies: [{ letters: "b1", chance: 0.5 }] }]);
  play.point([6, 4]);
  await settled();
  expect(acts.map((act) => act.do === "choose" && act.line)).toEqual(["walk u1 3,4>6,4"]);
});

test("a tap on an enemy who cannot be attacked says why not, though paths lead to other places", async () => {
  answers = { route: { route: null }, may: { may: REFUSED } };
  const forms = [form("walk", ["char", "unit"], ["path", "path"]), form("shoot", ["char", "unit"], ["target", "target"])];
  open(FREE_SCENE, decision([option("walk u1 -", { unit: "u1" })], {}, { walk: { is_pointed: true, is_routed: true } }), ...forms);
  const may = () => asks.filter((ask) => ask.ask === "may").map((ask) => ask.line);
  play.selectUnit("u1");
  play.point([8, 3]);
  await vi.waitFor(() => expect(may()).toEqual(["shoot u1 u2"]));
  play.point([5, 5]);
  await vi.waitFor(() => expect(may()).toEqual(["shoot u1 u2", "walk u1 5,5"]));
});

test("each enemy's danger is told once, where it is worst; enemies that share that point stand together", async () => {
  const danger = (unit: string, x: number, chance: number) => ({ x, y: 4, unit, of: "hits", exact: "", chance });
  const dangers = [danger("u2", 3, 0.2), danger("b1", 3, 0.1), danger("u2", 5, 0.4), danger("b1", 5, 0.3), danger("u2", 6, 0.4)];
  answers = { route: { route: { option: option("walk u1 6,4", { unit: "u1" }), points: [[2, 3], [6, 4]], dangers, variants: [] } } };
  open(FREE_SCENE, decision([option("walk u1 -", { unit: "u1" })], {}, { walk: { is_pointed: true, is_routed: true } }), form("walk", ["char", "unit"], ["path", "path"]));
  play.selectUnit("u1");
  play.point([6, 4]);
  const enemies = [{ letters: "U2", chance: 0.4 }, { letters: "b1", chance: 0.3 }];
  await vi.waitFor(() => expect(play.overlay.dangers).toEqual([{ spot: [5, 4], enemies }]));
});

test("another way to go the path that was found takes its place, while the path stays; a second tap makes it", async () => {
  const walk = option("walk u1 6,4", { unit: "u1", label: "walk 4.2 in" });
  const hide = option("walk u1 6,4 hiding", { unit: "u1", label: "walk 4.2 in, then hiding" });
  const points = [[2, 3], [6, 4]] as const;
  answers = { route: { route: { option: walk, points, dangers: [], variants: [hide] } } };
  open(FREE_SCENE, decision([option("walk u1 -", { unit: "u1" })], {}, { walk: { is_pointed: true, is_routed: true } }), form("walk", ["char", "unit"], ["path", "path"]));
  play.vary(hide);
  expect(play.selection.pending).toBeNull();
  play.selectUnit("u1");
  play.point([6, 4]);
  await vi.waitFor(() => expect(play.selection.pending?.label).toBe("walk 4.2 in"));
  play.vary(hide);
  expect([play.selection.pending?.label, play.overlay.paths[0]?.points]).toEqual(["walk 4.2 in, then hiding", points]);
  play.vary(walk);
  expect(play.selection.pending?.notation).toBe("walk u1 6,4");
  play.vary(hide);
  play.point([6, 4]);
  await settled();
  expect(acts.map((act) => act.do === "choose" && act.line)).toEqual(["walk u1 6,4 hiding"]);
});

test("an order that may say a path besides: tap the place and the target in either order; a second tap on either gives it", async () => {
  const pass = option("pass path=6,4", { unit: "u1", label: "go to 6,4" });
  answers = { route: { route: { option: pass, points: [[2, 3], [6, 4]], dangers: [], variants: [] } } };
  const path = ["path", "path", "-"] as const;
  const forms = [{ ...form("attack", ["target", "target"], path), named: true }, { ...form("pass", path), named: true }];
  const attack = option("attack u2", { unit: "u1", target: "u2" });
  const uses = { attack: { takes_path: true }, pass: { takes_path: true } };
  open(FREE_SCENE, decision([attack, option("pass", { unit: "u1" })], {}, uses), ...forms);
  play.selectUnit("u1");
  play.point([6, 4]);
  await vi.waitFor(() => expect(play.selection.pending?.notation).toBe("pass path=6,4"));
  play.point([8, 3]);
  expect(play.selection.pending?.notation).toBe("attack u2 path=6,4");
  expect(play.overlay.paths[0]?.points).toEqual([[2, 3], [6, 4]]);
  play.clear();
  play.point([8, 3]);
  play.point([6, 4]);
  await vi.waitFor(() => expect(play.selection.pending?.notation).toBe("attack u2 path=6,4"));
  play.point([8, 3]);
  await settled();
  expect(acts.map((act) => act.do === "choose" && act.line)).toEqual(["attack u2 path=6,4"]);
});

test("in a draft that may say a path besides, a tap on the table fills it", async () => {
  answers = { route: { route: { option: option("pass path=6,4", { unit: "u1" }), points: [[2, 3], [6, 4]], dangers: [], variants: [] } } };
  const pass = { ...form("pass", ["path", "path", "-"]), named: true };
  open(FREE_SCENE, decision([option("pass", { unit: "u1" })], {}, { pass: { takes_path: true, is_buildable: true } }), pass);
  play.build("pass");
  play.point([6, 4]);
  await vi.waitFor(() => expect(play.builder.line).toBe("pass path=6,4"));
});

test("a way to go a path is called by what sets it apart from the first", () => {
  const walk = option("walk u1 6,4", { label: "walk 4.2 in" });
  const titles = [walk, option("walk u1 6,4 hiding", { label: "walk 4.2 in, then hiding" }), option("run_on u1 6,4", { label: "run 4.2 in" })];
  expect(titles.map((one) => variantTitle(walk, one))).toEqual(["Walk", "Then hiding", "Run on"]);
});

test("a choice without a chance says why: what else may come of it, what takes the chance, else what it is of", () => {
  const cover = { label: "cover", clause: "X-1", amount: -1 };
  const none = [{ ...chance(0)[0]!, of: "puts B1 Down", modifiers: [cover, { ...cover, label: "braced", amount: 1 }] }];
  expect(whyNoChance(none)).toBe("cover −1");
  expect(outcomes(none)).toBe("puts B1 Down 0% (cover −1)");
  expect(whyNoChance([...none, ...chance(0.4)])).toBe("hits 40%");
  expect(whyNoChance([{ ...chance(0)[0]!, of: "takes effect (out of sight)" }])).toBe("takes effect (out of sight)");
  expect([whyNoChance([]), whyNoChance(chance(0.5)), outcomes(chance(0.5))]).toEqual(["", "", "hits 50%"]);
});

test("a force that is picked is judged as it grows, and can be made once it is lawful", async () => {
  answers = { may: { may: REFUSED } };
  const scout = { name: "scout", letters: "SC", title: "Scout", notes: [], about: [], group: "", sort: "" };
  open(SQUARE_SCENE, decision([option("pick scout,scout")], { count: 500, things: [scout] }, PICKING), PICK);
  expect(play.builder.line).toBe("pick -");
  await vi.waitFor(() => expect(play.builder.verdict?.refusal?.code).toBe("EFAR"));
  answers = {};
  play.builder.change({ types: "scout,scout" });
  await vi.waitFor(() => expect(play.builder.verdict).toEqual({ line: "pick scout,scout", refusal: null, option: null }));
  expect(play.builder.option?.notation).toBe("pick scout,scout");
  await play.chooseDraft("");
  expect(acts.map((act) => act.do === "choose" && act.line)).toEqual(["pick scout,scout"]);
});

test("what is put together off the menu is shown with the odds that the rules give it, until it is altered", async () => {
  const fire = form("fire", ["targets", "split"]);
  const priced = option("fire b1:2,b2:1", { odds: chance(0.25) });
  answers = { may: { option: priced } };
  open(SQUARE_SCENE, decision([option("fire b1"), option("fire b2"), option("hold")], { count: 3 }), fire, form("hold"));
  play.build("fire");
  play.builder.change({ targets: "b1:2,b2:1" });
  await vi.waitFor(() => expect(play.builder.option?.odds[0]?.chance).toBe(0.25));
  answers = {};
  play.builder.change({ targets: "b1:3" });
  expect(play.builder.option).toBeNull();
});

test("pointing elsewhere while a choice is put together leaves its verdict to come", async () => {
  open(SQUARE_SCENE, decision([option("pick scout")], { count: 500 }, PICKING), PICK);
  play.hover([1, 1]);
  await vi.waitFor(() => expect(play.builder.verdict?.line).toBe("pick -"));
});

test("a point that is laid ready is told as the rules tell it, with its odds", async () => {
  answers = { may: { option: option("step 0.6,0.8", { unit: "u1", point: "2.5,3.8", label: "to 2.5,3.8, where it is stopped", odds: chance(0.5) }) } };
  open(FREE_SCENE, decision([option("step 1,0", { unit: "u1", point: "3,3" })], {}, STEPPING), STEP);
  play.point([2.6, 3.8]);
  await vi.waitFor(() => expect(play.selection.pending?.odds[0]?.chance).toBe(0.5));
  expect(play.overlay.ghost).toEqual([2.5, 3.8]);
  expect(play.overlay.callout?.lines[0]).toContain("50%");
  play.point([2.6, 3.8]);
  await settled();
  expect(acts.map((act) => act.do === "choose" && act.line)).toEqual(["step 0.6,0.8"]);
});

test("a refusal of what was put away meanwhile is not shown any more", async () => {
  let answer = (_: AskReply): void => undefined;
  play = new Play({ act: async () => REFUSED, ask: (ask) => (ask.ask === "may" ? new Promise((done) => (answer = done)) : Promise.resolve(NOTHING)), announce: () => undefined });
  open(FREE_SCENE, decision([option("step 1,0", { unit: "u1", point: "3,3" })], {}, STEPPING), STEP);
  play.point([2.6, 3.8]);
  play.back();
  answer({ ...NOTHING, may: REFUSED });
  await Promise.resolve();
  await settled();
  expect([play.selection.refusal, play.selection.pending]).toEqual([null, null]);
});

test("after a choice nothing more can be done until it is known what came of it", async () => {
  open(SQUARE_SCENE, OPEN, MOVE, ATTACK, form("end_turn"));
  expect(await play.chooseLine("end_turn")).toBe(true);
  expect(play.busy).toBe(true);
  expect(await play.chooseLine("move r1 a2")).toBe(false);
  play.receive(now(SQUARE_SCENE, [OPEN], 2), known([MOVE, ATTACK, form("end_turn")]));
  expect(play.busy).toBe(false);
  expect(acts).toHaveLength(1);
});

test("news that leaves the decision open keeps what is in hand; a new decision clears it", () => {
  open(SQUARE_SCENE, OPEN, MOVE, ATTACK, form("end_turn"));
  play.selectUnit("r1");
  play.point([2, 1]);
  open(SQUARE_SCENE, OPEN, MOVE, ATTACK, form("end_turn"));
  expect(play.selection.pending?.notation).toBe("attack r1 b1");
  play.receive(now(SQUARE_SCENE, [OPEN], 2), known([MOVE, ATTACK, form("end_turn")]));
  expect(play.selection.pending).toBeNull();
});

test("who holds several slots turns to another by tapping its unit", () => {
  const scene = { ...FREE_SCENE, tokens: FREE_SCENE.tokens };
  const one = decision([option("step 1,0", { unit: "u1" })], {}, STEPPING);
  const other = decision([option("step 0,1", { unit: "u2" })], { slot: 1, prompt: "Blue: choose." }, STEPPING);
  play.receive(now(scene, [one, other]), known([STEP]));
  expect(play.decision.slot).toBe("red");
  play.point([8, 3]);
  expect([play.decision.slot, play.selection.unit]).toEqual(["blue", "u2"]);
});

test("a tap on an own unit that no way leads to takes that unit up, and one on the acting unit goes back", async () => {
  answers = { route: { route: null }, may: { may: REFUSED } };
  const scene = { ...FREE_SCENE, tokens: [...FREE_SCENE.tokens, { ...FREE_SCENE.tokens[0]!, unit: "u3", x: 5, y: 3 }] };
  const walking = decision([option("walk u1 -", { unit: "u1" })], {}, { walk: { is_pointed: true, is_routed: true } });
  open(scene, walking, form("walk", ["char", "unit"], ["path", "path"]));
  play.selectUnit("u1");
  play.point([5, 3]);
  await vi.waitFor(() => expect(play.selection.unit).toBe("u3"));
  expect(play.selection.refusal).toBeNull();
  expect(asks.some((ask) => ask.ask === "may")).toBe(false);
  play.point([2, 3]);
  expect(play.selection.unit).toBe("u1");
});

test("a way that takes long to find is told to be looked for, until it is there or nobody wants it any more", async () => {
  let find = (): void => undefined;
  const found = new Promise<AskReply>((done) => (find = () => done({ ...NOTHING, route: { option: option("walk u1 6,4", { unit: "u1" }), points: [[2, 3], [6, 4]], dangers: [], variants: [] } })));
  play = new Play({ act: async () => REFUSED, ask: async (asked) => (asked.ask === "route" ? found : NOTHING), announce: () => undefined });
  open(FREE_SCENE, decision([option("walk u1 -", { unit: "u1" })], {}, { walk: { is_pointed: true, is_routed: true } }), form("walk", ["char", "unit"], ["path", "path"]));
  play.point([6, 4]);
  expect(play.selection.isLooking).toBe(false);
  await vi.waitFor(() => expect(play.selection.isLooking).toBe(true), LONG);
  play.clear();
  expect(play.selection.isLooking).toBe(false);
  play.point([6, 4]);
  await vi.waitFor(() => expect(play.selection.isLooking).toBe(true), LONG);
  find();
  await vi.waitFor(() => expect(play.selection.pending?.notation).toBe("walk u1 6,4"));
  expect(play.selection.isLooking).toBe(false);
});

test("who is waited for is called as on the board, and by the name that they have said", () => {
  const scene = { ...SQUARE_SCENE, standing: [{ label: "Blue", text: "2 pieces" }] };
  const seats = [{ name: "red", slots: ["red"], person: "" }, { name: "blue", slots: ["blue"], person: "Ben" }] as unknown as Now["seats"];
  expect(["red", "blue"].map((slot) => playerName({ scene, seats }, ["red", "blue"], slot))).toEqual(["Red", "Blue (Ben)"]);
});

test("threats are asked for only where the game tells them and somebody stands who could be hit", async () => {
  open(SQUARE_SCENE, OPEN, MOVE, ATTACK, form("end_turn"));
  await play.toggleThreats();
  const weighed = () => asks.filter((one) => one.ask === "threats").length;
  expect([play.threats.obstacle, weighed()]).toEqual(["", 1]);
  play.receive(now(SQUARE_SCENE, [OPEN], 2), known([MOVE, ATTACK], false));
  await play.toggleThreats();
  expect(play.threats.obstacle).toContain("This game does not say");
  expect(weighed()).toBe(1);
});

test("threats on their way are shown as such, and dropped only by whoever asked for them or by another decision", async () => {
  open(SQUARE_SCENE, OPEN, MOVE, ATTACK, form("end_turn"));
  const first = play.toggleThreats();
  expect([play.threats.isOn, play.threats.list]).toEqual([true, null]);
  play.selectUnit("r2");
  await first;
  expect([play.threats.isOn, play.threats.list]).toEqual([true, []]);
  const away = play.toggleThreats();
  expect(play.threats.isOn).toBe(false);
  await away;
  const late = play.toggleThreats();
  play.receive(now(SQUARE_SCENE, [OPEN], 2), known([MOVE, ATTACK]));
  await late;
  expect([play.threats.isOn, play.threats.list]).toEqual([false, null]);
});

test("a line of sight is asked for once the pointer rests, and only once for a place", async () => {
  const sight = { clear: false, cells: [], blocker: [1, 1], says: "blocked", clause: "X-3", rays: [], by: [] } as const;
  answers = { sight: { sight } };
  open(SQUARE_SCENE, OPEN, MOVE, ATTACK, form("end_turn"));
  play.selectUnit("r1");
  play.hover([2, 2]);
  await vi.waitFor(() => expect(play.overlay.sightLine?.blocker).toEqual([1, 1]));
  play.hover(null);
  expect(play.overlay.sightLine).toBeNull();
  play.hover([2, 2]);
  await vi.waitFor(() => expect(play.overlay.sightLine).not.toBeNull());
  expect(asks.filter((ask) => ask.ask === "sight")).toHaveLength(1);
});

test("a refusal of what was done is shown, and nothing is dropped silently", async () => {
  play = new Play({ act: async () => REFUSED, ask: async () => NOTHING, announce: () => undefined });
  open(SQUARE_SCENE, OPEN, MOVE, ATTACK, form("end_turn"));
  expect(await play.chooseLine("move r1 c9")).toBe(false);
  expect(play.selection.refusal?.refusal.clause).toBe("X-2");
});

test("orders with many parts are typed, for any slot of the seat, and changed in part", async () => {
  const fields = form("attack", ["target", "target"], ["burst", "word", "no"], ["stance", "word", "normal"]);
  const words: Record<string, string[]> = { burst: ["no", "yes"], stance: ["normal", "evade"] };
  const attack = { ...fields, named: true, fields: fields.fields.map((field) => ({ ...field, words: words[field.name] ?? [] })) };
  const match = { slots: ["red", "blue"], verbs: [attack], threats: false, sight: false };
  const open = decision([option("attack b1", { target: "b1" }), option("attack b2", { target: "b2" })]);
  const seats = [{ name: "kim", slots: ["red", "blue"] }];
  const at = (event: number, sealed: Now["sealed"] = []) => ({ ...now(SQUARE_SCENE, [open], event), you: "kim", seats, sealed }) as unknown as Now;
  play.receive(at(1), match);
  expect(play.key({ key: "/" } as KeyboardEvent) && play.commandCalls).toBe(1);
  expect(() => play.runCommand("attack b1/brust")).toThrow("did you mean burst?");
  expect(await play.runCommand("blue: attack b2/burst")).toBe(true);
  expect(play.busy).toBe(false); // red has still to choose
  play.receive(at(1, [{ slot: "blue", line: "attack b2 burst=yes" }]), match);
  expect(await play.runCommand("blue/stance evade")).toBe(true);
  expect(acts.map((act) => "line" in act && [act.slot, act.line])).toEqual([["blue", "attack b2 burst=yes"], ["blue", "attack b2 burst=yes stance=evade"]]);
  play.build("attack");
  play.builder.change({ ...play.builder.draft!.values, target: "b1" });
  expect(await play.runCommand("evade")).toBe(true);
  expect(play.builder.line).toBe("attack b1 stance=evade");
  expect(await play.runCommand("att b1")).toBe(true);
  play.receive(at(2), match);
  expect(await play.runCommand("burst")).toBe(true); // of what red chose the turn before
  expect(play.builder.line).toBe("attack b1 burst=yes");
});

test("several slots are typed for at once, and none chooses where one may not", async () => {
  const match = { slots: ["red", "blue"], verbs: [form("pass")], threats: false, sight: false };
  const seen = { ...now(SQUARE_SCENE, [decision([option("pass")])], 1), you: "kim", seats: [{ name: "kim", slots: ["red", "blue"] }], sealed: [] } as unknown as Now;
  play.receive(seen, match);
  expect(await play.runCommand("red,blue: pass")).toBe(true);
  expect(acts.map((act) => "line" in act && [act.slot, act.line])).toEqual([["blue", "pass"], ["red", "pass"]]);
  const made: Act[] = [];
  const ask = async (asked: Ask) => ("slot" in asked && asked.slot === "blue" ? REFUSED : NOTHING);
  play = new Play({ act: async (act) => (made.push(act), REFUSED), ask, announce: () => undefined });
  play.receive(seen, match);
  expect(await play.runCommand("red,blue: pass")).toBe(false);
  expect([play.selection.refusal?.refusal.sentence, made]).toEqual([`blue: ${REFUSED.sentence}`, []]);
});

test("a choice that waits sealed is told in the words that were pressed, one that was typed by its line", async () => {
  open(FREE_SCENE, decision([option("call primary", { label: "Sawn-off: step 5" }), option("hold")]), form("call", ["weapon", "word"]), form("hold"));
  await play.choose(play.decision.menu!.options[0]!);
  expect(play.sealedTitle("red", "call primary")).toBe("call Sawn-off: step 5");
  await play.choosePreset({ name: "rush", title: "Rush", about: "", notation: "buy sawnoff", label: "Sawn-off: 7 cash", against: "" });
  expect(play.sealedTitle("red", "buy sawnoff")).toBe("Rush, Sawn-off: 7 cash");
  await play.chooseLine("buy old_vest");
  expect(play.sealedTitle("red", "buy old_vest")).toBe("buy old vest");
  expect(play.sealedTitle("blue", "buy -")).toBe("buy nothing");
});

test("an order that waits sealed is changed by what is typed, though nothing is asked any more", async () => {
  const attack = { ...form("attack", ["target", "target"], ["stance", "word", "normal"]), named: true };
  const worded = { ...attack, fields: attack.fields.map((field) => (field.name === "stance" ? { ...field, words: ["normal", "evade"] } : field)) };
  const seats = [{ name: "kim", slots: ["red"] }];
  const sealed = [{ slot: "red", line: "attack b2" }];
  play.receive({ ...now(SQUARE_SCENE, [], 1), you: "kim", seats, sealed } as unknown as Now, { slots: ["red"], verbs: [worded], threats: false, sight: false });
  expect(play.sealedSlots).toEqual(["red"]);
  expect(await play.runCommand("stance evade")).toBe(true);
  expect(acts.map((act) => "line" in act && [act.slot, act.line])).toEqual([["red", "attack b2 stance=evade"]]);
});

test("an act that may be done at any time is written on while others play; it is void once it is not allowed, or sent", async () => {
  const note = { ...form("note", ["text", "word"]), free: true };
  const free = [{ verb: "note", slot: "red", about: "", fields: [], refereed: false }];
  const at = (event: number, acts = free) => ({ ...now(SQUARE_SCENE, [OPEN], event), free: acts }) as unknown as Now;
  const receive = (next: Now, isUndo = false) => play.receive(next, known([MOVE, ATTACK, note]), isUndo);
  const write = () => {
    play.build("note", free[0] as unknown as FreeAct);
    play.builder.change({ text: "hello" });
  };
  receive(at(1));
  write();
  receive(at(2));
  expect([play.builder.line, play.builder.slot]).toEqual(["note hello", "red"]);
  receive(at(3, []));
  expect(play.builder.draft).toBeNull();
  write();
  receive(at(4), true);
  expect(play.builder.draft).toBeNull();
  write();
  play.openSlot(0);
  expect(play.builder.draft).toBeNull();
  play.build("move");
  receive(at(5));
  expect(play.builder.draft).toBeNull();
  const chosen = play.chooseLine("end_turn");
  write();
  await chosen;
  expect(play.builder.line).toBe("note hello");
  receive(at(6));
  const sent = play.chooseDraft("");
  receive(at(7));
  expect(await sent).toBe(true);
  expect(play.builder.draft).toBeNull();
});
