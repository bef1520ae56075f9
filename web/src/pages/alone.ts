// A match against bots, made at once: everybody but the first slot is a bot.

import { make, offer } from "../house";
import type { GameOffer } from "../messages";
import { keepMade, seatEach, seatsOf } from "./making";

const PLAIN = { packs: [], clock: { kind: "none", seconds: 60 }, listed: false };

/** Make the table; its address on the page. */
export async function playAlone(game: GameOffer, scenario: string, bot: string): Promise<string> {
  const { slots, scenario: named } = await offer(game.id, scenario, game.alone, []);
  const places = seatEach(slots, bot);
  const title = game.scenarios.find((one) => one.id === (scenario || named))?.title ?? game.title;
  const made = await make({ game: game.id, scenario, seats: seatsOf(places), title: "", options: game.alone, ...PLAIN });
  keepMade(made, places, title);
  return `#/t/${made.table}`;
}
