// The clause that is open in the side dialog, if any.

export const openClause = $state({ id: "" });

/** Open a clause in the side dialog; an empty id closes it. */
export function showClause(clause: string): void {
  openClause.id = clause;
}
