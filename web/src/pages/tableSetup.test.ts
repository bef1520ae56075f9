import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { savedTokens } from "../api/tokens";
import type { GameOffer, TableOffer } from "../api/messages";
import { SQUARE_SCENE } from "../board/fixtures";
import { navigate } from "../router.svelte";
import { HeldServer, gameOffer, gameOption, settle, tableOffer, tableTokens } from "./fixtures";
import { TableSetup } from "./tableSetup.svelte";

vi.mock("../router.svelte", () => ({ navigate: vi.fn() }));

const FORM = { id: "band", title: "Band", uses: [{ option: "band1", title: "One" }], ready: [], fields: [], empty: {} };
const TTT = gameOffer("ttt");
const GUN = gameOffer("gun", { sheets: ["band"], main_options: ["rules"], bots: ["random"] });
const OPTIONS = [gameOption("turns"), gameOption("rules"), gameOption("band1", { default: "louts", sheet: "band" })];
const OFFERS: Record<string, TableOffer> = { ttt: tableOffer(), gun: tableOffer({ options: OPTIONS }) };

let server: HeldServer;
let setup: TableSetup;

beforeEach(() => {
  server = new HeldServer();
  setup = new TableSetup();
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.mocked(navigate).mockReset();
});

/** Answer what is asked about a game, in the order in which it is asked. */
async function offers(game: string, offer: object = OFFERS[game]!): Promise<void> {
  await server.answer(`GET /games/${game}/preview`, { ...SQUARE_SCENE, title: game });
  await server.answer(`GET /games/${game}/offer`, offer);
}

async function opened(game = "", scenario = "", games: readonly GameOffer[] = [TTT, GUN]): Promise<void> {
  void setup.open(game, scenario);
  await server.answer("GET /games", games);
  await offers(setup.gameId);
  if (setup.game?.sheets.length) await server.answer("GET /games/gun/sheets", FORM);
}

/** What is asked of the server by an act. */
async function asks(act: () => unknown): Promise<string[]> {
  server.lines = [];
  void act();
  await settle();
  return server.lines.map((line) => line.replace("GET /games/", ""));
}

const state = () => ({ game: setup.gameId, scenario: setup.scenario, options: setup.options, slots: setup.offer?.slots ?? null, scene: setup.scene?.title ?? null, plan: setup.plan.map((one) => one.who), forms: setup.forms.length, sheets: setup.sheetPlan?.scenario ?? null, error: setup.error });
const SETTLED = { options: {}, slots: ["red", "blue"], plan: ["me", "friend"], error: "" };

test.each([
  ["", "", "ttt", "ttt_first"],
  ["gun", "gun_second", "gun", "gun_second"],
  ["gun", "nothing", "gun", "gun_first"],
  ["nothing", "gun_second", "ttt", "ttt_first"],
])("asked for %j and %j, it begins with %s and %s", async (game, scenario, id, first) => {
  await opened(game, scenario);
  expect(state()).toMatchObject({ ...SETTLED, game: id, scenario: first, scene: id });
});

test("without games, or without the server, it says so", async () => {
  void setup.open("", "");
  await server.refuse("GET /games", "Away.", 500);
  expect([setup.error, setup.offer, server.open]).toEqual(["Away.", null, []]);
});

test("each change asks for the offer and the board anew, with all that is chosen", async () => {
  await opened("gun");
  const query = "?scenario=gun_first&option=turns=b&option=rules=b&pack=two";
  await asks(() => setup.setOption("turns", "b"));
  await asks(() => setup.togglePack("two", ["one", "two"]));
  expect(await asks(() => setup.setOption("rules", "b"))).toEqual([`gun/offer${query}`, `gun/preview${query}`]);
  expect(await asks(() => setup.setOption("turns", null))).toEqual([`gun/offer${query.replace("&option=turns=b", "")}`, `gun/preview${query.replace("&option=turns=b", "")}`]);
  expect(await asks(() => setup.setOptions({ turns: "b" }))).toEqual(["gun/offer?scenario=gun_first&option=turns=b&pack=two", "gun/preview?scenario=gun_first&option=turns=b&pack=two"]);
  await asks(() => setup.togglePack("one", ["one", "two"]));
  expect(setup.packs).toEqual(["one", "two"]);
  await asks(() => setup.togglePack("two", ["one", "two"]));
  expect(setup.packs).toEqual(["one"]);
});

