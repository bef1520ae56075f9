// Playing again: the one table that follows from a table, with the seats that this browser has there.
import { rematch } from "../api/client";
import { saveToken, tokensOf } from "../api/tokens";
import { titleOf } from "../api/messages";
import { navigate } from "../router.svelte";
import type { TableView } from "./tableView.svelte";

/** Go to the rematch, which is made if there is none yet; the maker's token comes first, so that they host it as well. */
export async function playAgain(view: TableView): Promise<void> {
  const entries = tokensOf(view.table).sort((one, other) => Number(other.host) - Number(one.host));
  let [address, failure]: [string, unknown] = ["", null];
  for (const { token, mine } of entries) {
    const found = await rematch(view.table, token).catch((refused: unknown) => {
      failure ??= refused; // it may be that of a link that is void by now
      return null;
    });
    if (!found) continue;
    const [title, now] = [titleOf(view.welcome?.card), Date.now() / 1000];
    if (found.host) saveToken({ table: found.table, seat: "", host: true, mine: true, token: found.host, title }, now);
    for (const [seat, own] of Object.entries(found.seats)) saveToken({ table: found.table, seat, host: false, mine, token: own, title }, now);
    address = `#/t/${found.table}`;
  }
  if (!address && failure) throw failure as Error;
  if (address) navigate(address);
}
