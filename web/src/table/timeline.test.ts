import { expect, test } from "vitest";

import type { Item } from "../api/messages";
import { sentence } from "./sentences";
import { undoTarget, revertSummary, currentEvents, undoneEvents } from "./timeline";

function items(...events: [kind: string, slots: string[], of?: number][]): Item[] {
  return events.map(([kind, slots, of = 0], event) => {
    const events = [{ says: `event ${event}`, clause: "", dice: [], because: [], closing: false, heading: false }];
    return { stream: "table", seq: event, at: 0, what: { item: "happened", event, kind, slots, told: events, of, by: "red", reason: "", panels: [] } };
  }) as Item[];
}

const PLAYED = items(["opening", []], ["choice", ["red"]], ["choice", ["blue"]], ["choice", ["red"]], ["choice", ["blue"]]);
const numbers = (some: Item[]) => currentEvents(some).map((one) => one.event);

test("what was taken back is undone, and stays so where it is let stand again as another event", () => {
  const back = [...PLAYED, ...items(["undo", [], 2]).map((one) => ({ ...one, what: { ...one.what, event: 5 } }) as Item)];
  expect(numbers(back)).toEqual([0, 1, 2]);
  expect([...undoneEvents(back)]).toEqual([3, 4]);
  const again = [...back, ...items(["redo", ["red"], 3]).map((one) => ({ ...one, what: { ...one.what, event: 6 } }) as Item)];
  expect(numbers(again)).toEqual([0, 1, 2, 6]);
  expect([...undoneEvents(again)]).toEqual([3, 4]);
});

test("the question to take back says whose choices go, a friend's too", () => {
  expect(undoTarget(PLAYED, ["red"])).toBe(2);
  expect(revertSummary(PLAYED, 2)).toEqual({ says: "2 choices of Red and Blue", last: ["event 3", "event 4"] });
  expect(undoTarget(PLAYED, ["blue"])).toBe(3);
  expect(revertSummary(PLAYED, 3).says).toBe("1 choice of Blue");
  expect(undoTarget(items(["opening", []]), ["red"])).toBeNull();
});

test("seats are called as on the board, people by their names", () => {
  const what = (one: object) => one as Item["what"];
  const spoken = { item: "spoken", text: "Well played", side: "" };
  expect(sentence(what({ ...spoken, seat: "red", person: "" }))).toBe("Red: Well played");
  expect(sentence(what({ ...spoken, seat: "red", person: "ann" }))).toBe("ann: Well played");
  expect(sentence(what({ item: "proposed", seat: "blue", what: "undo", agrees: null }))).toBe("Blue asks to take the last choice back.");
  expect(sentence(what({ item: "sat", seat: "ct", by: "open", person: "", why: "" }))).toBe("CT is open now.");
  expect(sentence(what({ item: "late", slots: ["anna", "U10"] }))).toContain("Time ran out for Anna and U10:");
});