test("nothing that is of one game is left once another is chosen, not even while its offer is on the way or if none comes", async () => {
  await opened("gun");
  setup.plan = setup.plan.map((one) => ({ ...one, who: "random" }));
  Object.assign(setup, { title: "Friday", listed: true, seconds: "60" });
  void setup.setOption("turns", "b");
  void setup.chooseGame("ttt");
  const none = { options: {}, slots: null, scene: null, plan: [], forms: 0, sheets: null, error: "" };
  expect(state()).toEqual({ ...none, game: "ttt", scenario: "ttt_first" });
  expect([setup.mainOptions, setup.houseRules]).toEqual([[], []]);
  await server.refuse("GET /games/ttt/offer", "Away.");
  expect(state()).toEqual({ ...none, game: "ttt", scenario: "ttt_first", error: "Away." });
  void setup.chooseGame("ttt", "ttt_second");
  server.open = server.open.filter((one) => one.line.includes("second"));
  await offers("ttt");
  expect(state()).toEqual({ ...SETTLED, game: "ttt", scenario: "ttt_second", scene: "ttt", forms: 0, sheets: "ttt_second" });
  expect([setup.title, setup.listed, setup.seconds]).toEqual(["Friday", true, "60"]); // those are of the table
});

test("bots of one game do not sit at the table of another, though its seats are called alike", async () => {
  await opened("gun");
  setup.plan = setup.plan.map((one) => ({ ...one, who: "random" }));
  void setup.chooseGame("ttt");
  await offers("ttt");
  expect([setup.plan.map((one) => one.who), setup.bot]).toEqual([["me", "friend"], "greedy"]);
});

test("who sits where stays while the seats are the same, and begins anew with others", async () => {
  await opened("gun");
  setup.plan = setup.plan.map((one) => ({ ...one, who: "open" }));
  void setup.chooseScenario("gun_second");
  await offers("gun");
  expect(setup.plan.map((one) => one.who)).toEqual(["open", "open"]);
  void setup.setOption("turns", "b");
  await offers("gun", tableOffer({ slots: ["red", "blue", "green"], npcs: ["green"] }));
  expect(setup.plan.map((one) => [one.name, one.who])).toEqual([["red", "me"], ["blue", "friend"], ["NPCs", "random"]]);
});

test("another scenario keeps the house rules, and drops sheets that may not suit it", async () => {
  await opened("gun");
  await asks(() => setup.setOption("band1", "mine"));
  await asks(() => setup.setOption("turns", "b"));
  expect(setup.options).toEqual({ band1: "mine", turns: "b" });
  server.open = [];
  expect(await asks(() => setup.chooseScenario("gun_second"))).toEqual(["gun/offer?scenario=gun_second&option=turns=b", "gun/preview?scenario=gun_second&option=turns=b"]);
  await offers("gun");
  expect(setup.sheetPlan).toEqual({ scenario: "gun_second", options: { turns: "b" }, packs: [], usual: { turns: "a", rules: "a", band1: "louts" } });
});

test("forms of sheets are asked for once a game and packs, and what sheets have to suit has no sheets", async () => {
  await opened("gun");
  const [form] = setup.forms;
  void setup.setOption("band1", "mine");
  await offers("gun");
  expect([server.open, setup.forms[0] === form, setup.sheetPlan?.options]).toEqual([[], true, {}]);
  void setup.togglePack("one", ["one"]);
  await offers("gun");
  await server.answer("GET /games/gun/sheets/band?pack=one", { ...FORM, title: "Gang" });
  expect([setup.forms.map((one) => one.title), setup.sheetPlan?.packs]).toEqual([["Gang"], ["one"]]);
});

test("only the answer to the last question counts: offer, board, forms or refusal", async () => {
  await opened("ttt");
  void setup.chooseGame("gun");
  const [offer, preview] = [await server.next("GET /games/gun/offer"), await server.next("GET /games/gun/preview")];
  void setup.chooseGame("ttt");
  await offers("ttt");
  const before = state();
  await preview.answer({ ...SQUARE_SCENE, title: "late" });
  await offer.answer(tableOffer({ slots: ["late"] }));
  expect([state(), server.open]).toEqual([before, []]);
  void setup.chooseGame("gun");
  await offers("gun");
  const forms = await server.next("GET /games/gun/sheets");
  void setup.chooseGame("ttt");
  await offers("ttt");
  await forms.answer(FORM);
  expect(state()).toEqual(before);
  void setup.chooseGame("gun");
  const refused = await server.next("GET /games/gun/offer");
  void setup.chooseGame("ttt");
  await refused.answer({ sentence: "late", code: "E" }, 400);
  expect(setup.error).toBe("");
});

test("options that are refused are told until others are offered; sheets then have to suit those", async () => {
  await opened("gun");
  void setup.setOption("turns", "b");
  await server.refuse("GET /games/gun/offer", "That does not go together.");
  expect([setup.error, setup.offer?.slots, setup.sheetPlan?.options, setup.sheetPlan?.usual["band1"]]).toEqual(["That does not go together.", ["red", "blue"], { turns: "b" }, "louts"]);
  server.open = [];
  void setup.setOption("turns", null);
  await offers("gun");
  expect([setup.error, setup.sheetPlan?.options]).toEqual(["", {}]);
});

