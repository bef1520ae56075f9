// What page and server say to one another, under short names. `made/messages.ts` is generated from the server's Structs.

import type { Asking, Doing, Option, Owed, Refusal, TableCard } from "../made/messages";

export type * from "../made/messages";
export type Act = Doing["act"];
export type Ask = Asking["ask"];

/** Whether an answer says that it was not done. */
export function isRefusal(answer: { readonly frame: string }): answer is Refusal {
  return answer.frame === "refusal";
}

/** What a table is called: by its maker, else by what is played at it. */
export function titleOf(card: TableCard | null | undefined): string {
  return card ? card.title || card.scenario_title : "";
}

/** What a slot has to decide, with every choice of its menu whole. */
export type Decision = Omit<Owed, "options" | "clauses" | "odds"> & { readonly options: readonly Option[] };
