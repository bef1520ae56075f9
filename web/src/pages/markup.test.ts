// Pages as they are drawn first, with what the server answers at once.
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { MemoryStorage } from "../api/fixtures";
import { saveToken } from "../api/tokens";
import type { GameOption, TableCard } from "../api/messages";
import { markup, tags, textOf } from "../ui/rendered";
import GameOptions from "./GameOptions.svelte";
import Invite from "./Invite.svelte";
import Join from "./Join.svelte";
import Learn from "./Learn.svelte";
import Lesson from "./Lesson.svelte";
import Lobby from "./Lobby.svelte";
import MyMatches from "./MyMatches.svelte";
import NewTable from "./NewTable.svelte";
import Reach from "./Reach.svelte";
import Replay from "./Replay.svelte";
import Rules from "./Rules.svelte";
import SeatPlanEditor from "./SeatPlanEditor.svelte";
import Start from "./Start.svelte";
import { gameOffer, gameOption, tableOffer } from "./fixtures";
import type { ServerReach } from "./serverReach.svelte";

const { answers, never } = vi.hoisted(() => ({ answers: { games: {} as object, card: {} as object }, never: () => new Promise(() => undefined) }));

vi.mock("../router.svelte", () => ({ navigate: vi.fn() }));
vi.mock("../api/client", async (original) => ({ ...(await original<object>()), fetchGames: () => answers.games, fetchCard: () => answers.card, fetchTables: never, fetchReach: never }));

const TOKEN = "abcdefghijklmnopqrstuvwxyz_";
const FULL = gameOffer("fs3", { title: "FS3", summary: "Many heroes.", notice: "By somebody.", lesson: true, lessons: [{ name: "", title: "FS3" }, { name: "storyteller", title: "FS3 as the Storyteller" }], campaigns: true, scenarios: [{ id: "s1", title: "One" }], on_squares: false });

beforeEach(() => {
  vi.stubGlobal("localStorage", new MemoryStorage());
  vi.stubGlobal("location", { hostname: "table.example", href: "http://table.example/#/" });
  vi.stubGlobal("navigator", {});
  vi.stubGlobal("innerWidth", 1000);
  answers.games = [gameOffer("ttt"), FULL];
});
afterEach(() => vi.unstubAllGlobals());

/** The links of a page, each as its name, or its text, and where it leads. */
function links(html: string): string[] {
  return [...html.matchAll(/<a\b([^>]*)>(.*?)<\/a>/gs)].map(([, tag, text]) => `${/aria-label="([^"]*)"/.exec(tag!)?.[1] ?? textOf(text!)}: ${/href="([^"]*)"/.exec(tag!)?.[1]}`);
}

test("the start page has a card for each game with what the game has, and the ways on", () => {
  const html = markup(Start, {});
  const [first, second] = html.split("<section").slice(2).map(textOf);
  expect(first).toContain("Game ttt 2 scenarios Play now against bots With friends Rules");
  expect(second).toContain("FS3 Many heroes. 1 scenario, with a lesson Play now against bots With friends Rules Learn it Campaigns Learn it as storyteller Copyright and licence By somebody.");
  expect(links(html)).toEqual([
    "With friends: Game ttt: #/make/ttt", "Rules: Game ttt: #/rules/TTT",
    "With friends: FS3: #/make/fs3", "Rules: FS3: #/rules/FS3", "Learn it: FS3: #/learn/fs3", "Campaigns: FS3: #/campaigns", "Learn it as storyteller: FS3: #/learn/fs3/storyteller",
    "Campaigns Characters that live on between fights: #/campaigns", "Open seats Join a table where somebody waits: #/lobby", "My matches Go on where you left off: #/mine",
  ]);
});

test("the list of lessons has each lesson of each game that has some", () => {
  const html = markup(Learn, { game: "", lesson: "" });
  expect(links(html)).toEqual(["Begin with FS3: #/learn/fs3", "Begin with FS3 as the Storyteller: #/learn/fs3/storyteller"]);
  expect(textOf(html)).not.toContain("ttt");
});

