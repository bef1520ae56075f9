import { expect, test } from "vitest";

import { botLabel, defaultBot } from "./bots";

test("bots are called by what they do, strange ones by their id; the one that plays to win is offered first", () => {
  expect(["greedy", "random", "absent", "mine"].map(botLabel)).toEqual(["bot, plays to win", "bot, anything goes", "nobody: does the least", "bot “mine”"]);
  expect([defaultBot(["random", "greedy"]), defaultBot(["random", "mine"]), defaultBot([])]).toEqual(["greedy", "random", ""]);
});
