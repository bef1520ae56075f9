import { beforeEach, expect, test } from "vitest";

import { SQUARE_SCENE, chance, decision, form, option, token } from "../board/fixtures";
import Callout from "../board/Callout.svelte";
import Legend from "../board/Legend.svelte";
import Reserve from "../board/Reserve.svelte";
import type { Decision, Scene } from "../api/messages";
import { markup, tags, textOf } from "../ui/rendered";
import OptionList from "./OptionList.svelte";
import PendingChoice from "./PendingChoice.svelte";
import Plans from "./Plans.svelte";
import PresetList from "./PresetList.svelte";
import SealedChoices from "./SealedChoices.svelte";
import { REFUSED, RecordingTable, match, now } from "./fixtures";
import { Play } from "./play.svelte";

const VERBS = [form("move", ["piece", "unit"], ["to", "point"]), form("attack", ["piece", "unit"], ["target", "target"]), form("end_turn"), { ...form("order"), named: true }];
const weighed = (notation: string, unit: string, target: string, of: number) => option(notation, { unit, target, odds: chance(of) });
const OPEN = decision([option("move r1 a2", { unit: "r1", point: "a2" }), option("attack r1 b1", { unit: "r1", target: "b1" }), option("attack r1 b2", { unit: "r1", target: "b2" }), option("end_turn")]);
let play: Play;

beforeEach(() => {
  play = new Play(new RecordingTable());
});

function receive(open: Decision, scene: Scene = SQUARE_SCENE): void {
  play.receive(now([open], {}, scene), match(VERBS));
}

const list = (rest: object = {}) =>
  markup(OptionList, { menu: play.decision.menu!, scene: play.decision.scene!, selection: play.selection, hasMore: false, entries: play.entries, about: "", keepStillLines: [], busy: false, actions: play, ...rest });
const pending = (rest: object = {}) => markup(PendingChoice, { decision: play.decision, selection: play.selection, busy: false, actions: play, ...rest });

test("without a unit it is told how many can act, and what can be pressed", () => {
  receive(OPEN);
  play.selection.unit = null;
  expect(textOf(list())).toBe("One piece can act: tap it , or press Tab . End turn 1");
  receive(decision([...OPEN.options, option("move r2 b2", { unit: "r2", point: "b2" })]));
  expect(textOf(list())).toContain("2 pieces can act: tap one");
});

test("a unit's choices stand under it: its verbs with their number, its places, its targets by their chance", () => {
  receive({ ...OPEN, options: [OPEN.options[0]!, weighed("attack r1 b1", "r1", "b1", 0.25), weighed("attack r1 b2", "r1", "b2", 0.5), OPEN.options[3]!] });
  play.decision.loadOdds = async () => false;
  play.selectUnit("r1");
  const text = textOf(list());
  expect(text).toMatch(/^R1 R1 Scout All move 1 attack 2 To move, tap the place that shines/);
  expect(text).toMatch(/attack B2 50% attack B1 25% End turn 1$/);
  play.selection.verb = "attack";
  expect([textOf(list()).includes("place that shines"), tags(list(), "button").filter((tag) => tag.includes('aria-pressed="true"')).length]).toEqual([false, 1]);
});

test("a unit with nothing to choose says so, and while an act is under way nothing can be pressed", () => {
  receive(OPEN);
  play.selectUnit("r2");
  expect(textOf(list())).toContain("R2 has nothing to choose now: tap a place to see why.");
  const buttons = tags(list({ busy: true }), "button").filter((tag) => tag.includes("aria-keyshortcuts"));
  expect(buttons.map((tag) => tag.includes("disabled"))).toEqual([true]);
  expect(textOf(list({ keepStillLines: ["a", "b", "c"] }))).toContain("Keep still on all 3 counts ahead");
});

test("where only one thing is left, it is said and stands out", () => {
  receive(decision([option("end_turn")]));
  expect(textOf(list())).toBe("Nothing else is left to do. End turn 1");
  expect(tags(list(), "button", "primary").length).toBe(1);
  expect(textOf(list({ hasMore: true }))).toBe("End turn 1");
});

test("more than twelve options are cut, and the rest can be asked for", () => {
  const scene = { ...SQUARE_SCENE, tokens: [...SQUARE_SCENE.tokens, ...Array.from({ length: 13 }, (_, k) => token(`e${k}`, 1, 2, 2))] };
  receive(decision(Array.from({ length: 13 }, (_, k) => option(`attack r1 e${k}`, { unit: "r1", target: `e${k}` }))), scene);
  play.selectUnit("r1");
  expect([tags(list(), "li").length, textOf(list()).endsWith("All 13")]).toEqual([12, true]);
});

test("what is pending is told with its odds, to be done or dropped; a refusal stands above", () => {
  receive(OPEN);
  expect(textOf(pending())).toBe("");
  play.selection.pending = weighed("attack r1 b1", "r1", "b1", 0.5);
  expect(textOf(pending())).toBe("attack R1 B1 X-1 hits 50% Do it ⏎ No Esc");
  play.selection.refusal = { refusal: REFUSED, at: null };
  expect(textOf(pending())).toMatch(/^Not allowed: That is too far. X-2 × attack/);
  play.selection.isLooking = true;
  expect(textOf(pending())).toContain("Looking for a way");
  expect(tags(pending({ busy: true }), "button", "primary")[0]).toContain("disabled");
});

