// What a tap attempts. Follows from the verbs of a game and those that are owed; the terminal has the same in
// `core/protocol/interaction.py`.
import type { VerbForm } from "../api/messages";
import { unnamedFields } from "./notation";

const TARGETS: readonly string[] = ["target", "split"]; // the kinds of fields that take targets

/**
 * The verbs that somebody may mean who taps a place, or a unit, in groups: the first with a whole choice counts. Verbs
 * that are owed now come first; then all, those that come late in a turn before those of setting up. At a unit, those
 * with a target come before.
 */
export function attempts(verbs: readonly VerbForm[], owed: Pick<ReadonlySet<string>, "has">, isAtUnit: boolean): readonly (readonly VerbForm[])[] {
  const known = verbs.filter((form) => !form.free);
  const now = known.filter((form) => owed.has(form.verb));
  const atPlace = [now, [...known].reverse()];
  return isAtUnit ? [...[now, known].map(withTarget), ...atPlace] : atPlace;
}

function withTarget(verbs: readonly VerbForm[]): readonly VerbForm[] {
  return verbs.filter((form) => unnamedFields(form).some((field) => TARGETS.includes(field.kind)));
}
