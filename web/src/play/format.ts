// Choices and chances in words.
import type { Modifier, Odds, Option, Scene } from "../api/messages";
import { splitAtUnits } from "../board/describe";

const MAX_FRACTION = 13; // letters of a fraction that is told beside other things

/** A chance of one as percents: to a tenth, and never as certain what is not. */
export function percent(chance: number): string {
  if (chance > 0 && chance < 0.001) return "below 0.1%";
  if (chance < 1 && chance > 0.999) return "above 99.9%";
  return `${Math.round(chance * 1000) / 10}%`;
}

/** A chance, exact as a fraction where that can be read, and in percents. */
export function exactChance(odds: Odds): string {
  if (odds.sampled) return `about ${percent(odds.chance)}`;
  const percents = percent(odds.chance);
  return odds.exact.length <= MAX_FRACTION && odds.exact.includes("/") ? `${odds.exact} = ${percents}` : percents;
}

export function oddsText(odds: Odds): string {
  return `${readable(odds.of)}: ${exactChance(odds)}`;
}

export function signedAmount({ amount }: Pick<Modifier, "amount">): string {
  return amount >= 0 ? `+${amount}` : String(amount).replace("-", "−");
}

/** A text with units called by their letters. */
export function shortText(scene: Scene, text: string): string {
  return splitAtUnits(scene, text)
    .map((piece) => (typeof piece === "string" ? piece : piece.letters))
    .join("");
}

/** A verb, or any text, as a heading. */
export function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + readable(text.slice(1));
}

/** What a game calls by one word, such as `mid_west`, in words. */
export function readable(text: string): string {
  return text.replaceAll("_", " ");
}

/** A prompt in two: what is asked, and what more there is to know. */
export function splitPrompt(prompt: string): [string, string] {
  const end = prompt.search(/[.;!?] /);
  if (end < 0 || end > 150) return [prompt, ""];
  return [prompt.slice(0, end + 1).replace(/;$/, "."), capitalize(prompt.slice(end + 2))];
}

/** A choice by its verb and what it is told as. */
export function optionTitle(option: Option): string {
  const label = option.label === option.notation.replaceAll("_", " ") ? option.notation.slice(option.verb.length) : option.label;
  return `${option.verb.replaceAll("_", " ")} ${label.trim() === option.verb.replaceAll("_", " ") ? "" : label.trim()}`.trim();
}
