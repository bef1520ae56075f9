// A match against bots, made at once: everybody but the first slot is a bot.

import { createTable, fetchOffer } from "../api/client";
import type { GameOffer } from "../api/messages";
import { saveTableTokens, oneSeatEach, newSeats } from "./seatPlan";

const DEFAULTS = { packs: [], clock: { kind: "none", seconds: 60 }, listed: false };

/** Make the table; its address on the page. */
export async function createBotMatch(game: GameOffer, scenario: string, bot: string): Promise<string> {
  const { slots, scenario: named } = await fetchOffer(game.id, scenario, game.alone, []);
  const places = oneSeatEach(slots, bot);
  const title = game.scenarios.find((one) => one.id === (scenario || named))?.title ?? game.title;
  const created = await createTable({ game: game.id, scenario, seats: newSeats(places), title: "", options: game.alone, ...DEFAULTS });
  saveTableTokens(created, places, title);
  return `#/t/${created.table}`;
}
