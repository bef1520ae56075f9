// The wire: messages between page and server. The types are generated from the server; import them from here only.

import type { ActFrame, AskFrame, DecisionMessage, Option, Refusal, TableCard } from "../made/messages";

export type * from "../made/messages";
export type Act = ActFrame["act"];
export type Ask = AskFrame["ask"];

/** Whether a frame is a refusal. */
export function isRefusal(answer: { readonly frame: string }): answer is Refusal {
  return answer.frame === "refusal";
}

/** What stands before the sentence of a refusal: only the rules say that something is not allowed. */
export function refusalHeading(refusal: Pick<Refusal, "clause">): string {
  return refusal.clause ? "Not allowed" : "Not done";
}

/** The title of a table: its own, else that of its scenario. */
export function titleOf(card: TableCard | null | undefined): string {
  return card ? card.title || card.scenario_title : "";
}

/** A decision with every field of its options filled in. */
export type Decision = Omit<DecisionMessage, "options" | "clauses" | "odds"> & { readonly options: readonly Option[] };
