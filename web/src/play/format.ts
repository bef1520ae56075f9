// Choices and chances as text.
import type { Field, Modifier, Now, Odds, Option, Scene } from "../api/messages";
import { splitAtUnits } from "../board/describe";
import { percent } from "../percent";

const MAX_FRACTION = 9; // letters of a fraction that still reads well beside other text: MAX_FRACTION_DIGITS of the server

/** A chance as an exact fraction where it is short, and as percent. */
export function exactChance(odds: Odds): string {
  if (odds.sampled) return `about ${percent(odds.chance)}`;
  const percents = percent(odds.chance);
  return odds.exact.length <= MAX_FRACTION && odds.exact.includes("/") ? `${odds.exact} = ${percents}` : percents;
}

export function oddsText(odds: Odds): string {
  return `${readable(odds.of)}: ${exactChance(odds)}`;
}

/** What takes from a chance. */
function losses(odds: Odds): string {
  return odds.modifiers.filter((one) => one.amount < 0).map((one) => `${one.label} ${signedAmount(one)}`).join(", ");
}

/** What dice may make of an option; of what they cannot make, what takes the chance. */
export function outcomes(odds: readonly Odds[]): string {
  const why = (one: Odds) => (one.chance > 0 || !losses(one) ? "" : ` (${losses(one)})`);
  return odds.map((one) => `${readable(one.of)} ${percent(one.chance)}${why(one)}`).join(" · ");
}

/** Why an option has no chance, in few words: what takes it, or what it is of where that says why; nothing if it has one. */
export function whyNoChance(odds: readonly Odds[]): string {
  const [main] = odds;
  if (!main || main.chance > 0) return "";
  return outcomes(odds.filter((one) => one.chance > 0)) || losses(main) || readable(main.of);
}

export function signedAmount({ amount }: Pick<Modifier, "amount">): string {
  return amount >= 0 ? `+${amount}` : String(amount).replace("-", "−");
}

/** A text with units replaced by their letters. */
export function shortText(scene: Scene, text: string): string {
  return splitAtUnits(scene, text)
    .map((piece) => (typeof piece === "string" ? piece : piece.letters))
    .join("");
}

/** What people call a slot: by the name of its one unit, where it has one, else as the figures of the match call it, else with a capital letter. */
export function slotName(scene: Scene | null, slots: readonly string[], slot: string): string {
  const number = slots.indexOf(slot);
  const units = scene && number >= 0 ? [...scene.tokens, ...scene.waiting].filter((unit) => unit.slot === number) : [];
  const side = scene?.standing.find((row) => row.label.toLowerCase() === slot.toLowerCase());
  return (units.length === 1 && units[0]!.name) || side?.label || seatTitle(slot);
}

/** What people call a seat, or a slot of which only the name is known: `Red`, `Anna`, and an abbreviation such as `CT`. */
export function seatTitle(name: string): string {
  return name.length < 3 ? name.toUpperCase() : capitalize(name);
}

/** The same with who sits there, where they have said what they are called: `B (Ben)`. */
export function playerName(now: Pick<Now, "scene" | "seats">, slots: readonly string[], slot: string): string {
  const name = slotName(now.scene, slots, slot);
  const person = now.seats.find((seat) => seat.slots.includes(slot))?.person;
  return person && person.toLowerCase() !== name.toLowerCase() ? `${name} (${person})` : name;
}

/** A verb, or any text, with a capital letter. */
export function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + readable(text.slice(1));
}

/** What people call a field of a verb. */
export function fieldTitle(field: Field): string {
  return capitalize(field.title || field.name);
}

/** A word of a game such as `mid_west`, with spaces. */
export function readable(text: string): string {
  return text.replaceAll("_", " ");
}

/** A prompt split into its question and the rest. */
export function splitPrompt(prompt: string): [string, string] {
  const end = prompt.search(/[.;!?] /);
  if (end < 0 || end > 150) return [prompt, ""];
  return [prompt.slice(0, end + 1).replace(/;$/, "."), capitalize(prompt.slice(end + 2))];
}

/** What sets one way to go a path apart from the first: what its label has more, or its verb where that is another. */
export function variantTitle(first: Option, option: Option): string {
  const more = option.label.startsWith(first.label) ? option.label.slice(first.label.length).replace(/^[\s,;:]+/, "") : "";
  return capitalize(more || option.verb);
}

/** The title of an option: its verb and label. */
export function optionTitle(option: Option): string {
  const label = option.label === option.notation.replaceAll("_", " ") ? option.notation.slice(option.verb.length) : option.label;
  const [verb, rest] = [option.verb.replaceAll("_", " "), label.trim()];
  return ` ${rest} `.includes(` ${verb} `) ? rest : `${verb} ${rest}`.trim();
}
