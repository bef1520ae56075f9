// What bots are called where people meet them.

const BOTS: Record<string, string> = {
  greedy: "bot, plays to win",
  random: "bot, anything goes",
  absent: "nobody: does the least",
};

/** What a bot is called where it can be chosen. */
export function botSays(bot: string): string {
  return BOTS[bot] ?? `bot “${bot}”`;
}

/** The bot that is offered first. */
export function usualBot(bots: readonly string[]): string {
  return bots.includes("greedy") ? "greedy" : (bots[0] ?? "");
}
