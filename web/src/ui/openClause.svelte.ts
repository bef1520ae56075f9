// The rule that is open in the side sheet, if one is.

export const openClause = $state({ id: "" });

/** Show a clause beside whatever is on the screen. */
export function showClause(clause: string): void {
  openClause.id = clause;
}