test("an order says more at a press, a walk goes, and odds that are not there yet are waited for", () => {
  receive(OPEN);
  play.selection.pending = option("order", { label: "hold" });
  expect([textOf(pending()).includes("Say more"), textOf(pending()).includes("Do it")]).toEqual([true, true]);
  play.selection.way = { goal: [1, 1], way: {} as never };
  expect(textOf(pending())).toContain("Go ⏎");
  play.selection.pending = option("attack r1 b1", { unit: "r1", target: "b1" });
  play.decision.oddsLoading = true;
  expect(textOf(pending())).toContain("Working out the odds");
  play.selection.checkedLine = "attack r1 b1";
  expect(textOf(pending())).not.toContain("Working out the odds");
});

test("on a path that was found stand its greatest dangers by kind, and other ways to go it", () => {
  receive(OPEN);
  const [walk, hide] = [option("move r1 c3", { label: "walk 2" }), option("move r1 c3 hiding", { label: "walk 2, then hiding" })];
  const danger = (unit: string, of: string, chance: number) => ({ unit, of, chance, x: 0, y: 0, exact: "" });
  const dangers = [danger("b1", "hits", 0.2), danger("b1", "hits", 0.4), danger("b2", "stuns", 0.3)];
  Object.assign(play.selection, { pending: hide, route: { goal: [2, 2], route: { option: walk, points: [], dangers, variants: [hide] } } });
  const html = pending();
  expect(textOf(html)).toContain("On the way hits: B1 40% On the way stuns: B2 30% Move Then hiding Do it");
  expect(tags(html, "button").filter((tag) => tag.includes("aria-pressed")).map((tag) => tag.includes('"true"'))).toEqual([false, true]);
});

test("what one has sealed can be taken back, unless it is final; what others have sealed is not told here", () => {
  const sealed = [{ slot: "red", line: "order" }, { slot: "blue", line: "end_turn" }];
  const seats = [{ name: "red", slots: ["red"] }];
  const show = (verbs = VERBS, rest: object = { seats }) => textOf(markup(SealedChoices, { now: now([], { sealed, ...rest }), verbs, busy: false, actions: play, title: (slot: string, line: string) => `${line} of ${slot}` }));
  expect(show()).toBe("✉ Red: order of red is sealed. Take back");
  expect(show([{ ...form("order"), final: true }])).toBe("✉ Red: order of red is sealed.");
  expect(show(VERBS, { seats: [], you: "" })).toContain("Blue:"); // who has no seat is sent only what may be read
});

test("plans are told by how much is left of them, with how walks ended", () => {
  const plans = [{ slot: "red", lines: ["a", "b"] }, { slot: "blue", lines: ["a"] }, { slot: "green", lines: [] }];
  expect(textOf(markup(Plans, { now: now([], { plans, lapsed: ["r1 was seen"] }), busy: false, actions: play }))).toBe("R1 was seen ⇢ Red: 2 more choices as planned. Stop ⇢ Blue: 1 more choice as planned. Stop");
});

test("a preset that cannot be had is shut and says why", () => {
  const preset = { name: "rush", title: "Rush", about: "to the front", notation: "buy x", label: "Sawn-off", against: "" };
  const html = (rest: object, busy = false) => markup(PresetList, { presets: [{ ...preset, ...rest }], title: "Ready", busy, actions: play });
  expect([textOf(html({})), tags(html({}), "button")[0]!.includes("disabled")]).toEqual(["Rush Sawn-off to the front", false]);
  expect([textOf(html({ against: "too dear" })), tags(html({ against: "too dear" }), "button")[0]!.includes("disabled")]).toEqual(["Rush Sawn-off too dear", true]);
  expect(tags(html({}, true), "button")[0]).toContain("disabled");
});

test("units beside the table can be taken up where they can come", () => {
  const html = markup(Reserve, { tokens: [token("r8", 0, 0, 0), token("r9", 0, 0, 0)], unit: "r9", readyUnits: ["r9"], onselect: () => undefined });
  expect(tags(html, "button").map((tag) => [tag.includes("disabled"), tag.includes("held")])).toEqual([[true, false], [false, true]]);
  expect(textOf(markup(Reserve, { tokens: [], unit: null, readyUnits: [], onselect: () => undefined }))).toBe("Beside the table: nobody");
});

test("the note beside the pointer stays in the room, and does what is pending at a press", () => {
  const callout = { spot: [0, 0] as const, heading: "attack B1", lines: ["hits: 50%"], clause: "", option: OPEN.options[1]!, hint: "Do it (Enter)", isRefusal: false };
  const note = (position: readonly [number, number], rest: object = {}) => markup(Callout, { callout: { ...callout, ...rest }, position, room: { width: 800, height: 600 } });
  const style = (html: string) => /style="([^"]*)"/.exec(html)![1]!.replaceAll(" ", "");
  expect(style(note([100, 200]))).toBe("left:130px;top:170px;");
  expect(style(note([600, 200]))).toBe("right:8px;top:244px;");
  expect(style(note([100, 500]))).toBe("left:130px;bottom:70px;");
  expect(style(note([600, 590]))).toBe("right:8px;bottom:54px;");
  expect([tags(note([0, 0]), "button").length, tags(note([0, 0], { option: null, hint: "", isRefusal: true }), "div", "refused").length]).toEqual([1, 1]);
  expect(style(note([100, 10]))).toBe("left:130px;top:8px;");
});

test("the legend tells each kind of unit once, the ground and the zones", () => {
  const text = textOf(markup(Legend, { scene: { ...SQUARE_SCENE, legend: ["* a mine"] }, id: "b", onclose: () => undefined }));
  expect(text).toContain("* a mine");
  for (const word of ["woods", "river", "impassable", "south"]) expect(text).toContain(word);
  expect(text.match(/Scout/g)).toHaveLength(2); // one of each side
  expect(text).not.toContain("open ground");
});
