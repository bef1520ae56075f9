// Decode a decision from the wire, which writes once what many of its options share.
import { unnamedFields } from "./notation";
import type { Decision, DecisionMessage, Option, OptionMessage, VerbForm } from "../api/messages";

export function completeDecision(wire: DecisionMessage, verbs: readonly VerbForm[]): Decision {
  const { options, clauses, odds, ...rest } = wire;
  const forms = new Map(verbs.map((form) => [form.verb, form]));
  return {
    ...rest,
    options: options.map((one) => {
      const verb = one.notation.split(" ", 1)[0]!;
      const label = one.label ?? one.notation.replaceAll("_", " ");
      const chances = one.odds == null ? [] : (odds[one.odds] ?? []);
      return { notation: one.notation, label, verb, clause: one.clause ?? clauses[verb] ?? "", ...optionParts(one, forms.get(verb)), odds: chances };
    }),
  };
}

/** The unit, target and point of an option: as sent, else from its notation. */
function optionParts(one: OptionMessage, form: VerbForm | undefined): Pick<Option, "unit" | "target" | "point"> {
  const words = one.notation.split(" ");
  const byKind: Record<string, string> = {};
  for (const [k, field] of (form ? unnamedFields(form) : []).entries()) if (words[k + 1] !== undefined) byKind[field.kind] = words[k + 1]!;
  return { unit: one.unit ?? byKind["unit"] ?? "", target: one.target ?? byKind["target"] ?? "", point: one.point ?? byKind["point"] ?? "" };
}
