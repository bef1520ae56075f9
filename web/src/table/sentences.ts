// Items of a table as sentences. The game words its own events; the rest is worded here.

import type { EventItem, EventModifier, Item, ProposalItem, RolledDie } from "../api/messages";
import { readable, seatTitle, signedAmount } from "../play/format";

type What = Item["what"];

/** What to know and do while a server has not answered for some time. */
export const NO_ANSWER =
  "The server does not answer. Nothing is lost: this page tries again every few seconds and goes on by itself. Check that you are online, or ask whoever runs the server to start it again.";

/** An item as a sentence, for the log and for screen readers. */
export function sentence(what: What): string {
  switch (what.item) {
    case "happened":
      return [heading(what), ...what.told.map((one) => readable(one.says))].filter(Boolean).join(" ");
    case "spoken":
      return `${what.person || seatTitle(what.seat)}${what.side ? " (to their side)" : ""}: ${what.text}`;
    case "sat":
      return seatSentence(seatTitle(what.seat), what.by, what.person, what.why);
    case "proposed":
      return proposalSentence(seatTitle(what.seat), what);
    case "rematch":
      return `${what.seat ? seatTitle(what.seat) : "The host"} plays again: everybody's seat waits at a new table.`;
    case "late":
      return `Time ran out for ${joinNames(what.slots.map(seatTitle))}: the least that the rules allow is done.`;
    case "ended":
      return what.says;
  }
}

/** The sentence for a kind of event that the game itself does not word. */
export function heading(what: EventItem): string {
  const why = what.reason ? ` “${what.reason}”` : "";
  const by = seatTitle(what.by);
  switch (what.kind) {
    case "undo":
      return `${by} took back to event ${what.of}.`;
    case "redo":
      return `${by} let event ${what.of} stand again.`;
    case "rewind":
      return `${by} went back to event ${what.of}:${why}`;
    case "pause":
      return `${by} stopped the table:${why}`;
    case "resume":
      return `${by} lets the table go on.`;
    default:
      return why && `A ruling:${why}`;
  }
}

function seatSentence(seat: string, by: string, person: string, why: string): string {
  const because = why ? ` (${why})` : "";
  if (by === "open") return `${seat} is open now.${because}`;
  if (by === "person") return `${person || "A person"} plays ${seat} now.${because}`;
  return `The bot “${by}” plays ${seat} now.${because}`;
}

function proposalSentence(seat: string, { what, agrees, retracts }: Pick<ProposalItem, "what" | "agrees" | "retracts">): string {
  if (retracts) return `${seat} asks no longer ${proposalText(what)}.`;
  if (agrees === null) return `${seat} asks ${proposalText(what)}.`;
  return agrees ? `${seat} agrees ${proposalText(what)}.` : `${seat} does not agree ${proposalText(what)}.`;
}

/** What is proposed, as a phrase. */
export function proposalText(what: string): string {
  return what === "draw" ? "to end without a winner" : "to take the last choice back";
}

/** Dice by purpose; one that counts differently, such as "damage, wild", is grouped with its like. */
export function diceByPurpose(dice: readonly RolledDie[]): { purpose: string; dice: { die: RolledDie; apart: boolean; nth: number }[] }[] {
  const groups = new Map<string, { die: RolledDie; apart: boolean; nth: number }[]>();
  for (const [nth, die] of dice.entries()) {
    const [purpose = "", ...rest] = die.purpose.split(", ");
    groups.set(purpose, [...(groups.get(purpose) ?? []), { die, apart: rest.length > 0, nth }]);
  }
  return [...groups].map(([purpose, some]) => ({ purpose, dice: some }));
}

/** Modifiers as text. */
export function modifiersText(rows: readonly EventModifier[]): string {
  return rows.map((why) => `${why.label} ${signedAmount(why)}`).join(", ");
}

/** Names joined by commas and "and". */
export function joinNames(names: readonly string[]): string {
  if (names.length < 2) return names.join("");
  return `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}

/** A duration in seconds as text. */
export function formatDuration(seconds: number): string {
  const left = Math.max(0, Math.ceil(seconds));
  if (left >= 172_800) return `${Math.floor(left / 86_400)} days`;
  if (left >= 7_200) return `${Math.floor(left / 3_600)} hours`;
  return `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
}
