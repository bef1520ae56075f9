// The route of the page, from the address after #. A token in it is saved and removed from the address.

import { isFriends, saveToken } from "./api/tokens";
import { saveCampaign } from "./campaign/saved";
import { campaignTokenIn, routeOf, tokenIn, type Route } from "./routes";

/** The screens: one of them has no address, since a token is no part of any. */
type Screen = Route | { page: "claim"; table: string; token: string };

/** Save the token of a seat as one's own. */
function takeSeat(table: string, token: string): void {
  saveToken({ table, token, seat: "", host: false, mine: true, title: "" }, Date.now() / 1000);
}

function readRoute(): Screen {
  const link = tokenIn(location.hash);
  if (link) {
    const { table, token } = link;
    history.replaceState(null, "", link.bare);
    if (isFriends(token)) return { page: "claim", table, token };
    takeSeat(table, token);
  }
  const opened = campaignTokenIn(location.hash);
  if (opened) {
    saveCampaign({ campaign: opened.campaign, token: opened.token }, Date.now() / 1000);
    history.replaceState(null, "", opened.bare);
  }
  return routeOf(location.hash);
}

export const router: { route: Screen; visits: number } = $state({ route: readRoute(), visits: 0 });

addEventListener("hashchange", () => {
  router.route = readRoute();
  router.visits += 1;
});

/** Take the friend's seat whose link was opened here, and go to its table. */
export function claimSeat(table: string, token: string): void {
  takeSeat(table, token);
  router.route = { page: "table", table };
  router.visits += 1;
}

/** Go to another screen. */
export function navigate(hash: string): void {
  location.hash = hash;
}
