import { expect, test } from "vitest";

import { campaignLink, campaignTokenIn, isThisComputer, pageAt, seatLink, routeOf, tokenIn, watchLink } from "./routes";

const TOKEN = "abcdefghijklmnopqrstuvwxyz_-01";

test.each([
  ["", { page: "start" }],
  ["#/", { page: "start" }],
  ["#/nowhere/at/all", { page: "start" }],
  ["#/make/ttt/hold_the_hill", { page: "make", game: "ttt", scenario: "hold_the_hill" }],
  ["#/t/abc", { page: "table", table: "abc" }],
  ["#/replay/abc/12", { page: "replay", table: "abc", event: 12 }],
  ["#/replay/abc", { page: "replay", table: "abc", event: null }],
  ["#/campaigns", { page: "campaigns" }],
  ["#/campaign/abc", { page: "campaign", campaign: "abc", part: "", who: "" }],
  ["#/campaign/abc/who/anna", { page: "campaign", campaign: "abc", part: "who", who: "anna" }],
  ["#/rules/TTT-6.1", { page: "rules", clause: "TTT-6.1" }],
  ["#/join/abc/team%20one", { page: "join", table: "abc", seat: "team one" }],
  ["#/join/abc/%E0%A4%A", { page: "join", table: "abc", seat: "%E0%A4%A" }],
])("%s", (hash, route) => {
  expect(routeOf(hash)).toEqual(route);
});

test.each([["localhost", true], ["127.0.0.1", true], ["[::1]", true], ["192.168.1.5", false], ["table.localhost.org", false], ["1270.example", false]])("%s leads nobody but this computer here: %s", (host, is) => {
  expect(isThisComputer(host)).toBe(is);
});

test("a link that seats somebody has the token, and the address that is left has none", () => {
  const hash = seatLink("abc", TOKEN, "http://here/").replace("http://here/", "");
  expect(tokenIn(hash)).toEqual({ table: "abc", token: TOKEN, bare: "#/t/abc" });
  expect(tokenIn(watchLink("abc", ""))).toBeNull();
});

test("a link to a campaign has its token, and the address that is left has none", () => {
  const hash = campaignLink("abc", TOKEN, "http://here/").replace("http://here/", "");
  expect(campaignTokenIn(hash)).toEqual({ campaign: "abc", token: TOKEN, bare: "#/campaign/abc" });
  expect(campaignTokenIn("#/campaign/abc/journal")).toBeNull();
});

test.each([
  ["#/t/abc", "/api/tables/abc", TOKEN, `http://two/#/t/abc/${TOKEN}`],
  ["#/t/abc", "/api/tables/abc/items?since=3", "", "http://two/#/t/abc"],
  ["#/join/abc/red", "/api/tables/abc/join", "", "http://two/#/join/abc/red"],
  ["#/replay/abc/12", "/api/tables/abc/moments?from=0", TOKEN, "http://two/#/replay/abc/12"],
  ["#/campaign/xyz/who/anna", "/api/campaigns/xyz/fights/abc/seat", TOKEN, `http://two/#/campaign/xyz/${TOKEN}`],
  ["#/mine", "/api/tables/abc", "", ""], // one of many, and not what is shown
  ["#/t/abc", "/api/tables/other/now", TOKEN, ""],
  ["#/lobby", "/api/tables", "", ""],
])("%s, which asks for %s, goes on at another server as what it is", (hash, path, token, page) => {
  expect(pageAt("http://two/", path, token, { origin: "http://one", hash })).toBe(page);
  expect(pageAt("http://one/", path, token, { origin: "http://one", hash })).toBe("");
});
