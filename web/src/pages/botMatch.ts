// A new match against bots: every slot but the first, or the referee's, is a bot's.

import { createTable, fetchOffer } from "../api/client";
import type { GameOffer } from "../api/messages";
import { saveTableTokens, oneSeatEach, newSeats } from "./seatPlan";

const DEFAULTS = { packs: [], clock: { kind: "none", seconds: 60 }, listed: false };

/** Create the table; its address on the page. */
export async function createBotMatch(game: GameOffer, scenario: string, bot: string, chosen: Record<string, string> = {}): Promise<string> {
  const options = { ...game.alone, ...chosen };
  const { slots, referee, scenario: defaultScenario } = await fetchOffer(game.id, scenario, options, []);
  const plans = oneSeatEach({ slots, referee }, bot);
  const title = game.scenarios.find((one) => one.id === (scenario || defaultScenario))?.title ?? game.title;
  const created = await createTable({ game: game.id, scenario, seats: newSeats(plans), title: "", options, ...DEFAULTS });
  saveTableTokens(created, plans, title);
  return `#/t/${created.table}`;
}
