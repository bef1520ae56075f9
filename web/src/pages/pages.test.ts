// What small pages do: the lobby, a seat that is taken, saved matches, and who can reach the server.
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { saveToken, savedTokens } from "../api/tokens";
import type { TableCard } from "../api/messages";
import { navigate } from "../router.svelte";
import { settings } from "../settings.svelte";
import { HeldServer, settle } from "./fixtures";
import { Lobby } from "./lobby.svelte";
import { savedMatches, statusOf } from "./savedMatches";
import { SeatToTake } from "./seatToTake.svelte";
import { ServerReach } from "./serverReach.svelte";

vi.mock("../router.svelte", () => ({ navigate: vi.fn() }));
vi.mock("../settings.svelte", () => {
  const settings = { name: "Ann" };
  return { settings, updateSettings: (change: object) => Object.assign(settings, change) };
});

const TOKEN = "abcdefghijklmnopqrstuvwxyz_";
const seat = (name: string, by: string, rest: object = {}) => ({ name, slots: [name], by, person: "", present: false, referee: false, ...rest });
const card = (table: string, ...seats: object[]) => ({ table, title: "", scenario_title: "Squares", seats, over: false, result: "", made: 1 }) as unknown as TableCard;

let server: HeldServer;

beforeEach(() => {
  server = new HeldServer();
  settings.name = "Ann";
  vi.stubGlobal("location", { hostname: "localhost", href: "http://localhost:8420/#/invite/t1" });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.mocked(navigate).mockReset();
});

// The lobby

test("tables with open seats come first, then the newest", async () => {
  const lobby = new Lobby();
  void lobby.look();
  expect(lobby.cards).toBeNull();
  const [full, late, early] = [{ ...card("full", seat("a", "person")), made: 9 }, { ...card("late", seat("a", "open")), made: 5 }, { ...card("early", seat("a", "open"), seat("b", "open")), made: 3 }];
  await server.answer("GET /tables", [early, full, late]);
  expect(lobby.cards?.map((one) => one.table)).toEqual(["late", "early", "full"]);
});

test("while one looks again, what was there is still shown; only the last answer counts", async () => {
  const lobby = new Lobby();
  void lobby.look();
  await server.answer("GET /tables", [card("t1")]);
  void lobby.look();
  const late = await server.next("GET /tables");
  void lobby.look();
  await settle();
  expect(lobby.cards?.map((one) => one.table)).toEqual(["t1"]);
  await server.open.find((one) => one !== late)!.answer([card("t2")]);
  await late.answer([card("t3")]);
  expect(lobby.cards?.map((one) => one.table)).toEqual(["t2"]);
});

test("that one cannot look is told until one can, beside what was there", async () => {
  const lobby = new Lobby();
  void lobby.look();
  await server.answer("GET /tables", [card("t1")]);
  void lobby.look();
  await server.refuse("GET /tables", "Away.", 500);
  expect([lobby.error, lobby.cards?.length]).toEqual(["Away.", 1]);
  void lobby.look();
  const late = await server.next("GET /tables");
  void lobby.look();
  await settle();
  await server.open.find((one) => one !== late)!.answer([]);
  await late.answer({ code: "E", sentence: "Late." }, 500);
  expect([lobby.error, lobby.cards]).toEqual(["", []]);
});

// An open seat

async function atTable(wanted: string, ...seats: object[]): Promise<SeatToTake> {
  const taking = new SeatToTake("t1", wanted);
  void taking.load();
  await server.answer("GET /tables/t1", { card: card("t1", ...seats) });
  return taking;
}

const SEATS = [seat("red", "person"), seat("blue", "open"), seat("green", "open"), seat("grey", "greedy")];

test.each([["green", "green"], ["red", "blue"], ["", "blue"]])("of the open seats, with %j wanted, %s is chosen", async (wanted, chosen) => {
  const taking = await atTable(wanted, ...SEATS);
  expect([taking.open.map((one) => one.name), taking.seat, taking.name]).toEqual([["blue", "green"], chosen, "Ann"]);
});

test("where no seat is open none is chosen, and where there is no table it is told", async () => {
  expect((await atTable("red", SEATS[0]!)).seat).toBe("");
  const taking = new SeatToTake("t1", "");
  void taking.load();
  await server.refuse("GET /tables/t1", "No such table.", 404);
  expect([taking.error, taking.card]).toEqual(["No such table.", null]);
});

