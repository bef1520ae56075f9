// The rule that is open in the side sheet, if one is.

export const open = $state({ clause: "" });

/** Show a clause beside whatever is on the screen. */
export function showClause(clause: string): void {
  open.clause = clause;
}
