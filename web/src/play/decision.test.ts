import { expect, test } from "vitest";

import { chance, form } from "../board/fixtures";
import type { DecisionMessage } from "../api/messages";
import { completeDecision } from "./decision";

const MOVE = form("move", ["piece", "unit"], ["to", "point"]);
const THROW = form("throw", ["at", "point"], ["dice", "number"]);
const blank = { label: null, clause: null, unit: null, target: null, point: null, odds: null };

function owed(options: DecisionMessage["options"], odds: DecisionMessage["odds"] = []): DecisionMessage {
  return { slot: 0, prompt: "?", count: options.length, options, verbs: ["move", "throw"], things: [], clauses: { move: "X-1", throw: "X-2" }, odds, presets: [], legend: [], interaction: { uses: [] } };
}

test("what is not said of a choice follows from its line", () => {
  const [made] = completeDecision(owed([{ ...blank, notation: "move old_guard a2" }]), [MOVE]).options;
  expect(made).toEqual({ notation: "move old_guard a2", label: "move old guard a2", verb: "move", clause: "X-1", unit: "old_guard", target: "", point: "a2", odds: [] });
});

test("what is said holds, and odds are those of the menu", () => {
  const lines = [
    { ...blank, notation: "throw 1,2 3", label: "a throw", unit: "u1", odds: 0 },
    { ...blank, notation: "throw 1,2 4", clause: "X-3", unit: "u1", point: "", target: "u2", odds: 0 },
  ];
  const [one, other] = completeDecision(owed(lines, [chance(0.5)]), [THROW]).options;
  expect(one).toMatchObject({ label: "a throw", clause: "X-2", unit: "u1", point: "1,2", odds: chance(0.5) });
  expect(other).toMatchObject({ clause: "X-3", target: "u2", point: "", odds: chance(0.5) });
});
