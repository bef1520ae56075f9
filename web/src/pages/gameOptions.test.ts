import { expect, test } from "vitest";

import type { GameOption } from "../api/messages";
import { markup } from "../ui/rendered";
import GameOptions from "./GameOptions.svelte";

const OPTION = { name: "order_timer_s", about: "Seconds for the orders of a turn.", default: "0", choices: [], low: 0, high: 600, sheet: "" } as unknown as GameOption;
const drawn = (values: Record<string, string>) => markup(GameOptions, { options: [OPTION], values, onchange: () => undefined });
const shape = (html: string) => [...html.matchAll(/<\/?\w+/g)].map(([tag]) => tag);

test("a rule that is changed adds nothing that moves what stands below, such as the button that was just pressed", () => {
  expect(shape(drawn({ order_timer_s: "60" }))).toEqual(shape(drawn({})));
  const [usual, changed] = [drawn({}), drawn({ order_timer_s: "60" })].map((html) => /<button[^>]*>All as usual again/.exec(html)?.[0] ?? "");
  expect([usual!.includes("disabled"), changed!.includes("disabled")]).toEqual([true, false]);
});
