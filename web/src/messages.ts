// What page and server say to one another, under short names. `made/messages.ts` is generated from the server's Structs.

import type { Asking, Doing, Refusal } from "./made/messages";

export type * from "./made/messages";
export type Act = Doing["act"];
export type Ask = Asking["ask"];

/** Whether an answer says that it was not done. */
export function isRefusal(answer: { readonly frame: string }): answer is Refusal {
  return answer.frame === "refusal";
}
