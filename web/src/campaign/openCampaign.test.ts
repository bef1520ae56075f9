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
