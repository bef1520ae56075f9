// Labels of bots.

const LABELS: Record<string, string> = {
  greedy: "bot, plays to win",
  random: "bot, anything goes",
  absent: "nobody: does the least",
};

/** The label of a bot in a list. */
export function botLabel(bot: string): string {
  return LABELS[bot] ?? `bot “${bot}”`;
}

/** The bot that is offered first. */
export function defaultBot(bots: readonly string[]): string {
  return bots.includes("greedy") ? "greedy" : (bots[0] ?? "");
}
