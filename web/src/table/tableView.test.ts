import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { MemoryStorage } from "../api/fixtures";
import type { Item, Now, Refusal } from "../api/messages";
import { decision, asSent, option } from "../board/fixtures";
import { settings } from "../settings.svelte";
import { DIE, ScriptedConnection, happened, item, now, refusal, welcome } from "./fixtures";
import { TableView, socketAddress } from "./tableView.svelte";

const spoken = vi.hoisted(() => ({ announced: [] as string[], noticed: [] as string[], tones: [] as string[], places: [] as string[][] }));
vi.mock("./connection", async () => ({ Connection: (await import("./fixtures")).ScriptedConnection }));
vi.mock("../sound", () => ({ playTone: (tone: string) => spoken.tones.push(tone) }));
vi.mock("../announcer.svelte", () => ({
  announce: (words: string) => words && spoken.announced.push(words),
  showNotice: (words: string) => spoken.noticed.push(words),
  notify: (words: string) => (spoken.noticed.push(words), spoken.announced.push(words)),
}));
vi.mock("../routes", () => ({ goToServer: (...words: string[]) => (spoken.places.push(words), true) }));

const OWED = { decisions: [asSent(decision([option("end_turn")]))], owing: ["red"] };
const PANEL = { title: "Round 1 lost", lines: [] };
const CARRIER = { title: "You carry the bomb", goal: "Plant it.", lines: [] };

let view: TableView;
let line: ScriptedConnection;
let refusals: Refusal[];
let welcomes: string[];
let still: boolean;

function open(): void {
  view = new TableView("t 1", "token", (one) => welcomes.push(one.seat), (one) => refusals.push(one));
  line = ScriptedConnection.all.at(-1)!;
}

/** The first frames of a table: what was missed comes before the first state. */
function begin(missed: Item[] = [], first: Now = now("red")): void {
  line.listener.state("open");
  line.listener.welcome(welcome("red"));
  if (missed.length) line.listener.items(missed);
  line.listener.now(first);
}

