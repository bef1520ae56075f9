import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { MemoryStorage } from "../api/fixtures";
import { savedTokens, saveToken } from "../api/tokens";
import { asSent, decision, option } from "../board/fixtures";
import { ScriptedConnection, now, refusal, welcome } from "./fixtures";
import { LocalSeats } from "./localSeats.svelte";

const notices = vi.hoisted(() => [] as string[]);
vi.mock("./connection", async () => ({ Connection: (await import("./fixtures")).ScriptedConnection }));
vi.mock("../sound", () => ({ playTone: () => undefined }));
vi.mock("../announcer.svelte", () => ({ announce: () => undefined, showNotice: () => undefined, notify: (words: string) => notices.push(words) }));

const TOKEN = "abcdefghijklmnopqrstuvwxyz012345";
const OWED = { decisions: [asSent(decision([option("end_turn")]))] };
const MINE = { table: "t1", host: false, mine: true, title: "" };

let store: MemoryStorage;
let seats: LocalSeats;

/** The connection of a seat. */
function lineOf(seat: string): ScriptedConnection {
  return ScriptedConnection.all.find((one) => one.token.endsWith(seat))!;
}

/** What comes to a seat, after which the page decides which one is shown. */
function comes(seat: string, change: object = {}): void {
  if (!seats.views.some((view) => view.seat === seat)) lineOf(seat).listener.welcome(welcome(seat));
  lineOf(seat).listener.now(now(seat, change));
}

function open(...names: string[]): void {
  names.forEach((seat, k) => saveToken({ ...MINE, seat, token: `${TOKEN}-${seat}` }, k, store));
  seats = new LocalSeats("t1");
}

const shown = () => seats.views.filter((view) => view.isShown).map((view) => view.seat);

beforeEach(() => {
  [store, ScriptedConnection.all, notices.length] = [new MemoryStorage(), [], 0];
  vi.stubGlobal("location", { protocol: "http:", host: "here" });
  vi.stubGlobal("document", { hidden: false });
  vi.stubGlobal("matchMedia", () => ({ matches: true }));
  vi.stubGlobal("localStorage", store);
  vi.stubGlobal("sessionStorage", new MemoryStorage());
});

afterEach(() => vi.unstubAllGlobals());

test("this browser's seats of the table are opened in the order of their saving, without a host's link and friends' links", () => {
  saveToken({ ...MINE, seat: "green", token: `${TOKEN}-green`, mine: false }, 3, store);
  saveToken({ ...MINE, seat: "", token: `${TOKEN}-host`, host: true }, 4, store);
  saveToken({ ...MINE, table: "t2", seat: "red", token: `${TOKEN}-other` }, 5, store);
  open("red", "blue");
  expect(ScriptedConnection.all.map((one) => one.token.slice(TOKEN.length))).toEqual(["-red", "-blue"]);
  expect([seats.views.map((view) => view.isShown), seats.current]).toEqual([[true, false], seats.views[0]]);
});

test("who has no seat here looks on", () => {
  open();
  expect(ScriptedConnection.all.map((one) => one.token)).toEqual([""]);
  ScriptedConnection.all[0]!.listener.welcome(welcome(""));
  ScriptedConnection.all[0]!.listener.now(now(""));
  seats.update();
  expect([seats.hasStarted, seats.passTo, savedTokens(store)]).toEqual([true, "", []]);
});

test("nothing is decided while a seat is still connecting; one that was refused is not waited for", () => {
  open("red", "blue");
  seats.update();
  comes("red", OWED);
  seats.update();
  expect(seats.hasStarted).toBe(false);
  lineOf("blue").listener.state("refused");
  lineOf("blue").listener.refusal(refusal("E_TOKEN", "This link is void."));
  seats.update();
  expect([seats.hasStarted, seats.current.seat]).toEqual([true, "red"]);
});

test("while all know the same, the seat that has to choose is shown by itself, and only that one", () => {
  open("red", "blue");
  comes("red", OWED);
  comes("blue");
  seats.update();
  expect([seats.hasStarted, seats.current.seat, shown()]).toEqual([true, "red", ["red"]]);
  comes("red");
  comes("blue", OWED);
  seats.update();
  expect([seats.current.seat, shown(), seats.passTo]).toEqual(["blue", ["blue"], ""]);
});

