import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { MemoryStorage } from "../api/fixtures";
import type { Item, Now } from "../api/messages";
import { SQUARE_SCENE, asSent, decision, option } from "../board/fixtures";
import { markup, tags, textOf } from "../ui/rendered";
import Banners from "./Banners.svelte";
import Chat from "./Chat.svelte";
import Dice from "./Dice.svelte";
import Log from "./Log.svelte";
import Scoreboard from "./Scoreboard.svelte";
import Seats from "./Seats.svelte";
import TableActions from "./TableActions.svelte";
import { DIE, happened, item, now, welcome } from "./fixtures";
import type { TableView } from "./tableView.svelte";

beforeEach(() => {
  vi.stubGlobal("localStorage", new MemoryStorage());
  vi.stubGlobal("location", { protocol: "http:", host: "here", origin: "http://here", hash: "", href: "http://here/" });
  vi.stubGlobal("fetch", async () => Response.json([]));
});
afterEach(() => vi.unstubAllGlobals());

const numbered = (items: Item[]) => items.map((one, seq) => ({ ...one, seq }));

/** A view of a table in some state. */
function view(state: Now, rest: object = {}): TableView {
  const shown = { table: "t1", seat: "red", now: state, items: [], connectionState: "open", wait: "", isCatchingUp: false, welcome: welcome("red") };
  return { ...shown, ownSeat: state.seats.find((one) => one.name === "red"), ...rest } as unknown as TableView;
}

const banners = (state: Now, rest: object = {}, more: object = {}) => textOf(markup(Banners, { view: view(state, rest), bots: false, left: null, onend: () => undefined, ...more }));
const OWED = { decisions: [asSent(decision([option("end_turn")]))] };

test("a table that is in order has no banner; a line that is down has one", () => {
  expect(banners(now("red", OWED))).toBe("");
  for (const connectionState of ["lost", "connecting"]) expect(banners(now("red"), { connectionState })).toContain("The line is down");
  expect(banners(now("red"), { wait: "The table is being set up." })).toContain("The table is being set up.");
});

test("a line that has ended for good says why and what to do; what the server says of a lost one is told", () => {
  const ended = (code: string, sentence: string) => banners(now("red"), { connectionState: "refused", refusal: { code, sentence } });
  expect(ended("E_PROTOCOL", "This server speaks version 12.")).toBe("This server speaks version 12. What you see is as it was. Load this page anew");
  expect(ended("E_TOKEN", "This link is void.")).toBe("This link is void. What you see is as it was. My matches");
  expect(banners(now("red"), { connectionState: "lost" }, { trouble: "There is no such table." })).toBe("There is no such table.");
  expect(banners(now("red"), {}, { trouble: "There is no such table." })).toBe("");
});

test.each([[10, true], [10.1, false], [0, true], [-3, true], [null, false]])("with %j seconds left for one's own choice there is a warning: %s", (left, isWarned) => {
  expect(banners(now("red", OWED), {}, { left }).includes("nearly up")).toBe(isWarned);
  expect(banners(now("red"), {}, { left })).not.toContain("nearly up");
});

test("a stop, what is caught up with, bots alone, and the end are told", () => {
  expect(banners(now("red", { stopped: { by: "teller", reason: "tea" } }))).toBe("Teller has stopped the table: tea");
  expect(banners(now("red"), { isCatchingUp: true })).toContain("Show how it stands now");
  expect(banners(now("red"), {}, { bots: true })).toContain("Only bots play here");
  expect(banners(now("red", { over: true, result: "red wins" }), {}, { bots: true })).toBe("Red wins How it ended");
});

test("who is asked can agree or not, and reads what that undoes; others read who is waited for", () => {
  const proposal = (waiting: string[], rest: object = {}) => now("red", { proposals: [{ number: 1, seat: "blue", what: "undo", waiting, event: 0, ...rest }] });
  const items = numbered([happened("start", { event: 0, kind: "opening", slots: [] }), happened("Blue moves", { event: 1, slots: ["blue"] })]);
  const asked = banners(proposal(["red"]), { items });
  expect(asked).toBe("Blue asks to take the last choice back. That undoes 1 choice of Blue: Blue moves . Do you agree? Agree No");
  const waits = banners(proposal(["green"]));
  expect([waits.includes("waiting for Green"), waits.includes("Agree")]).toEqual([true, false]);
  expect(banners(proposal(["green"], { seat: "red", what: "draw", event: null }))).toContain("You ask to end without a winner; waiting for Green. Withdraw");
  const both = now("red", { proposals: [{ number: 3, seat: "blue", what: "undo", waiting: ["red"], event: 0 }, { number: 4, seat: "blue", what: "draw", waiting: ["red"], event: null }] });
  expect(banners(both, { items }).match(/Do you agree\?/g)).toHaveLength(2);
  expect(banners({ ...both, over: true, result: "red wins" })).toBe("Red wins How it ended");
});