beforeEach(() => {
  Object.assign(spoken, { announced: [], noticed: [], tones: [], places: [] });
  [refusals, welcomes, still, ScriptedConnection.all] = [[], [], true, []];
  vi.useFakeTimers();
  vi.stubGlobal("location", { protocol: "https:", host: "fire.example:8420" });
  vi.stubGlobal("document", { hidden: false });
  vi.stubGlobal("matchMedia", () => ({ matches: still }));
  vi.stubGlobal("sessionStorage", new MemoryStorage());
  vi.stubGlobal("localStorage", new MemoryStorage());
  settings.dice = true;
  open();
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("the socket of a table is at its id, by TLS where the page is", () => {
  expect(socketAddress("t 1")).toBe("wss://fire.example:8420/api/tables/t%201/socket");
  vi.stubGlobal("location", { protocol: "http:", host: "here" });
  expect([socketAddress("a"), line.address, line.token]).toEqual(["ws://here/api/tables/a/socket", "wss://fire.example:8420/api/tables/t%201/socket", "token"]);
});

test("what was missed is shown at once without a word; what happens then is told", async () => {
  begin([happened("Red moves."), item({ item: "spoken", seat: "blue", person: "", text: "Hello", side: "" })]);
  expect([view.items.length, view.seat, welcomes]).toEqual([2, "red", ["red"]]);
  expect([spoken.announced, spoken.tones]).toEqual([[], []]);
  line.listener.items([happened("Blue moves.")]);
  await vi.advanceTimersByTimeAsync(0);
  expect(spoken.announced).toEqual(["Blue moves."]);
  line.listener.welcome(welcome("red")); // the connection was lost and is back
  line.listener.items([happened("Blue moves on.")]);
  await vi.advanceTimersByTimeAsync(0);
  expect([view.items.length, spoken.announced]).toEqual([4, ["Blue moves."]]);
});

test("a view that is not on the screen takes everything in, and says nothing", async () => {
  begin();
  view.isShown = false;
  line.listener.items([happened("Blue moves.", {}, { heading: true }), item({ item: "spoken", seat: "blue", person: "", text: "Hello", side: "" })]);
  line.listener.now(now("red", { ...OWED, event: 2 }));
  await vi.advanceTimersByTimeAsync(0);
  expect([view.items.length, view.now?.event]).toEqual([2, 2]);
  expect([spoken.announced, spoken.noticed, spoken.tones]).toEqual([[], [], []]);
});

test("a tone tells that one has to choose: once, and not at the first look", async () => {
  begin([], now("red", OWED));
  line.listener.now(now("red", { ...OWED, event: 2 }));
  await vi.advanceTimersByTimeAsync(0);
  expect(spoken.tones).toEqual([]);
  line.listener.now(now("red", { event: 3 }));
  line.listener.now(now("red", { ...OWED, event: 4 }));
  await vi.advanceTimersByTimeAsync(0);
  expect(spoken.tones).toEqual(["turn"]);
});

test.each([
  ["a message of another", item({ item: "spoken", seat: "blue", person: "", text: "Hello", side: "" }), ["message"]],
  ["one's own message", item({ item: "spoken", seat: "red", person: "", text: "Hello", side: "" }), []],
  ["the end", item({ item: "ended", winners: ["red"], says: "Red wins.", clause: "", secret: "" }), ["end"]],
  ["a choice", happened("Blue moves."), []],
])("%s has its tone", async (_, one, tones) => {
  begin();
  line.listener.items([one]);
  await vi.advanceTimersByTimeAsync(0);
  expect(spoken.tones).toEqual(tones);
});

test("a ruling, a heading and a time that ran out are shown as notices; others' time is not", async () => {
  begin();
  line.listener.items([happened("", { kind: "free", reason: "for the story" })]);
  await vi.advanceTimersByTimeAsync(0);
  line.listener.items([happened("", { kind: "choice", reason: "for the story" })]);
  line.listener.items([happened("round 2 begins", {}, { heading: true })]);
  line.listener.items([item({ item: "late", slots: ["blue"] })]);
  line.listener.items([item({ item: "late", slots: ["red"] })]);
  await vi.advanceTimersByTimeAsync(0);
  expect(spoken.noticed).toEqual(["A ruling: “for the story”", "Round 2 begins.", "Time ran out for Red: the least that the rules allow is done."]);
});

test("while a panel is open what follows waits, and goes on once it is read", async () => {
  begin();
  line.listener.items([happened("Round 1 is lost", { panels: [PANEL] }, { heading: true })]);
  line.listener.now(now("red", { event: 2 }));
  line.listener.items([happened("Blue moves.")]);
  await vi.advanceTimersByTimeAsync(0);
  expect([view.panels, view.now?.event, view.items.length, spoken.noticed]).toEqual([[PANEL], 1, 1, []]);
  view.dismissPanels();
  await vi.advanceTimersByTimeAsync(0);
  expect([view.panels, view.now?.event, view.items.length, view.isCatchingUp]).toEqual([[], 2, 2, false]);
});

test("a clock that runs for one's own choice lets nothing wait behind a panel; without either it does", async () => {
  begin();
  line.listener.items([happened("Round 1 is lost", { panels: [PANEL] })]);
  await vi.advanceTimersByTimeAsync(0);
  line.listener.now(now("red", { event: 2, deadline: 900 }));
  line.listener.now(now("red", { event: 3, ...OWED }));
  await vi.advanceTimersByTimeAsync(0);
  expect(view.now?.event).toBe(1);
  line.listener.now(now("red", { event: 4, deadline: 900, ...OWED }));
  await vi.advanceTimersByTimeAsync(0);
  expect([view.now?.event, view.panels.length]).toEqual([4, 1]);
});

test("what waited behind a panel is shown state by state, unless one skips it", async () => {
  still = false;
  const wait = async () => {
    begin();
    line.listener.items([happened("Round 1 is lost", { panels: [PANEL] })]);
    for (const event of [2, 3, 4]) line.listener.now(now("red", { event }));
    await vi.advanceTimersByTimeAsync(0);
    view.dismissPanels();
    await vi.advanceTimersByTimeAsync(0);
  };
  await wait();
  expect([view.now?.event, view.isCatchingUp]).toEqual([2, true]);
  await vi.advanceTimersByTimeAsync(410);
  expect(view.now?.event).toBe(2);
  await vi.advanceTimersByTimeAsync(20);
  expect(view.now?.event).toBe(3);
  await vi.advanceTimersByTimeAsync(450);
  expect([view.now?.event, view.isCatchingUp]).toEqual([4, false]);
  open();
  await wait();
  view.skipAhead();
  expect([view.now?.event, view.isCatchingUp]).toEqual([4, false]);
});

test("dice fall before what they made is shown, but not in a tab or for a seat that nobody looks at", async () => {
  still = false;
  begin();
  const shoot = () => line.listener.items([happened("Blue shoots.", {}, { dice: [DIE] })]);
  shoot();
  await vi.advanceTimersByTimeAsync(0);
  expect([view.items.length, view.dice.roll?.isRolling]).toEqual([0, true]);
  await vi.advanceTimersByTimeAsync(2000);
  expect([view.items.length, view.dice.roll?.isRolling]).toEqual([1, false]);
  for (const away of [() => (view.isShown = false), () => vi.stubGlobal("document", { hidden: true })]) {
    open();
    begin();
    away();
    shoot();
    await vi.advanceTimersByTimeAsync(0);
    expect([view.items.length, view.dice.roll]).toEqual([1, null]);
  }
});

test("a role is shown until it is read, in this tab for good; again when asked for, and when it is another", async () => {
  begin([], now("red", { role: CARRIER }));
  expect([view.role, spoken.announced]).toEqual([CARRIER, ["You carry the bomb. Plant it."]]);
  line.listener.now(now("red", { role: CARRIER, event: 2 }));
  await vi.advanceTimersByTimeAsync(0);
  expect(spoken.announced.length).toBe(1);
  view.showRole(false);
  expect(view.role).toBeNull();
  view.showRole(true);
  expect(view.role).toEqual(CARRIER);
  view.showRole(false);
  open(); // loaded anew
  begin([], now("red", { role: CARRIER }));
  expect([view.role, spoken.announced.length]).toEqual([null, 1]);
  line.listener.now(now("red", { role: { ...CARRIER, title: "You defend" } }));
  await vi.advanceTimersByTimeAsync(0);
  expect([view.role?.title, spoken.announced.at(-1)]).toEqual(["You defend", "You defend. Plant it."]);
  line.listener.now(now("red", { role: { ...CARRIER, title: "You defend" }, over: true }));
  await vi.advanceTimersByTimeAsync(0);
  expect(view.role).toBeNull();
});

test.each([[["undo"], true], [["redo"], true], [["rewind"], true], [["choice"], false], [["pause"], false]])("after %j what is in hand is put away: %s", async (kinds, isDropped) => {
  begin([], now("red", OWED));
  const receive = vi.spyOn(view.play, "receive");
  for (const kind of kinds) line.listener.items([happened("It happens.", { kind })]);
  line.listener.now(now("red", { event: 2 }));
  line.listener.now(now("red", { event: 3 }));
  await vi.advanceTimersByTimeAsync(0);
  expect(receive.mock.calls.map(([, , isUndo]) => isUndo)).toEqual([isDropped, false]);
});

test("a refusal of the connection is its end; one that comes later is passed on", () => {
  line.listener.refusal(refusal("E_CLOSING", "Come back."));
  line.listener.state("refused");
  line.listener.refusal(refusal("E_TOKEN", "No such link."));
  expect([view.refusal?.code, refusals.map((one) => one.code), view.connectionState]).toEqual(["E_TOKEN", ["E_CLOSING"], "refused"]);
});

test("an act that is refused is told, one that is done is not", async () => {
  await view.perform({ do: "undo", event: 1 });
  expect(spoken.noticed).toEqual([]);
  line.answer = refusal("E_UNDO", "Nothing to undo.");
  await view.perform({ do: "redo", event: 1 });
  expect([line.acts, spoken.noticed]).toEqual([[{ do: "undo", event: 1 }, { do: "redo", event: 1 }], ["Nothing to undo."]]);
});

test("the own seat's card, a wait, a new token, another server, and the end of the view", () => {
  expect(view.ownSeat).toBeUndefined();
  begin();
  expect(view.ownSeat?.slots).toEqual(["red"]);
  line.listener.wait("The board is being built.");
  view.setToken("other");
  line.listener.elsewhere("https://two/");
  view.close();
  expect([view.wait, view.token, line.token, line.isClosed]).toEqual(["The board is being built.", "other", "other", true]);
  expect(spoken.places).toEqual([["https://two/", "/api/tables/t 1", "other"]]);
});

test("who skips ahead waits for no dice and no pause", async () => {
  still = false;
  begin();
  line.listener.items([happened("Blue shoots.", {}, { dice: [DIE] })]);
  line.listener.now(now("red", { event: 2 }));
  await vi.advanceTimersByTimeAsync(0);
  view.skipAhead();
  await vi.advanceTimersByTimeAsync(0);
  expect([view.dice.roll?.isRolling, view.now?.event, view.items.length]).toEqual([false, 2, 1]);
  line.listener.items([happened("Round 1 is lost", { panels: [PANEL] })]);
  for (const event of [3, 4, 5]) line.listener.now(now("red", { event }));
  await vi.advanceTimersByTimeAsync(0);
  view.dismissPanels();
  await vi.advanceTimersByTimeAsync(0);
  expect([view.now?.event, view.isCatchingUp]).toEqual([3, true]);
  view.skipAhead();
  expect([view.now?.event, view.isCatchingUp, vi.getTimerCount()]).toEqual([5, false, 0]);
});

test("who reads a panel after which nothing has come is not catching up", async () => {
  still = false;
  begin();
  line.listener.items([happened("Round 1 is lost", { panels: [PANEL] })]);
  await vi.advanceTimersByTimeAsync(0);
  view.dismissPanels();
  expect(view.isCatchingUp).toBe(false);
});

test("a view that is closed lets its dice lie and ends its pause", async () => {
  still = false;
  begin();
  line.listener.items([happened("Blue shoots.", {}, { dice: [DIE] })]);
  await vi.advanceTimersByTimeAsync(0);
  view.close();
  expect(view.dice.roll?.isRolling).toBe(false);
  open();
  begin();
  line.listener.items([happened("Round 1 is lost", { panels: [PANEL] })]);
  for (const event of [2, 3]) line.listener.now(now("red", { event }));
  await vi.advanceTimersByTimeAsync(0);
  view.dismissPanels();
  await vi.advanceTimersByTimeAsync(0);
  view.close();
  expect(vi.getTimerCount()).toBe(0);
});

test("items stand in the order of their coming, and one undo among others counts", async () => {
  begin([happened("one")]);
  const receive = vi.spyOn(view.play, "receive");
  line.listener.items([happened("two"), happened("three", { kind: "undo" })]);
  line.listener.now(now("red", { event: 2 }));
  await vi.advanceTimersByTimeAsync(0);
  const told = view.items.map(({ what }) => what.item === "happened" && what.told[0]!.says);
  expect([told, receive.mock.calls.map(([, , isUndo]) => isUndo)]).toEqual([["one", "two", "three"], [true]]);
});

test("a panel of a seat that is not shown holds up nothing", async () => {
  begin();
  view.isShown = false;
  line.listener.items([happened("Round 1 is lost", { panels: [PANEL] })]);
  line.listener.now(now("red", { event: 2 }));
  await vi.advanceTimersByTimeAsync(0);
  expect([view.panels.length, view.now?.event]).toEqual([1, 2]);
});

test("while an act is under way no other is begun: a second press of the button does nothing, and it opens again after the answer", async () => {
  open();
  begin([], now("red", { may_undo: true, undo: 7 }));
  const first = view.perform({ do: "undo", event: 7 });
  void view.perform({ do: "undo", event: 7 });
  const chosen = view.play.chooseLine("end_turn");
  expect([line.acts.length, view.isActing, view.play.busy]).toEqual([1, true, true]);
  expect(await chosen).toBe(false);
  await first;
  expect(view.isActing).toBe(false);
  await view.perform({ do: "redo", event: 7 });
  expect(line.acts.map((act) => act.do)).toEqual(["undo", "redo"]);
});
