// The route of the page, from the address after #. A token in it is saved and removed from the address.

import { saveToken } from "./api/tokens";
import { saveCampaign } from "./campaign/saved";
import { campaignTokenIn, routeOf, tokenIn, type Route } from "./routes";

function readRoute(): Route {
  const link = tokenIn(location.hash);
  if (link) {
    const { table, token } = link;
    saveToken({ table, token, seat: "", host: false, mine: true, title: "" }, Date.now() / 1000);
    history.replaceState(null, "", link.bare);
  }
  const opened = campaignTokenIn(location.hash);
  if (opened) {
    saveCampaign({ campaign: opened.campaign, token: opened.token }, Date.now() / 1000);
    history.replaceState(null, "", opened.bare);
  }
  return routeOf(location.hash);
}

export const router = $state({ route: readRoute(), visits: 0 });

addEventListener("hashchange", () => {
  router.route = readRoute();
  router.visits += 1;
});

/** Go to another screen. */
export function navigate(hash: string): void {
  location.hash = hash;
}
