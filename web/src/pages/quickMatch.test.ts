import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { savedTokens } from "../api/tokens";
import { navigate } from "../router.svelte";
import { markup, tags, textOf } from "../ui/rendered";
import QuickMatchDialog from "./QuickMatchDialog.svelte";
import { HeldServer, gameOffer, gameOption, settle, tableOffer, tableTokens } from "./fixtures";
import { QuickMatch } from "./quickMatch.svelte";

vi.mock("../router.svelte", () => ({ navigate: vi.fn() }));

const BANDS = gameOffer("gun", { sheets: ["band"], main_options: ["rules"], alone: { turns: "5" }, bots: ["random", "greedy"] });
const RULES = gameOption("rules", { about: "which rules are used", choices: ["a", "all_of_them"] });
const MODE = gameOption("mode");
const OFFER = tableOffer({ options: [RULES, gameOption("band1", { default: "louts", choices: [], sheet: "band" }), gameOption("turns")] });
const FORM = { id: "band", title: "Band", uses: [], ready: [], fields: [], empty: {} };

let server: HeldServer;

beforeEach(() => {
  server = new HeldServer();
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.mocked(navigate).mockReset();
});

/** A game whose offer and forms have come. */
async function opened(game = BANDS): Promise<QuickMatch> {
  const match = new QuickMatch(game);
  await server.answer("GET /games/gun/sheets", FORM);
  await server.answer("GET /games/gun/offer", OFFER);
  return match;
}

/** What a table is made with when the match starts. */
async function made(match: QuickMatch): Promise<Record<string, unknown>> {
  void match.start();
  await server.answer("GET /games/gun/offer", OFFER);
  return (await server.next("POST /tables")).body as Record<string, unknown>;
}

test("a match begins with the first scenario, the usual bot, and what the game asks for with its usual values", async () => {
  const match = await opened();
  expect([match.scenario, match.bot, match.asked, match.forms, match.error]).toEqual(["gun_first", "greedy", [RULES], [FORM], ""]);
  expect(match.plan).toEqual({ scenario: "gun_first", options: { turns: "5" }, packs: [], usual: { rules: "a", band1: "louts", turns: "a" } });
  expect(server.lines).toContain("GET /games/gun/offer?scenario=gun_first&option=turns=5");
  expect(match.valueOf(RULES)).toBe("a");
});

test("a game that asks for nothing is not asked about", async () => {
  new QuickMatch(gameOffer("ttt"));
  await settle();
  expect(server.lines).toEqual([]);
});

test("a table has what was chosen: scenario, bot, options, and sheets but those that were put back", async () => {
  const match = await opened();
  match.bot = "random";
  match.setMain("rules", "all_of_them");
  match.setSheet("band1", "mine");
  match.setSheet("band2", "theirs");
  match.setSheet("band2", null);
  expect([match.valueOf(RULES), match.plan?.options]).toEqual(["all_of_them", { turns: "5", rules: "all_of_them" }]);
  const table = await made(match);
  expect(table).toMatchObject({ game: "gun", scenario: "gun_first", options: { turns: "5", rules: "all_of_them", band1: "mine" }, packs: [], listed: false, title: "" });
  expect(table["seats"]).toEqual([{ name: "red", slots: ["red"], by: "person" }, { name: "blue", slots: ["blue"], by: "random" }]);
  expect(server.lines.at(-2)).toBe("GET /games/gun/offer?scenario=gun_first&option=turns=5&option=rules=all_of_them&option=band1=mine");
});

test("another scenario drops sheets that may not suit it, and main options that it does not have; the others stay", async () => {
  const match = await opened();
  match.setSheet("band1", "mine");
  match.setMain("rules", "all_of_them");
  match.bot = "random";
  match.chooseScenario("gun_second");
  await server.answer("GET /games/gun/sheets", { ...FORM, title: "Another" });
  await server.answer("GET /games/gun/offer?scenario=gun_second", OFFER);
  expect([match.plan?.scenario, match.plan?.options, match.bot, match.forms]).toEqual(["gun_second", { turns: "5", rules: "all_of_them" }, "random", [FORM]]);
  match.chooseScenario("gun_first");
  await server.answer("GET /games/gun/sheets", FORM);
  await server.answer("GET /games/gun/offer", tableOffer({ options: [gameOption("turns")] }));
  expect([match.asked, match.plan?.options]).toEqual([[], { turns: "5" }]);
  expect((await made(match))["options"]).toEqual({ turns: "5" });
});

