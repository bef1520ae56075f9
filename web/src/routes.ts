// Routes: the part of the address after #, which is never sent to a server.

import { clauseNamed } from "./ui/clause";

export type Route =
  | { page: "start" }
  | { page: "make"; game: string; scenario: string }
  | { page: "lobby" }
  | { page: "mine" }
  | { page: "learn"; game: string; lesson: string }
  | { page: "rules"; clause: string }
  | { page: "table"; table: string }
  | { page: "invite"; table: string }
  | { page: "join"; table: string; seat: string }
  | { page: "replay"; table: string; event: number | null }
  | { page: "campaigns" }
  | { page: "campaign"; campaign: string; part: string; who: string };

/** The route of an address; the start page if it has no meaning. */
export function routeOf(hash: string): Route {
  const [page = "", ...rest] = hash.replace(/^#?\/?/, "").split("/").map(decode);
  const [first = "", second = "", third = ""] = rest;
  if (page === "make") return { page, game: first, scenario: second };
  if (page === "lobby" || page === "mine") return { page };
  if (page === "learn") return { page, game: first, lesson: second };
  if (page === "rules") return { page, clause: clauseNamed(first) };
  if (page === "t" && first) return { page: "table", table: first };
  if (page === "invite" && first) return { page, table: first };
  if (page === "join" && first) return { page, table: first, seat: second };
  if (page === "replay" && first) return { page, table: first, event: /^\d+$/.test(second) ? Number(second) : null };
  if (page === "campaigns") return { page };
  if (page === "campaign" && first) return { page, campaign: first, part: second, who: third };
  return { page: "start" };
}

/** The token in an address, and the address without it. */
export function tokenIn(hash: string): { table: string; token: string; bare: string } | null {
  const [, table, token] = /^#?\/t\/([\w-]+)\/([\w-]{20,64})$/.exec(hash) ?? [];
  return table && token ? { table, token, bare: `#/t/${table}` } : null;
}

/** The token of a campaign in an address, and the address without it. */
export function campaignTokenIn(hash: string): { campaign: string; token: string; bare: string } | null {
  const [, campaign, token] = /^#?\/campaign\/([\w-]+)\/([\w-]{20,64})$/.exec(hash) ?? [];
  return campaign && token ? { campaign, token, bare: `#/campaign/${campaign}` } : null;
}

/** The link by which somebody comes to a campaign. */
export function campaignLink(campaign: string, token: string, base: string = pageAddress()): string {
  return `${base}#/campaign/${campaign}/${token}`;
}

/** The link to a friend's seat. */
export function seatLink(table: string, token: string, base: string = pageAddress()): string {
  return `${base}#/t/${table}/${token}`;
}

/** The link for spectators. */
export function watchLink(table: string, base: string = pageAddress()): string {
  return `${base}#/t/${table}`;
}

/**
 * What shows at another server the table or campaign that is shown here, with its token; empty if a request was not about that, or if the
 * server is at this very address, which will have it soon.
 */
export function pageAt(address: string, path: string, token: string, here: { origin: string; hash: string }): string {
  const id = /^\/api\/(?:tables|campaigns)\/([^/?]+)/.exec(path)?.[1];
  const route = routeOf(here.hash);
  const shown = "table" in route ? route.table : "campaign" in route ? route.campaign : "";
  if (!id || decode(id) !== shown || new URL(address).origin === here.origin) return "";
  if (token && route.page === "table") return seatLink(shown, token, address);
  if (token && route.page === "campaign") return campaignLink(shown, token, address);
  return address + here.hash;
}

/** Go where `pageAt` says; whether there is such a place. */
export function goToServer(address: string, path: string, token: string): boolean {
  const page = address && pageAt(address, path, token, location);
  if (page) location.assign(page);
  return !!page;
}

/** Whether a host name means this computer: for anybody else it would mean theirs. */
export function isThisComputer(host: string): boolean {
  return /^(localhost|(.+\.)?localhost|127\.[\d.]+|\[?::1\]?)$/i.test(host);
}

export function pageAddress(): string {
  return location.href.split("#")[0] ?? "/";
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