test("before a seat that knows something else everything is covered, until the device has been passed on", () => {
  open("red", "blue");
  comes("red", OWED);
  comes("blue");
  seats.update();
  comes("red", { sealed: [{ slot: "red", line: "move" }] });
  comes("blue", OWED);
  seats.update();
  expect([seats.passTo, shown(), seats.current.seat]).toEqual(["blue", [], "red"]);
  seats.update();
  expect(seats.passTo).toBe("blue");
  seats.confirmPassed();
  expect([seats.passTo, shown(), seats.current.seat]).toEqual(["", ["blue"], "blue"]);
});

test("at the beginning all is covered where both choose at the same time", () => {
  open("red", "blue");
  comes("red", OWED);
  comes("blue", OWED);
  seats.update();
  expect([seats.hasStarted, seats.passTo, shown()]).toEqual([false, "red", []]);
  seats.confirmPassed();
  expect([seats.hasStarted, seats.current.seat, shown()]).toEqual([true, "red", ["red"]]);
});

test("a Storyteller who also plays begins at the desk and stays there; the device goes to the character on request, and comes back", () => {
  const seats_ = [{ name: "teller", slots: [], by: "person", person: "", present: true, referee: true }, { name: "anna", slots: ["anna"], by: "person", person: "", present: true, referee: false }];
  const desk = { seats: seats_, commands: true, scene: { title: "all of it" } };
  open("teller", "anna");
  comes("anna", { ...OWED, seats: seats_ });
  comes("teller", desk);
  seats.update();
  expect([seats.passTo, shown()]).toEqual(["teller", []]);
  seats.confirmPassed();
  seats.update();
  expect([seats.passTo, shown(), seats.others]).toEqual(["", ["teller"], ["anna"]]);
  seats.goTo("anna");
  seats.update();
  expect([seats.passTo, shown()]).toEqual(["anna", []]);
  seats.confirmPassed();
  seats.update();
  expect([seats.passTo, shown(), seats.others]).toEqual(["", ["anna"], ["teller"]]);
  comes("anna", { seats: seats_ });
  seats.update();
  expect(seats.passTo).toBe("teller");
});

test("who sits here too is asked to agree, though the seat shown has to choose", () => {
  const asked = { proposals: [{ number: 1, seat: "red", what: "undo", waiting: ["blue"], event: 0 }] };
  open("red", "blue");
  comes("red", OWED);
  comes("blue");
  seats.update();
  expect(shown()).toEqual(["red"]);
  comes("red", { ...OWED, ...asked });
  comes("blue", asked);
  seats.update();
  expect(shown()).toEqual(["blue"]);
  comes("red", OWED);
  comes("blue");
  seats.update();
  expect(shown()).toEqual(["red"]);
});

test("where the seat passed to has chosen elsewhere meanwhile, the one that has to choose is passed to", () => {
  open("red", "blue");
  comes("red", OWED);
  comes("blue", OWED);
  seats.update();
  comes("red", { sealed: [{ slot: "red", line: "move" }] });
  seats.update();
  expect([seats.passTo, shown()]).toEqual(["blue", []]);
});

test("with its token is saved which seat it is for, at the time of its coming; other refusals are told", () => {
  open("red");
  const before = Date.now() / 1000;
  lineOf("red").listener.welcome(welcome("crimson", { host: true }));
  const [saved] = savedTokens(store);
  expect(saved).toMatchObject({ table: "t1", token: `${TOKEN}-red`, seat: "crimson", host: true, mine: true });
  expect(saved!.kept).toBeGreaterThanOrEqual(before);
  lineOf("red").listener.state("open");
  lineOf("red").listener.refusal(refusal("E_RATE", "Too fast."));
  expect(notices).toEqual(["Too fast."]);
});

test("all lines are tried at once and closed at once", () => {
  open("red", "blue");
  seats.reconnect();
  seats.close();
  expect(ScriptedConnection.all.map((one) => [one.retries, one.isClosed])).toEqual([[1, true], [1, true]]);
});

test.each([
  [404, { frame: "refusal", code: "E_NO_TABLE", sentence: "There is no such table.", clause: "", address: "" }, "There is no such table.", 0],
  [503, { frame: "refusal", code: "E_CLOSING", sentence: "The server is closing.", clause: "", address: "" }, "", 0],
  [200, { id: "t1" }, "", 1],
])("a table that cannot be reached is asked for: %i", async (status, body, error, retries) => {
  open("red");
  vi.stubGlobal("fetch", async () => Response.json(body, { status }));
  await seats.findTable();
  expect([seats.error, lineOf("red").retries]).toEqual([error, retries]);
});
