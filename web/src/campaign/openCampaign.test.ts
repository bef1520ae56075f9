import { afterEach, beforeEach, expect, test, vi } from "vitest";

import type { CampaignView } from "../api/messages";
import { OpenCampaign } from "./openCampaign.svelte";

let requests: string[];
let told: { view: Partial<CampaignView>; tag: string }; // as the server has it

beforeEach(() => {
  requests = [];
  told = { view: { number: 1, title: "Winter" }, tag: '"one"' };
  vi.stubGlobal("localStorage", { getItem: () => null, setItem: () => undefined });
  vi.stubGlobal("fetch", async (path: string, how: { headers: Record<string, string> }) => {
    requests.push(path.replace("/api/campaigns/c1", ""));
    if (path.includes("/log")) return Response.json([]);
    const headers = { ETag: told.tag };
    return how.headers["If-None-Match"] === told.tag ? new Response(null, { status: 304, headers }) : Response.json(told.view, { headers });
  });
});

afterEach(() => vi.unstubAllGlobals());

test("a campaign that is looked at is read only where it is another one, its entries where there are more", async () => {
  const open = new OpenCampaign("c1", "token");
  await open.look();
  const first = open.view;
  expect([first?.number, requests]).toEqual([1, ["", "/log?since=0"]]);
  requests = [];
  await open.look();
  expect(requests).toEqual([""]);
  expect(open.view).toBe(first);
  told = { view: { number: 1, title: "Winter war" }, tag: '"two"' };
  await open.look();
  expect([open.view?.title, requests]).toEqual(["Winter war", ["", ""]]);
  told = { view: { number: 2, title: "Winter war" }, tag: '"three"' };
  await open.look();
  expect([open.view?.number, requests]).toEqual([2, ["", "", "", "/log?since=0"]]);
});

test("what is read after something was done here stays, though a look was under way", async () => {
  const open = new OpenCampaign("c1", "token");
  await open.load();
  told = { view: { number: 2 }, tag: '"two"' };
  const look = open.look();
  await Promise.resolve();
  told = { view: { number: 3 }, tag: '"three"' };
  await Promise.all([look, open.load()]);
  expect(open.view?.number).toBe(3);
});

const ENTRY = { number: 3, sentences: ["Jo rests"] };

/** A server that answers each path with what a test says, and records what was sent. */
function serve(answers: Record<string, { body: unknown; status?: number }>) {
  const sent: { line: string; body: unknown }[] = [];
  vi.stubGlobal("fetch", async (path: string, how: { method: string; body: string | null }) => {
    const line = `${how.method} ${path.replace("/api/campaigns/c1", "")}`;
    sent.push({ line, body: how.body && JSON.parse(how.body) });
    const { body, status = 200 } = answers[line] ?? { body: [] };
    return Response.json(body, { status, headers: { ETag: '"t"' } });
  });
  return sent;
}

const refusal = (code: string) => ({ frame: "refusal", code, sentence: "No.", clause: "", key: "", address: "" });

test("the last eight entries are read with the campaign, the newest first, and the link is saved under its title", async () => {
  const saved: string[] = [];
  vi.stubGlobal("localStorage", { getItem: () => null, setItem: (_: string, text: string) => saved.push(text) });
  const log = Array.from({ length: 8 }, (_, k) => ({ number: 13 + k }));
  const sent = serve({ "GET ": { body: { number: 20, title: "Winter", who: "Sam", storyteller: true } }, "GET /log?since=12": { body: log } });
  const open = new OpenCampaign("c1", "abcdefghijklmnopqrstuvwxyz012345");
  await open.load();
  expect(sent.map((one) => one.line)).toEqual(["GET ", "GET /log?since=12"]);
  expect(open.lately.map((one) => one.number)).toEqual([20, 19, 18, 17, 16, 15, 14, 13]);
  expect(JSON.parse(saved.at(-1)!)).toMatchObject([{ campaign: "c1", title: "Winter", who: "Sam", storyteller: true, kept: 0 }]);
});

test.each([[401, true], [404, true], [499, true], [500, false], [503, false]])("a campaign that is answered with %i is refused for good: %s", async (status, isRefused) => {
  const sent = serve({ "GET ": { body: refusal("E"), status } });
  const open = new OpenCampaign("c1", "token");
  await open.load();
  expect([open.error, open.isRefused, open.view]).toEqual(["No.", isRefused, null]);
  await open.look();
  expect(sent.length).toBe(isRefused ? 1 : 2);
  serve({ "GET ": { body: { number: 0 } } });
  await open.load();
  expect([open.error, open.view?.number]).toEqual(["", 0]);
});

