import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { MemoryStorage } from "./api/fixtures";
import { savedTokens, saveToken } from "./api/tokens";
import { savedCampaigns } from "./campaign/saved";

const TOKEN = "abcdefghijklmnopqrstuvwxyz_-01";
let change: () => void;
let place: { hash: string };
let bare: string[];

/** The page, opened at an address. */
async function opened(hash: string) {
  vi.resetModules();
  place.hash = hash;
  return import("./router.svelte");
}

beforeEach(() => {
  [place, bare] = [{ hash: "" }, []];
  vi.stubGlobal("location", place);
  vi.stubGlobal("localStorage", new MemoryStorage());
  vi.stubGlobal("history", { replaceState: (_: unknown, __: string, to: string) => (bare.push(to), (place.hash = to)) });
  vi.stubGlobal("addEventListener", (name: string, then: () => void) => name === "hashchange" && (change = then));
});
afterEach(() => vi.unstubAllGlobals());

test("the token of a seat's link is saved as one's own, and gone from the address", async () => {
  const { router } = await opened(`#/t/abc/${TOKEN}`);
  expect([router.route, bare]).toEqual([{ page: "table", table: "abc" }, ["#/t/abc"]]);
  expect(savedTokens()).toMatchObject([{ table: "abc", token: TOKEN, seat: "", host: false, mine: true }]);
  expect(Math.abs(savedTokens()[0]!.kept - Date.now() / 1000)).toBeLessThan(60);
  expect(savedCampaigns()).toEqual([]);
});

test("a friend's link that is opened by who made the table is not taken by that; its seat is theirs when they say so", async () => {
  saveToken({ table: "abc", token: TOKEN, seat: "blue", host: false, mine: false, title: "T" }, 1);
  const { router, claimSeat } = await opened(`#/t/abc/${TOKEN}`);
  expect([router.route, bare]).toEqual([{ page: "claim", table: "abc", token: TOKEN }, ["#/t/abc"]]);
  expect(savedTokens()).toMatchObject([{ token: TOKEN, seat: "blue", mine: false, kept: 1 }]);
  claimSeat("abc", TOKEN);
  expect([router.route, router.visits]).toEqual([{ page: "table", table: "abc" }, 1]);
  expect(savedTokens()).toMatchObject([{ token: TOKEN, seat: "blue", mine: true, title: "T" }]);
});

test("the link of a campaign is saved, and gone from the address", async () => {
  const { router } = await opened(`#/campaign/xyz/${TOKEN}`);
  expect([router.route, bare]).toEqual([{ page: "campaign", campaign: "xyz", part: "", who: "" }, ["#/campaign/xyz"]]);
  expect([savedCampaigns().map((one) => [one.campaign, one.token]), savedTokens()]).toEqual([[["xyz", TOKEN]], []]);
});

test("an address without a token stays as it is; each change is a visit, also to a link that is opened in the same tab", async () => {
  const { router, navigate } = await opened("#/lobby");
  expect([router.route, router.visits, bare]).toEqual([{ page: "lobby" }, 0, []]);
  navigate("#/mine");
  expect([place.hash, router.route]).toEqual(["#/mine", { page: "lobby" }]);
  change();
  expect([router.route, router.visits]).toEqual([{ page: "mine" }, 1]);
  place.hash = `#/t/abc/${TOKEN}`;
  change();
  expect([router.route, router.visits, savedTokens().length]).toEqual([{ page: "table", table: "abc" }, 2, 1]);
});