const seats = (state: Now, rest: object = {}) => markup(Seats, { now: state, slots: ["red", "blue"], you: "red", left: null, ...rest });

test("of each seat is told who sits there, whether they are here, and whether they choose", () => {
  const card = (name: string, rest: object) => ({ name, slots: [name], by: "person", person: "", present: true, referee: false, ...rest });
  const state = (rest: object) => now("red", { owing: ["red"], seats: [card("red", {}), card("blue", rest)] });
  expect(textOf(seats(state({ present: false })))).toBe("Red you here your move Blue a friend away waits");
  expect(textOf(seats(state({ person: "Ben" })))).toContain("Blue Ben here");
  expect(textOf(seats(state({ by: "open" })))).toContain("Blue open seat waits");
  expect(textOf(seats(state({ by: "greedy" })))).toContain("Blue bot, plays to win waits");
  expect(textOf(seats(state({ referee: true, slots: ["blue"] })))).toMatch(/Blue referee a friend here$/);
});

test("who chooses is marked, with the time left; nobody is after the end", () => {
  const state = now("red", { owing: ["blue"] });
  expect(tags(seats(state), "li").map((tag) => [tag.includes("choosing"), tag.includes("you")])).toEqual([[false, true], [true, false]]);
  expect(textOf(seats(state, { left: 61 }))).toContain("choosing 1:01");
  expect([14, 15].map((left) => seats(state, { left }).includes('class="short"'))).toEqual([true, false]);
  expect(textOf(seats(state, { left: -4 }))).toContain("choosing 0:00");
  const over = seats(now("red", { owing: ["blue"], over: true }), { left: 5 });
  expect([over.includes("choosing"), textOf(over).includes("waits")]).toEqual([false, false]);
});

test("a seat has the colour of its units: their team's, else its slot's", () => {
  const sides = (scene: object) => tags(seats(now("red", { scene: { ...SQUARE_SCENE, ...scene } })), "span", "dot").map((tag) => /side-(\d)/.exec(tag)?.[1]);
  expect(sides({})).toEqual(["0", "1"]);
  expect(sides({ tokens: SQUARE_SCENE.tokens.map((one) => ({ ...one, team: 1 - one.slot })) })).toEqual(["1", "0"]);
});

test("the log tells every event with its dice and modifiers, what was taken back as such, and no chat", () => {
  const why = [{ label: "cover", clause: "", amount: -1 }];
  const items = numbered([
    happened("start", { event: 0, kind: "opening", slots: [] }),
    happened("b1 shoots", { event: 1 }, { dice: [DIE], because: why, clause: "TTT-8.13" }),
    item({ item: "spoken", seat: "red", person: "", text: "Nice", side: "" }),
    happened("", { event: 2, kind: "undo", by: "blue", of: 0 }),
  ]);
  const html = markup(Log, { items });
  expect(textOf(html)).toContain("Taken back: b1 shoots");
  expect(textOf(html)).toContain("(cover −1)");
  expect([textOf(html).includes("Nice"), textOf(html).includes("Blue took back to event 0."), html.includes("TTT-8.13")]).toEqual([false, true, true]);
  expect(tags(html, "li", "back").length).toBe(1);
  expect(textOf(markup(Log, { items: [] }))).toBe("Nothing has happened yet.");
});

test("in a replay the event that is shown is marked, and each can be gone to by its number", () => {
  const items = numbered([happened("one", { event: 1 }), happened("two", { event: 2 })]);
  const html = markup(Log, { items, current: 2, onevent: () => undefined });
  expect(tags(html, "li").map((tag) => tag.includes("aria-current"))).toEqual([false, true]);
  expect(tags(html, "button", "number").length).toBe(2);
  expect(tags(markup(Log, { items }), "button", "number")).toEqual([]);
});