test("each change names the last entry that is shown here, and is shown when it is done", async () => {
  const answers: Record<string, { body: unknown }> = { "GET ": { body: { number: 2 } } };
  for (const path of ["commands", "advance", "undo"]) answers[`POST /${path}`] = { body: ENTRY };
  const sent = serve(answers);
  const open = new OpenCampaign("c1", "token");
  await open.load();
  answers["GET "] = { body: { number: 3 } };
  for (const change of [() => open.give({ command: "rest" }, "tea"), () => open.advance(2), () => open.undo(1, "a slip")]) {
    [open.done, open.isPreview] = [null, true];
    expect(await change()).toEqual(ENTRY);
    expect([open.done, open.isPreview, open.view?.number]).toEqual([ENTRY, false, 3]);
  }
  expect(sent.filter((one) => one.line.startsWith("POST"))).toEqual([
    { line: "POST /commands", body: { command: { command: "rest" }, reason: "tea", last: 2 } },
    { line: "POST /advance", body: { days: 2, reason: "", last: 3 } },
    { line: "POST /undo", body: { number: 1, reason: "a slip", last: 3 } },
  ]);
});

test.each([["E_STALE", 2], ["E_RULE", 1]])("a change refused by %s is thrown; who was too late is shown what was done", async (code, reads) => {
  const sent = serve({ "GET ": { body: { number: 0 } }, "POST /commands": { body: refusal(code), status: 409 } });
  const open = new OpenCampaign("c1", "token");
  await open.load();
  await expect(open.give({ command: "rest" }, "")).rejects.toThrow("No.");
  expect([sent.filter((one) => one.line === "GET ").length, open.done]).toEqual([reads, null]);
});

test("what is only looked at changes nothing, and says so", async () => {
  const sent = serve({ "POST /advance": { body: ENTRY }, "POST /undo": { body: ENTRY }, "POST /commands": { body: ENTRY } });
  const open = new OpenCampaign("c1", "token");
  await open.lookAhead(7);
  expect([open.done, open.isPreview]).toEqual([ENTRY, true]);
  await open.previewUndo(2);
  await open.preview({ command: "rest" });
  expect(sent.map((one) => [one.line, (one.body as { preview: boolean }).preview])).toEqual([["POST /advance", true], ["POST /undo", true], ["POST /commands", true]]);
});

test("a fight that is recorded shows its last entry; one of which nothing is kept says so", async () => {
  serve({ "GET ": { body: { number: 4 } }, "POST /fights/t1/record": { body: [{ number: 3 }, { number: 4 }] } });
  const open = new OpenCampaign("c1", "token");
  open.isPreview = true;
  expect([await open.record("t1"), open.done, open.isPreview, open.view?.number]).toEqual([true, { number: 4 }, false, 4]);
  expect([await open.record("t2"), open.done]).toEqual([false, null]);
});

test("links and fights are made and taken away, and the campaign is read again each time", async () => {
  const sent = serve({ "GET ": { body: { number: 0 } }, "POST /links": { body: { campaign: "c1", token: "made" } }, "POST /fights": { body: { table: "t1" } } });
  const open = new OpenCampaign("c1", "token");
  expect([await open.link("Pia", false), await open.startFight({ scenario: "yard" } as never)]).toEqual([{ campaign: "c1", token: "made" }, { table: "t1" }]);
  await open.revoke("Pia");
  const lines = sent.map((one) => one.line).filter((one) => !one.includes("/log"));
  expect(lines).toEqual(["POST /links", "GET ", "POST /fights", "GET ", "POST /revoke", "GET "]);
});

test("a page of the journal ends before a number, the newest first", async () => {
  const sent = serve({ "GET /log?since=9": { body: Array.from({ length: 25 }, (_, k) => ({ number: 10 + k })) } });
  const open = new OpenCampaign("c1", "token");
  const page = await open.entriesBefore(30);
  expect([page.length, page[0]!.number, page.at(-1)!.number]).toEqual([20, 29, 10]);
  await open.entriesBefore(5);
  expect(sent.map((one) => one.line)).toEqual(["GET /log?since=9", "GET /log?since=0"]);
});