test.each([["", false], ["XYZ-1.1", true], ["nothing", true]])("without a rulebook for %j all are listed", (clause, isMissed) => {
  const html = markup(Rules, { clause });
  expect(links(html)).toEqual(["Read the rules: Game ttt: #/rules/TTT", "Learn by playing: FS3: #/learn/fs3", "Read the rules: FS3: #/rules/FS3"]);
  expect(textOf(html).includes(`No rulebook has a clause ${clause}.`)).toBe(isMissed);
});

test.each(["TTT-6.1", "FS3-15.3a", "TTT"])("%s opens its rulebook", (clause) => {
  vi.stubGlobal("fetch", never);
  expect(textOf(markup(Rules, { clause }))).toBe("Opening the rulebook …");
});

test("pages that wait for the server say so", () => {
  vi.stubGlobal("fetch", never);
  answers.games = never();
  expect(textOf(markup(Lobby, {}))).toBe("Open seats Look again Looking around …");
  expect(textOf(markup(Replay, { table: "t1", event: null }))).toContain("Reading the match …");
  expect(textOf(markup(Lesson, { game: "ttt", name: "" }))).toBe("Lesson Laying the table …");
  expect(textOf(markup(Join, { table: "t1", seat: "" }))).toBe("Take a seat");
  const setup = markup(NewTable, { game: "", scenario: "" });
  expect([textOf(setup).includes("Who sits where"), tags(setup, "button", "primary")[0]!.includes("disabled")]).toEqual([false, true]);
});

const seat = (name: string, by: string, rest: object = {}) => ({ name, slots: [name], by, person: "", ...rest });

test("of each seat stands the link of a friend, also once they sit there, else who has it", () => {
  answers.card = { table: "t1", listed: false, scenario_title: "Squares", seats: [seat("red", "person"), seat("blue", "person"), seat("green", "open"), seat("grey", "greedy"), seat("pink", "person", { person: "Ben" }), seat("white", "person")] } as unknown as TableCard;
  const save = (name: string, rest: object) => saveToken({ table: "t1", seat: name, host: false, mine: false, token: `${TOKEN}${name}`, title: "", ...rest }, 1);
  save("red", { mine: true });
  save("", { host: true, mine: true, token: `${TOKEN}host` });
  for (const name of ["blue", "pink"]) save(name, {});
  const html = markup(Invite, { table: "t1" });
  const rows = html.split('class="seat"').slice(1);
  const linkOf = (row: string) => /value="([^"]*)"/.exec(row)?.[1] ?? "";
  expect(rows.map(linkOf)).toEqual(["", `http://table.example/#/t/t1/${TOKEN}blue`, "http://table.example/#/join/t1/green", "", `http://table.example/#/t/t1/${TOKEN}pink`, "", "http://table.example/#/t/t1"]);
  expect(rows.map((row) => textOf(`<div ${row}`).includes("Play it on this device"))).toEqual([false, true, false, false, false, false, false]);
  for (const text of ["Red This one is yours.", "Open: whoever comes may take it.", "Grey Bot, plays to win.", "Pink Ben.", "White Taken."]) expect(textOf(html)).toContain(text);
  expect(links(html)).toEqual(["Go to the table: #/t/t1"]);
  answers.card = { ...answers.card, listed: true };
  expect(textOf(markup(Invite, { table: "t1" }))).toContain("may take it, also from the lobby.");
});

test("of each saved match stand its seats and how it stands; keys can be saved where there are some", () => {
  const save = () => [...markup(MyMatches, {}).matchAll(/<button[^>]*>\s*Save my keys/g)][0]![0].includes("disabled");
  expect([textOf(markup(MyMatches, {})).includes("No matches yet."), save()]).toEqual([true, true]);
  saveToken({ table: "t1", seat: "red", host: false, mine: true, token: `${TOKEN}red`, title: "Friday" }, 1);
  answers.card = { over: true, result: "red wins", seats: [] };
  const html = markup(MyMatches, {});
  expect([textOf(html).includes("Friday You: Red. red wins Open Replay Forget"), textOf(html).includes("No matches yet."), save()]).toEqual([true, false, false]);
  expect(links(html)).toEqual(["Friday: #/t/t1", "Open Friday: #/t/t1", "Replay of Friday: #/replay/t1"]);
});

