// The wire: messages between page and server. The types are generated from the server; import them from here only.

import type { Asking, Doing, Option, Owed, Refusal, TableCard } from "../made/messages";

export type * from "../made/messages";
export type Act = Doing["act"];
export type Ask = Asking["ask"];

/** Whether a frame is a refusal. */
export function isRefusal(answer: { readonly frame: string }): answer is Refusal {
  return answer.frame === "refusal";
}

/** The title of a table: its own, else that of its scenario. */
export function titleOf(card: TableCard | null | undefined): string {
  return card ? card.title || card.scenario_title : "";
}

/** A decision with every field of its options filled in. */
export type Decision = Omit<Owed, "options" | "clauses" | "odds"> & { readonly options: readonly Option[] };
