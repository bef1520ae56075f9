// Sentences with places to be filled, as the server has them in `core/protocol/sentences.py`.

const NOTHING = ["", "-"]; // what stands in a field where there is nothing

/** A sentence with words for its fields; a part in brackets is said where none of them is empty. */
export function fill(story: string, words: ReadonlyMap<string, string>): string {
  const whole = story.replace(/\[([^\]]*)\]/g, (_, part: string) => {
    const fields = [...part.matchAll(/\{(\w+)/g)].map((found) => words.get(found[1]!)!);
    return fields.some((word) => NOTHING.includes(word)) ? "" : part;
  });
  return whole.replace(/\{(\w+)\}/g, (_, name: string) => words.get(name)!);
}

/** A sentence without the codes of what is wrong, which programs read; the clauses beside them stay. */
export function withoutCodes(sentence: string): string {
  return sentence.replace(/ \([EIW]-[A-Z-]+\)/g, "").replace(/\([EIW]-[A-Z-]+, /g, "(");
}

/** Whether a text is such a code and nothing else. */
export const isCode = (text: string) => /^[EIW]-[A-Z-]+$/.test(text);