test("who sits down has the seat that they get, under the name that is remembered", async () => {
  const taking = await atTable("green", ...SEATS);
  taking.name = "  Ben ";
  void taking.take();
  expect([taking.busy, settings.name, (await server.next("POST /tables/t1/join")).body]).toEqual([true, "Ben", { seat: "green", person: "Ben" }]);
  await server.answer("POST /tables/t1/join", { token: TOKEN, seat: "blue" });
  expect([taking.busy, vi.mocked(navigate).mock.calls]).toEqual([false, [["#/t/t1"]]]);
  expect(savedTokens()).toMatchObject([{ table: "t1", seat: "blue", host: false, mine: true, token: TOKEN, title: "Squares" }]);
});

test("a seat that somebody else has taken meanwhile is open no more; why is told until one tries again", async () => {
  const taking = await atTable("green", ...SEATS);
  void taking.take();
  await server.refuse("POST /tables/t1/join", "That seat is taken.", 409);
  await server.answer("GET /tables/t1", { card: card("t1", SEATS[1]!, seat("green", "person")) });
  expect([taking.error, taking.open.map((one) => one.name), taking.seat, taking.busy, vi.mocked(navigate).mock.calls, savedTokens()]).toEqual(["That seat is taken.", ["blue"], "blue", false, [], []]);
  void taking.take();
  expect([taking.error, taking.busy]).toEqual(["", true]);
});

test("the seat that is chosen stays chosen while it is open", async () => {
  const taking = await atTable("", ...SEATS);
  taking.seat = "green";
  void taking.take();
  await server.refuse("POST /tables/t1/join", "Not now.", 409);
  await server.answer("GET /tables/t1", { card: card("t1", ...SEATS) });
  expect([taking.seat, taking.error]).toEqual(["green", "Not now."]);
});

// Saved matches

test("a match is listed once, with the seats that are one's own, and the title that is known", () => {
  const save = (table: string, name: string, rest: object, time: number) => saveToken({ table, seat: name, host: false, mine: true, token: `${TOKEN}${table}${name}`, title: "", ...rest }, time);
  save("t1", "", { host: true, title: "Friday" }, 1);
  save("t1", "red", { title: "Friday" }, 2);
  save("t1", "blue", { mine: false, title: "Friday" }, 3);
  save("t2", "", {}, 5);
  save("t1", "green", {}, 4);
  expect(savedMatches()).toEqual([{ table: "t2", title: "", seats: ["a seat"] }, { table: "t1", title: "Friday", seats: ["green", "red"] }]);
});

test.each([
  [{}, "Under way"],
  [{ seats: [seat("a", "open"), seat("b", "person")] }, "1 open seat"],
  [{ seats: [seat("a", "open"), seat("b", "open")] }, "2 open seats"],
  [{ over: true, seats: [seat("a", "open")] }, "Over"],
  [{ over: true, result: "red wins" }, "red wins"],
])("a table of which is known %j stands: %s", (known, says) => {
  expect(statusOf({ ...card("t1"), ...known } as TableCard)).toBe(says);
});

// Who can come

const REACH = { open: false, link: "http://192.168.1.5:8420/", password: false };

test("at this computer it is looked whether others can come; their address is used once they can", async () => {
  const reach = new ServerReach();
  void reach.look();
  expect([reach.base, reach.busy]).toEqual(["http://localhost:8420/", true]);
  await server.answer("GET /reach", REACH);
  expect([reach.reach, reach.base, reach.busy]).toEqual([REACH, "http://localhost:8420/", false]);
  void reach.letIn();
  expect(reach.busy).toBe(true);
  await server.answer("POST /reach", { ...REACH, open: true });
  expect([reach.reach?.open, reach.base, reach.busy]).toEqual([true, REACH.link, false]);
});

test("at any other address friends find it by that, and nothing is asked", async () => {
  vi.stubGlobal("location", { hostname: "table.example", href: "http://table.example/#/invite/t1" });
  const reach = new ServerReach();
  await reach.look();
  expect([server.lines, reach.base, reach.busy]).toEqual([[], "http://table.example/", false]);
});

test("that one may not ask is not told, any other refusal is until one looks again", async () => {
  const reach = new ServerReach();
  void reach.look();
  await server.refuse("GET /reach", "Only its own computer.", 403);
  expect([reach.error, reach.reach, reach.busy]).toEqual(["", null, false]);
  void reach.letIn();
  await server.refuse("POST /reach", "The port is taken.", 409);
  expect([reach.error, reach.busy, reach.base]).toEqual(["The port is taken.", false, "http://localhost:8420/"]);
  void reach.look();
  expect(reach.error).toBe("");
});
