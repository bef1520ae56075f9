import { afterEach, beforeEach, expect, test, vi } from "vitest";

import * as client from "./client";

interface Sent {
  readonly method: string;
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body: unknown;
}

const TOKEN = "abcdefghijklmnopqrstuvwxyz012345";
let sent: Sent[];

beforeEach(() => {
  sent = [];
  vi.stubGlobal("fetch", async (path: string, how: { method: string; headers: Record<string, string>; body: unknown }) => {
    sent.push({ path, method: how.method, headers: how.headers, body: typeof how.body === "string" && how.headers["Content-Type"]?.includes("json") ? JSON.parse(how.body) : how.body });
    return Response.json([]);
  });
});
afterEach(() => vi.unstubAllGlobals());

const act = { command: { command: "add" }, reason: "" } as never;
const asked = { ask: "decision", slot: "red" } as never;
const blob = new Blob(["zip"]);

// What is sent by each: the method and the path, whether under a key, whether with the token, and the body.
const REQUESTS: readonly (readonly [name: keyof typeof client, call: () => Promise<unknown>, line: string, hasKey: boolean, hasToken: boolean, body?: unknown])[] = [
  ["fetchGames", () => client.fetchGames(), "GET /api/games", false, false],
  ["fetchOffer", () => client.fetchOffer("a b", "s", { force: "x y", seats: "1" }, ["p", "q"]), "GET /api/games/a%20b/offer?scenario=s&option=force%3Dx+y&option=seats%3D1&pack=p&pack=q", false, false],
  ["fetchPreview", () => client.fetchPreview("ttt", "", {}, []), "GET /api/games/ttt/preview", false, false],
  ["fetchSheetForm", () => client.fetchSheetForm("g", "band", ["p"]), "GET /api/games/g/sheets/band?pack=p", false, false],
  ["checkSheet", () => client.checkSheet("g", "band", { value: 1 } as never), "POST /api/games/g/sheets/band/check", false, false, { value: 1 }],
  ["fetchBoard", () => client.fetchBoard("/api/tables/t/board/ab", TOKEN), "GET /api/tables/t/board/ab", false, true],
  ["fetchPacks", () => client.fetchPacks(), "GET /api/packs", false, false],
  ["fetchRulebook", () => client.fetchRulebook("ttt"), "GET /api/games/ttt/rules", false, false],
  ["fetchClause", () => client.fetchClause("TTT-1.1"), "GET /api/rules/TTT-1.1", false, false],
  ["fetchTables", () => client.fetchTables(), "GET /api/tables", false, false],
  ["fetchCard", () => client.fetchCard("t/1"), "GET /api/tables/t%2F1", false, false],
  ["fetchNow", () => client.fetchNow("t1", TOKEN), "GET /api/tables/t1/now", false, true],
  ["createTable", () => client.createTable({ game: "ttt" } as never), "POST /api/tables", true, false, { game: "ttt" }],
  ["joinTable", () => client.joinTable("t1", { seat: "red", person: "Ann" }, TOKEN), "POST /api/tables/t1/join", true, true, { seat: "red", person: "Ann" }],
  ["importMatch", () => client.importMatch("a file"), "POST /api/tables/import", true, false, "a file"],
  ["forkMatch", () => client.forkMatch("t1", 3, "fork-key-of-mine"), "POST /api/tables/t1/fork", true, false, { event: 3 }],
  ["rematch", () => client.rematch("t1", TOKEN), "POST /api/tables/t1/rematch", true, true],
  ["fetchMoments", () => client.fetchMoments("t1", TOKEN), "GET /api/tables/t1/moments?from=0", false, true],
  ["fetchMatchFile", () => client.fetchMatchFile("t1", TOKEN), "GET /api/tables/t1/match", false, true],
  ["startLesson", () => client.startLesson("ttt", "first steps"), "POST /api/lessons/ttt?lesson=first%20steps", true, false],
  ["chooseInLesson", () => client.chooseInLesson("ttt", "l1", { line: "go" } as never), "POST /api/lessons/ttt/l1", false, false, { line: "go" }],
  ["askInLesson", () => client.askInLesson("ttt", "l1", asked, new AbortController().signal), "POST /api/lessons/ttt/l1/ask", false, false, { ask: asked }],
  ["createCampaign", () => client.createCampaign({ name: "W" } as never), "POST /api/campaigns", true, false, { name: "W" }],
  ["importCampaign", () => client.importCampaign(blob, TOKEN), "POST /api/campaigns/import", true, true, blob],
  ["fetchCampaignCard", () => client.fetchCampaignCard(TOKEN), "GET /api/campaigns", false, true],
  ["fetchCampaign", () => client.fetchCampaign("c1", TOKEN), "GET /api/campaigns/c1", false, true],
  ["fetchEntries", () => client.fetchEntries("c1", 4, TOKEN), "GET /api/campaigns/c1/log?since=4", false, true],
  ["giveCommand", () => client.giveCommand("c1", act, TOKEN), "POST /api/campaigns/c1/commands", true, true, act],
  ["advanceCampaign", () => client.advanceCampaign("c1", { days: 2 } as never, TOKEN), "POST /api/campaigns/c1/advance", true, true, { days: 2 }],
  ["undoEntry", () => client.undoEntry("c1", { number: 2 } as never, TOKEN), "POST /api/campaigns/c1/undo", true, true, { number: 2 }],
  ["fetchCampaignSheet", () => client.fetchCampaignSheet("c1", "jo/x", TOKEN), "GET /api/campaigns/c1/sheets/jo%2Fx", false, true],
  ["checkCampaignSheet", () => client.checkCampaignSheet("c1", "jo", { value: 1 } as never, TOKEN), "POST /api/campaigns/c1/sheets/jo/check", false, true, { value: 1 }],
  ["fetchSheetMarkdown", () => client.fetchSheetMarkdown("c1", "jo", TOKEN), "GET /api/campaigns/c1/sheets/jo/markdown", false, true],
  ["exportCampaign", () => client.exportCampaign("c1", TOKEN), "GET /api/campaigns/c1/export", false, true],
  ["makeCampaignLink", () => client.makeCampaignLink("c1", { name: "Pia" } as never, TOKEN), "POST /api/campaigns/c1/links", true, true, { name: "Pia" }],
  ["revokeCampaignLink", () => client.revokeCampaignLink("c1", "Pia", TOKEN), "POST /api/campaigns/c1/revoke", true, true, { name: "Pia" }],
  ["startFight", () => client.startFight("c1", { scenario: "s" } as never, TOKEN), "POST /api/campaigns/c1/fights", true, true, { scenario: "s" }],
  ["takeFightSeat", () => client.takeFightSeat("c1", "t1", "jo", TOKEN), "POST /api/campaigns/c1/fights/t1/seat", false, true, { seat: "jo" }],
  ["recordFight", () => client.recordFight("c1", "t1", "as it was", TOKEN), "POST /api/campaigns/c1/fights/t1/record", true, true, { reason: "as it was" }],
  ["fetchReach", () => client.fetchReach(), "GET /api/reach", false, false],
  ["openToNetwork", () => client.openToNetwork(), "POST /api/reach", false, false],
  ["enterPassword", () => client.enterPassword("sesame"), "POST /api/enter", false, false, { password: "sesame" }],
];

