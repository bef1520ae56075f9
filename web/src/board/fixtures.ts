// Small scenes and decisions for tests.
import type { Decision, DecisionMessage, Option, Scene, Token, VerbForm, VerbUse } from "../api/messages";

export function token(unit: string, slot: number, x: number, y: number, radius = 0): Token {
  return { unit, slot, side: slot, letters: unit.toUpperCase(), x, y, title: "Scout", notes: [], radius, team: null, name: "", is_down: false, badges: [] };
}

/** Three by three squares with two units a side. */
export const SQUARE_SCENE: Scene = {
  title: "Squares",
  width: 3,
  height: 3,
  columns: ["a", "b", "c"],
  cells: Array.from({ length: 9 }, (_, k) => ({ x: k % 3, y: Math.floor(k / 3), letter: ".", ground: k === 4 ? "woods and river" : "open ground", zones: k < 3 ? ["south"] : [], solid: k === 8 })),
  tokens: [token("r1", 0, 0, 0), token("r2", 0, 1, 0), token("b1", 1, 2, 1), token("b2", 1, 0, 2)],
  standing: [],
  waiting: [],
  ground: null,
  roster: null,
  legend: [],
};

/** A free table, ten by six. */
export const FREE_SCENE: Scene = {
  ...SQUARE_SCENE,
  title: "Free",
  width: 10,
  height: 6,
  columns: [],
  cells: [],
  tokens: [token("u1", 0, 2, 3, 0.5), token("u2", 1, 8, 3, 0.5)],
  ground: {
    width: 10,
    height: 6,
    barriers: [],
    areas: [{ is: "area", name: "north_yard", kind: "zone", points: [[0, 3], [10, 3], [10, 6], [0, 6]], letters: "", notes: [] }],
    marks: [{ letters: "kn", x: 2, y: 2.8, title: "Knife", notes: [] }],
    trails: [],
    step: 0.5,
    unit: "MU",
    measure: "",
    unmeasured: "",
  },
};

export function option(notation: string, rest: Partial<Option> = {}): Option {
  return { notation, label: notation, verb: notation.split(" ")[0]!, clause: "X-1", unit: "", target: "", point: "", odds: [], ...rest };
}

/** A decision of these options; `uses` says how verbs are used. */
export function decision(options: readonly Option[], rest: Partial<Decision> = {}, uses: Record<string, Partial<VerbUse>> = {}): Decision {
  const verbs = [...new Set(options.map((one) => one.verb))];
  const interaction = { uses: verbs.map((verb) => ({ verb, ...uses[verb] })) };
  return { slot: 0, prompt: "Red: choose.", count: options.length, options, verbs, things: [], presets: [], legend: [], interaction, ...rest };
}

export function form(verb: string, ...fields: (readonly [string, string] | readonly [string, string, string])[]): VerbForm {
  return {
    verb,
    about: "",
    fields: fields.map(([name, kind, left]) => ({ name, kind, needed: left === undefined, default: left ?? "", words: [], low: 0, high: 99, separator: ",", sort: "", title: "" })),
    free: false,
    final: false,
    reasoned: false,
    named: false,
  };
}

export const chance = (of: number) => [{ of: "hits", exact: `${of}`, chance: of, modifiers: [], sampled: false }];

/** A decision as the server sends it. */
export function asSent(full: Decision): DecisionMessage {
  const odds = full.options.map((one) => one.odds).filter((some) => some.length);
  const options = full.options.map(({ verb, ...one }) => ({ ...one, odds: one.odds.length ? odds.indexOf(one.odds) : null }));
  return { ...full, options, clauses: {}, odds };
}
