// Routes: the part of the address after #, which is never sent to a server.

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
  if (page === "rules") return { page, clause: first };
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

/** Go to the server at which a table is played; one at this very address will have it soon. */
export function goToServer(address: string, table: string, token: string): void {
  if (new URL(address).origin !== location.origin) location.assign(token ? seatLink(table, token, address) : watchLink(table, address));
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
