// What page and server say to one another, under short names. `made/messages.ts` is generated from the server's Structs.

import type { Asking, Doing, Option, Owed, Refusal } from "./made/messages";

export type * from "./made/messages";
export type Act = Doing["act"];
export type Ask = Asking["ask"];

/** Whether an answer says that it was not done. */
export function isRefusal(answer: { readonly frame: string }): answer is Refusal {
  return answer.frame === "refusal";
}

/** What a slot has to decide, with every choice of its menu whole. */
export type Decision = Omit<Owed, "options" | "clauses" | "odds"> & { readonly options: readonly Option[] };
