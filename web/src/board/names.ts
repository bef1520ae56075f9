// Names that people give, found in texts: with any signs in them, and any letters at their ends.

export const LETTERS = "\\p{L}\\p{M}\\p{N}_"; // what a word is made of, for a class of a pattern with the flag `u`

/** The pattern, for the flag `u`, of any of some names; none is part of a longer word. Signs in `joining` make words longer, too. */
export function anyOf(names: readonly string[], joining = ""): string {
  const part = `[${LETTERS}${joining}]`;
  const longest = names.filter(Boolean).sort((one, other) => other.length - one.length); // "Ann Lee" before "Ann"
  const escaped = longest.map((name) => name.replaceAll(/[.*+?^${}()|[\]\\/]/g, "\\$&"));
  return `(?<!${part})(?:${escaped.join("|")})(?!${part})`;
}

/** A text with each name replaced, by what `found` makes of it; what has been put in is not replaced again. */
export function replaceNames(text: string, names: readonly string[], found: (name: string) => string, joining = ""): string {
  return names.some(Boolean) ? text.replace(new RegExp(anyOf(names, joining), "giu"), found) : text;
}
