// What bots are called where people meet them.

const LABELS: Record<string, string> = {
  greedy: "bot, plays to win",
  random: "bot, anything goes",
  absent: "nobody: does the least",
};

/** What a bot is called where it can be chosen. */
export function botLabel(bot: string): string {
  return LABELS[bot] ?? `bot “${bot}”`;
}

/** The bot that is offered first. */
export function defaultBot(bots: readonly string[]): string {
  return bots.includes("greedy") ? "greedy" : (bots[0] ?? "");
}