for (const [name, call, line, hasKey, hasToken, body] of REQUESTS) test(`${name} asks the server for the right thing`, async () => {
  await call();
  expect(sent.map((one) => `${one.method} ${one.path}`)).toEqual([line]);
  const { headers, body: what } = sent[0]!;
  expect(headers["Authorization"]).toBe(hasToken ? `Bearer ${TOKEN}` : undefined);
  expect(headers["Idempotency-Key"] ?? "").toMatch(hasKey ? /^[\w-]{16}$/ : /^$/);
  expect(what).toEqual(body ?? null);
  const media = body instanceof Blob ? "application/zip" : typeof body === "string" ? "text/plain; charset=utf-8" : body === undefined ? undefined : "application/json";
  expect(headers["Content-Type"]).toBe(media);
});

test("every function that asks the server stands above", () => {
  const others = ["newKey", "ApiError", "passwordPrompt"];
  expect(Object.keys(client).filter((name) => !others.includes(name)).sort()).toEqual(REQUESTS.map(([name]) => name).sort());
});

test("a match of many events is fetched page by page, up to one that is not full", async () => {
  const pages = [500, 500, 3];
  vi.stubGlobal("fetch", async (path: string) => (sent.push({ path } as Sent), Response.json(Array.from({ length: pages[sent.length - 1]! }, () => ({})))));
  expect((await client.fetchMoments("t1")).length).toBe(1003);
  expect(sent.map((one) => one.path.split("?")[1])).toEqual(["from=0", "from=500", "from=1000"]);
});

test("keys are never alike, and what is answered is passed on", async () => {
  expect(new Set(Array.from({ length: 200 }, client.newKey)).size).toBe(200);
  vi.stubGlobal("fetch", async () => Response.json({ card: { title: "Friday" } }));
  expect(await client.fetchCard("t1")).toEqual({ title: "Friday" });
});
