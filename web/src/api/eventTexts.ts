// Rows of what happened, as frames tell them, in words. The server has the same in `server/wire/event_texts.py`.

import type { Json } from "./json";
import type { Dictionary, EventText } from "./messages";
import { fill } from "./sentences";

const [DIE, MODIFIER] = [-1, -2];

/**
 * Rows as EventTexts: `[-1, purpose, sides, face ...]`, `[-2, reason, amount]`, `[event, cell ...]`, or a whole EventText.
 * `texts` gives a text for each field of an event, by its number and its cells. Dice and modifiers that no event follows
 * belong to the last one.
 */
export function eventTexts(rows: readonly Json[], dictionary: Dictionary, texts: (event: number, cells: readonly Json[]) => readonly string[]): EventText[] {
  const found: EventText[] = [];
  let dice: EventText["dice"] = [];
  let because: EventText["because"] = [];
  for (const row of rows) {
    if (!Array.isArray(row)) {
      found.push(row as unknown as EventText);
      continue;
    }
    const [kind, ...cells] = row as unknown as readonly [number, ...Json[]];
    if (kind === DIE) {
      const [purpose, sides, ...faces] = cells as unknown as readonly number[];
      dice = [...dice, ...faces.map((face) => ({ purpose: dictionary.purposes[purpose!]!, sides: sides!, face }))];
    } else if (kind === MODIFIER) {
      const [label, clause] = dictionary.reasons[cells[0] as number]! as readonly [string, string];
      because = [...because, { label, clause, amount: cells[1] as number }];
    } else {
      const { story, clause, closing, heading, fields } = dictionary.events[kind]!;
      const said = texts(kind, cells);
      const words = new Map((fields as readonly (readonly [string, string])[]).map(([name], k) => [name, said[k]!]));
      found.push({ says: fill(story, words), clause, dice, because, closing, heading });
      [dice, because] = [[], []];
    }
  }
  const last = found.pop();
  return last ? [...found, { ...last, dice: [...last.dice, ...dice], because: [...last.because, ...because] }] : [];
}
