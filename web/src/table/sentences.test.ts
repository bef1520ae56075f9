import { expect, test } from "vitest";

import type { EventItem, EventModifier, Item, RolledDie } from "../api/messages";
import { happened, item } from "./fixtures";
import { diceByPurpose, formatDuration, heading, joinNames, modifiersText, proposalText, sentence } from "./sentences";

const of = (one: Item) => sentence(one.what);
const spoken = { item: "spoken", seat: "red", person: "", text: "Well played", side: "" };

test("an event is told by its heading, if it has one, and by what happened, with blanks for lines", () => {
  expect(of(happened("red moves to mid_west"))).toBe("red moves to mid west");
  expect(of(happened("", { kind: "undo", by: "red", of: 3 }))).toBe("Red took back to event 3.");
  const both = happened("U1 is healed", { kind: "free", reason: "for the story" });
  expect(of(both)).toBe("A ruling: “for the story” U1 is healed");
});

test.each([
  ["undo", "", "Red took back to event 3."],
  ["redo", "", "Red let event 3 stand again."],
  ["rewind", "a mistake", "Red went back to event 3: “a mistake”"],
  ["pause", "tea", "Red stopped the table: “tea”"],
  ["resume", "", "Red lets the table go on."],
  ["choice", "", ""],
  ["free", "the story", "A ruling: “the story”"],
])("the heading of %s, for the reason %j", (kind, reason, says) => {
  expect(heading(happened("", { kind, by: "red", of: 3, reason }).what as EventItem)).toBe(says);
});

test("a message is told with who says it and to whom", () => {
  expect(of(item({ ...spoken, side: "red" }))).toBe("Red (to their side): Well played");
  expect(of(item({ ...spoken, person: "Ann" }))).toBe("Ann: Well played");
});

test("who decides for a seat from now on, and why", () => {
  const sat = (by: string, rest: object = {}) => of(item({ item: "sat", seat: "red", by, person: "", why: "", ...rest }));
  expect([sat("open"), sat("person"), sat("person", { person: "Ann" }), sat("greedy", { why: "it failed" })]).toEqual([
    "Red is open now.",
    "A person plays Red now.",
    "Ann plays Red now.",
    "The bot “greedy” plays Red now. (it failed)",
  ]);
});

test("a proposal and the answers to it are told by what is proposed", () => {
  const proposed = (what: string, agrees: boolean | null, retracts = false) => of(item({ item: "proposed", seat: "red", what, agrees, number: 1, retracts }));
  expect([proposed("draw", null), proposed("draw", true), proposed("undo", false)]).toEqual([
    "Red asks to end without a winner.",
    "Red agrees to end without a winner.",
    "Red does not agree to take the last choice back.",
  ]);
  expect(proposed("draw", null, true)).toBe("Red asks no longer to end without a winner.");
  expect(proposalText("undo")).not.toBe(proposalText("draw"));
});

test("dice stand by their purpose, in the order of the first of each; those that count otherwise are set apart", () => {
  const die = (purpose: string, face: number): RolledDie => ({ purpose, sides: 6, face });
  const groups = diceByPurpose([die("damage", 1), die("to hit", 2), die("damage, wild", 3), die("", 4)]);
  expect(groups.map((one) => [one.purpose, one.dice.map(({ die: { face }, apart, nth }) => [face, apart, nth])])).toEqual([
    ["damage", [[1, false, 0], [3, true, 2]]],
    ["to hit", [[2, false, 1]]],
    ["", [[4, false, 3]]],
  ]);
});

test("modifiers are told with their signs", () => {
  const rows = [{ label: "cover", clause: "", amount: -1 }, { label: "aim", clause: "", amount: 2 }, { label: "none", clause: "", amount: 0 }] as readonly EventModifier[];
  expect(modifiersText(rows)).toBe("cover −1, aim +2, none +0");
});

test("names are joined as they are spoken", () => {
  expect([[], ["A"], ["A", "B"], ["A", "B", "C"]].map(joinNames)).toEqual(["", "A", "A and B", "A, B and C"]);
});

test.each([
  [-3, "0:00"], [0, "0:00"], [0.2, "0:01"], [9, "0:09"], [60, "1:00"], [3599, "59:59"], [7199, "119:59"],
  [7200, "2 hours"], [10_799, "2 hours"], [10_800, "3 hours"], [172_799, "47 hours"], [172_800, "2 days"], [259_199, "2 days"],
])("%i seconds are told as %s", (seconds, text) => {
  expect(formatDuration(seconds)).toBe(text);
});