const reach = (change: object, rest: object = {}) => markup(Reach, { server: { reach: { open: false, link: "http://192.168.1.5/", password: false, ...change }, error: "", busy: false, base: "http://table.example/", look: () => undefined, ...rest } as unknown as ServerReach });

test("whether friends can come is told with what can be done about it", () => {
  expect(textOf(reach({}))).toMatch(/Nobody else is let in yet\. Let others on my network in Until the server ends; without a password\./);
  expect(textOf(reach({ password: true }))).toContain("Until the server ends. For good");
  expect(textOf(reach({ link: "" }))).toMatch(/It is on no network by which others could come\. Look again$/);
  expect(tags(reach({}, { busy: true }), "button")[0]).toContain("disabled");
  expect(textOf(reach({ open: true }))).toBe("These links work for everybody on your network. Who has the address needs no password.");
  expect(textOf(reach({ open: true, password: true }, { base: "http://192.168.1.5/" }))).toBe("These links work for everybody on your network. The server asks them for its password. You yourself stay at http://table.example/ .");
  expect(textOf(reach({}, { reach: null, error: "Away." }))).toBe("Away.");
});

const SWITCH = gameOption("night_fight", { choices: ["0", "1"], default: "0" });
const NUMBER = gameOption("turns", { choices: [], low: 1, high: 9, default: "5" });
const TEXT = gameOption("word", { choices: [], default: "" });
const SHEET = gameOption("band1", { choices: [], default: "louts", sheet: "band" });

const rules = (values: Record<string, string>, options: readonly GameOption[] = [SWITCH, NUMBER, TEXT, SHEET]) => markup(GameOptions, { options, values, onchange: () => undefined });

test("house rules are told with what is usual, and how many are changed; sheets are none", () => {
  expect(textOf(rules({}))).toMatch(/^House rules 3, all as usual night fight off \(usual\) on about night_fight turns about turns Usual: 5\. word about word Usual: none\. All as usual again$/);
  const html = rules({ night_fight: "1", turns: "7", band1: "mine" });
  expect([textOf(html).includes("House rules 2 changed"), textOf(html).includes("All as usual again")]).toEqual([true, true]);
  expect(tags(html, "option").map((tag) => tag.includes("selected"))).toEqual([false, true]);
  expect(tags(html, "input").map((tag) => /value="([^"]*)"/.exec(tag)?.[1])).toEqual(["7", ""]);
  expect([tags(html, "label", "changed").length, tags(html, "input")[0]]).toEqual([2, expect.stringMatching(/min="1".*max="9"/)]);
  expect(textOf(rules({ band1: "mine" }))).toContain("3, all as usual");
});

const editor = (offer: object, plan: object[]) => markup(SeatPlanEditor, { tableOffer: tableOffer(offer), plan: plan as never, bots: ["greedy"], defaultBot: "greedy", onchange: () => undefined });
const sits = (name: string, who: string, slots = [name]) => ({ name, who, slots });

test("for each seat is told who decides: no bot for a referee; several own seats share the device", () => {
  const html = editor({ slots: ["teller", "red", "blue"], referee: "teller" }, [sits("teller", "me"), sits("red", "friend"), sits("blue", "greedy")]);
  const rows = html.split("<li").slice(1);
  expect(rows.map((row) => [tags(row, "option").length, /value="([^"]*)"[^>]*selected/.exec(row)?.[1]])).toEqual([[3, "me"], [4, "friend"], [4, "greedy"]]);
  expect([textOf(rows[0]!).includes("Teller referee"), textOf(html).includes("One each"), textOf(html).includes("One a team"), textOf(html).includes("pass the device")]).toEqual([true, true, false, false]);
  expect(textOf(editor({ slots: ["a", "b", "c"], groups: { x: ["a"] } }, [sits("a", "me")]))).toContain("One a team");
  const two = editor({}, [sits("red", "me"), sits("blue", "me", ["blue", "green"])]);
  expect([textOf(two).includes("pass the device"), textOf(two).includes("One each"), textOf(two).includes("Green ✕")]).toEqual([true, false, true]);
});