test("an end that the game words itself is told once, and of a long log the last 400 lines", () => {
  const ended = item({ item: "ended", winners: [], says: "A draw.", clause: "X-1", secret: "" });
  expect(textOf(markup(Log, { items: numbered([happened("all is over", {}, { closing: true }), ended]) }))).toBe("all is over");
  expect(textOf(markup(Log, { items: numbered([happened("one"), ended]) }))).toContain("A draw.");
  const many = numbered(Array.from({ length: 402 }, (_, k) => happened(`line ${k};`, { event: k })));
  const text = textOf(markup(Log, { items: many }));
  expect([text.startsWith("Show what came before line 2;"), text.includes("line 401;"), text.includes("line 1;")]).toEqual([true, true, false]);
});

test("messages are told with who said them and to which side; who looks on cannot speak", () => {
  const items = numbered([item({ item: "spoken", seat: "red", person: "Ann", text: "Hello", side: "" }), item({ item: "spoken", seat: "blue", person: "", text: "Psst", side: "team1" }), happened("Blue moves")]);
  const chat = (rest: object = {}) => markup(Chat, { view: view(now("red"), { items, ...rest }) });
  expect(textOf(chat())).toMatch(/Ann .* Hello .*Blue to Team1 .* Psst/);
  expect([textOf(chat()).includes("Blue moves"), chat().includes("to my side alone"), chat().includes("<form")]).toEqual([false, false, true]);
  expect(chat({ welcome: { ...welcome("red"), streams: ["table", "side team1"] } })).toContain("to my side alone");
  expect([chat({ seat: "" }).includes("<form"), textOf(chat({ seat: "" })).includes("only seats may speak")]).toEqual([false, true]);
});

test("dice are told by purpose while they fall, and what came of them once they lie", () => {
  const why = [{ label: "cover", clause: "", amount: -1 }];
  const event = (count: number, says = "b1 is hit") => ({ says, clause: "", dice: Array.from({ length: count }, () => DIE), because: why, closing: false, heading: false });
  const tray = (events: object[], isRolling = false) => markup(Dice, { roll: { id: 1, events, isRolling } as never, onskip: () => undefined });
  const text = (...words: Parameters<typeof tray>) => textOf(tray(...words).replaceAll(/<svg.*?<\/svg>/gs, ""));
  expect(text([event(1)])).toMatch(/^to hit .*cover −1 b1 is hit$/);
  expect([text([event(1)], true).includes("b1 is hit"), tray([event(1)], true).includes("Let the dice lie still")]).toEqual([false, true]);
  expect(text([event(20, "one"), event(11, "two"), event(10, "three")])).toMatch(/one and 21 more dice, in the log$/);
  expect(text([event(31)])).not.toContain("more dice");
  expect(text([1, 2, 3, 4, 5].map((count) => event(count)))).toContain("and 5 more dice");
});

test("the score is told row by row", () => {
  expect(textOf(markup(Scoreboard, { rows: [{ label: "Red", text: "3 pieces" }, { label: "Blue", text: "2 pieces" }] as never }))).toBe("Red 3 pieces Blue 2 pieces");
});

test("what can be done besides: taking back as it is allowed, and nothing for who does not play or after the end", () => {
  const actions = (change: object, rest: object = {}) => markup(TableActions, { view: view(now("red", change), rest) });
  const disabled = (change: object) => tags(actions(change), "button", "small").map((tag) => tag.includes("disabled"));
  expect(disabled({})).toEqual([true, true, false, false]);
  expect(disabled({ may_undo: true, undo: 3, redo: 2 })).toEqual([false, false, false, false]);
  expect(disabled({ must_ask_to_undo: true })).toEqual([false, true, false, false]);
  expect([textOf(actions({ may_undo: true })).includes("Ask to take back"), textOf(actions({ must_ask_to_undo: true })).includes("Ask to take back")]).toEqual([false, true]);
  expect(textOf(actions({ must_ask_to_undo: true, may_undo: true }))).not.toContain("Ask to take back");
  expect(textOf(actions({ over: true }))).not.toContain("Resign");
  expect([textOf(actions({ over: true })).includes("Replay so far"), textOf(actions({})).includes("Replay so far")]).toEqual([false, true]);
  expect(textOf(actions({}, { ownSeat: undefined }))).not.toContain("Resign");
});
