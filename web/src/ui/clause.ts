// The ids of clauses, such as TTT-6.1, FS3-15.3a, FS3-A.1 and TTT-EX-12; AK-47 is none.
const CLAUSE = /\b[A-Z][A-Z0-9]*-(?:EX-\d+|(?:\d+|[A-Z])(?:\.\d+)+[a-z]?)\b/g;

/** The ids of clauses in a text, with their places. */
export function matchClauses(text: string): readonly RegExpExecArray[] {
  return [...text.matchAll(CLAUSE)];
}

/** The ids of all clauses in a text. */
export function clausesIn(text: string): string[] {
  return matchClauses(text).map(([id]) => id);
}

/** Whether a text is the id of a clause. */
export function isClause(text: string): boolean {
  return matchClauses(text)[0]?.[0] === text;
}

/** An id as rulebooks write it, however it is typed: in capital letters, but for one behind the last number. */
export function clauseNamed(typed: string): string {
  return typed.trim().toUpperCase().replace(/(?<=\.\d+)[A-Z]$/, (letter) => letter.toLowerCase());
}