test("only the answer about the scenario that is chosen last counts, also where it is an error", async () => {
  const match = await opened();
  match.chooseScenario("gun_second");
  const [forms, offer] = [await server.next("GET /games/gun/sheets"), await server.next("GET /games/gun/offer?scenario=gun_second")];
  match.chooseScenario("gun_first");
  await forms.answer(FORM);
  await offer.answer({ sentence: "away", code: "E" }, 400);
  expect([match.error, match.plan?.scenario]).toEqual(["", "gun_first"]);
  await server.refuse("GET /games/gun/offer?scenario=gun_first", "No such scenario.");
  expect(match.error).toBe("No such scenario.");
  match.chooseScenario("gun_second");
  expect(match.error).toBe("");
});

test("nothing is left of one game's dialog in the next one's", async () => {
  const first = await opened();
  first.setMain("rules", "all_of_them");
  first.setSheet("band1", "mine");
  first.bot = "random";
  first.chooseScenario("gun_second");
  await server.refuse("GET /games/gun/offer?scenario=gun_second", "Away.");
  first.close();
  server.open = [];
  const next = await opened();
  expect([next.scenario, next.bot, next.error, next.busy, next.valueOf(RULES), next.plan?.options]).toEqual(["gun_first", "greedy", "", false, "a", { turns: "5" }]);
  expect((await made(next))["options"]).toEqual({ turns: "5" });
});

test("each main option is chosen by itself, and a game that has only those is asked about; a referee's seat is one's own", async () => {
  const match = new QuickMatch({ ...BANDS, sheets: [], main_options: ["rules", "mode"] });
  await server.answer("GET /games/gun/offer", tableOffer({ options: [RULES, MODE] }));
  match.setMain("rules", "all_of_them");
  match.setMain("mode", "b");
  match.chooseScenario("gun_second");
  await server.answer("GET /games/gun/offer", tableOffer({ options: [RULES, MODE] }));
  void match.start();
  await server.answer("GET /games/gun/offer", tableOffer({ slots: ["red", "teller"], referee: "teller" }));
  expect((await server.next("POST /tables")).body).toMatchObject({
    scenario: "gun_second",
    options: { turns: "5", rules: "all_of_them", mode: "b" },
    seats: [{ name: "red", by: "greedy" }, { name: "teller", by: "person" }],
  });
});

test("what is offered for a scenario that is no longer chosen is not taken up", async () => {
  const match = await opened();
  match.chooseScenario("gun_second");
  const late = [await server.next("GET /games/gun/sheets"), await server.next("GET /games/gun/offer?scenario=gun_second")] as const;
  match.chooseScenario("gun_first");
  await late[0].answer(FORM);
  await late[1].answer(tableOffer({ options: [MODE] }));
  expect([match.plan?.scenario, match.asked]).toEqual(["gun_first", [RULES]]);
});

test("a table that is made is gone to, and its seats are saved; not once the dialog is closed", async () => {
  const match = await opened();
  await made(match);
  expect(match.busy).toBe(true);
  await server.answer("POST /tables", tableTokens("t1", "red", "blue"));
  expect([vi.mocked(navigate).mock.calls, match.busy]).toEqual([[["#/t/t1"]], false]);
  expect(savedTokens().map(({ seat, host, mine, title }) => [seat, host, mine, title]).sort()).toEqual([["", true, true, "First of gun"], ["blue", false, false, "First of gun"], ["red", false, true, "First of gun"]]);
  await made(match);
  match.close();
  await server.answer("POST /tables", tableTokens("t2"));
  expect(vi.mocked(navigate)).toHaveBeenCalledTimes(1);
});

test("a refusal is shown until the next try, and the match can be started again", async () => {
  const match = await opened();
  await made(match);
  await server.refuse("POST /tables", "The server is full.");
  expect([match.error, match.busy]).toEqual(["The server is full.", false]);
  void match.start();
  expect([match.error, match.busy]).toEqual(["", true]);
});

test("the dialog shows what is chosen, and is shut while the table is made", async () => {
  const match = await opened(gameOffer("gun", { ...BANDS, sheets: ["band"] }));
  match.setMain("rules", "all_of_them");
  match.scenario = "gun_second";
  const show = () => markup(QuickMatchDialog, { match, onclose: () => undefined });
  expect(textOf(show())).toContain("Which rules are used a all of them");
  expect(tags(show(), "option").filter((tag) => tag.includes("selected")).map((tag) => /value="([^"]*)"/.exec(tag)?.[1])).toEqual(["gun_second", "greedy", "all_of_them"]);
  expect(tags(show(), "a").map((tag) => /href="([^"]*)"/.exec(tag)?.[1])).toEqual(["#/make/gun/gun_second"]);
  expect([textOf(show()).includes("Start"), tags(show(), "button", "primary")[0]!.includes("disabled")]).toEqual([true, false]);
  Object.assign(match, { busy: true, error: "No." });
  expect([textOf(show()).includes("No. Setting up …"), tags(show(), "button", "primary")[0]!.includes("disabled")]).toEqual([true, true]);
});