test("where options are refused before the forms of sheets have come, sheets can be picked that suit them", async () => {
  void setup.open("gun", "");
  await server.answer("GET /games", [TTT, GUN]);
  await offers("gun");
  void setup.setOption("turns", "b");
  await server.refuse("GET /games/gun/offer", "That costs too much.");
  await server.answer("GET /games/gun/sheets", FORM);
  expect([setup.error, setup.forms, setup.sheetPlan]).toEqual(["That costs too much.", [FORM], { scenario: "gun_first", options: { turns: "b" }, packs: [], usual: { turns: "a", rules: "a", band1: "louts" } }]);
});

test("forms that are asked for twice come once, and what is usual is that of the last offer", async () => {
  void setup.open("gun", "");
  await server.answer("GET /games", [TTT, GUN]);
  await offers("gun");
  const late = await server.next("GET /games/gun/sheets");
  void setup.setOption("turns", "b");
  await offers("gun", tableOffer({ options: [gameOption("turns", { default: "b" })] }));
  await server.open.find((one) => one !== late && one.line.includes("sheets"))!.answer(FORM);
  const [form] = setup.forms;
  await late.answer({ ...FORM, title: "Late" });
  expect([setup.forms[0] === form, setup.sheetPlan?.usual]).toEqual([true, { turns: "b" }]);
});

test("forms of other packs are not taken up", async () => {
  await opened("gun");
  void setup.togglePack("one", ["one"]);
  await offers("gun");
  const late = await server.next("GET /games/gun/sheets/band?pack=one");
  void setup.togglePack("one", ["one"]);
  await offers("gun");
  await late.answer({ ...FORM, title: "Late" });
  expect([setup.forms.map((one) => one.title), setup.sheetPlan?.packs]).toEqual([["Band"], []]);
});

test("a board that cannot be shown leaves the offer", async () => {
  void setup.open("", "");
  await server.answer("GET /games", [TTT]);
  await server.refuse("GET /games/ttt/preview", "No board.");
  await server.answer("GET /games/ttt/offer", OFFERS["ttt"]);
  expect([setup.scene, setup.offer?.slots, setup.error]).toEqual([null, ["red", "blue"], ""]);
});

test("main options stand apart from house rules", async () => {
  await opened("gun");
  expect([setup.mainOptions, setup.houseRules].map((some) => some.map((one) => one.name))).toEqual([["rules"], ["turns", "band1"]]);
});

test("the table is made with all that is chosen; with a friend one goes to its links, else to it", async () => {
  await opened("gun", "gun_second");
  Object.assign(setup, { options: { turns: "b" }, packs: ["one"], listed: true });
  void setup.create();
  expect(setup.busy).toBe(true);
  const seats = [{ name: "red", slots: ["red"], by: "person" }, { name: "blue", slots: ["blue"], by: "person" }];
  const plain = { game: "gun", scenario: "gun_second", options: { turns: "b" }, packs: ["one"], seats, clock: { kind: "none", seconds: 60 }, title: "", listed: true };
  expect((await server.next("POST /tables")).body).toEqual(plain);
  await server.answer("POST /tables", tableTokens("t1", "red", "blue"));
  expect([vi.mocked(navigate).mock.calls, setup.busy, savedTokens().map((one) => one.title)]).toEqual([[["#/invite/t1"]], false, ["Second of gun", "Second of gun", "Second of gun"]]);
  Object.assign(setup, { title: "Friday", seconds: "180", plan: setup.plan.map((one) => ({ ...one, who: one.who === "me" ? "me" : "random" })) });
  void setup.create();
  expect((await server.next("POST /tables")).body).toMatchObject({ title: "Friday", clock: { kind: "each", seconds: 180 }, seats: [seats[0], { ...seats[1], by: "random" }] });
  await server.answer("POST /tables", tableTokens("t2", "red", "blue"));
  expect([vi.mocked(navigate).mock.calls.at(-1), savedTokens().filter((one) => one.table === "t2").map((one) => one.title)]).toEqual([["#/t/t2"], ["Friday", "Friday", "Friday"]]);
});

test("a table that is refused can be made again; the refusal is told until then", async () => {
  await opened("ttt");
  void setup.create();
  await server.refuse("POST /tables", "The server is full.");
  expect([setup.error, setup.busy, vi.mocked(navigate).mock.calls]).toEqual(["The server is full.", false, []]);
  void setup.create();
  expect([setup.error, setup.busy]).toEqual(["", true]);
});
