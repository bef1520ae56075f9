// The page follows the part of the address after #. A token in it is kept by the browser and taken out of sight.

import { keep } from "./keys";
import { routeOf, tokenIn, type Route } from "./routes";

function read(): Route {
  const found = tokenIn(location.hash);
  if (found) {
    const { table, token } = found;
    keep({ table, token, seat: "", host: false, mine: true, title: "" }, Date.now() / 1000);
    history.replaceState(null, "", found.bare);
  }
  return routeOf(location.hash);
}

export const at = $state({ route: read(), moved: 0 });

addEventListener("hashchange", () => {
  at.route = read();
  at.moved += 1;
});

/** Go to another screen. */
export function go(hash: string): void {
  location.hash = hash;
}
