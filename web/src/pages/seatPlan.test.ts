import { expect, test, vi } from "vitest";

import { MemoryStorage } from "../api/fixtures";
import { savedTokens } from "../api/tokens";
import { type SeatPlan, moveSlot, newSeats, oneSeatEach, saveTableTokens, seatsByGroup, splitSlot } from "./seatPlan";

const RAID = { slots: ["anna", "ben", "guard", "joined1", "teller"], referee: "teller", npcs: ["guard", "joined1"], groups: { team1: ["anna", "ben"], team2: ["guard"] } };
const seats = (plans: ReturnType<typeof oneSeatEach>) => plans.map(({ name, slots, who }) => [name, slots.join(" "), who]);

test("friends are offered the seats of players; a bot has those of nobody, in one seat that can be taken apart", () => {
  const plans = oneSeatEach(RAID, "friend", "greedy");
  expect(seats(plans)).toEqual([["anna", "anna", "friend"], ["ben", "ben", "friend"], ["teller", "teller", "me"], ["NPCs", "guard joined1", "greedy"]]);
  expect(seats(splitSlot(plans, "guard")).slice(3)).toEqual([["NPCs", "joined1", "greedy"], ["guard", "guard", "greedy"]]);
  expect(seats(seatsByGroup(RAID, "friend", "greedy"))).toEqual([["team1", "anna ben", "friend"], ["teller", "teller", "me"], ["NPCs", "guard joined1", "greedy"]]);
});

test("where all are meant for players, the first is the maker's", () => {
  expect(seats(oneSeatEach({ slots: ["red", "blue"] }, "friend", "greedy"))).toEqual([["red", "red", "me"], ["blue", "blue", "friend"]]);
});

const names = (plans: readonly SeatPlan[]) => plans.map(({ name, slots, who }) => `${name}: ${slots.join(" ")} (${who})`);
const TWO = [{ name: "Anna", slots: ["a", "b"], who: "me" }, { name: "Ben", slots: ["c"], who: "friend" }];

test("a slot moves to the end of another seat, within its own too, and a seat without any is gone", () => {
  expect(names(moveSlot(TWO, "a", "Ben"))).toEqual(["Anna: b (me)", "Ben: c a (friend)"]);
  expect(names(moveSlot(TWO, "c", "Anna"))).toEqual(["Anna: a b c (me)"]);
  expect(names(moveSlot(TWO, "a", "Anna"))).toEqual(["Anna: b a (me)", "Ben: c (friend)"]);
  expect(names(TWO)).toEqual(["Anna: a b (me)", "Ben: c (friend)"]);
});

test("a slot gets a seat of its own with who had it, unless it has one; its name is free, in any case of letters", () => {
  expect(names(splitSlot(TWO, "b"))).toEqual(["Anna: a (me)", "Ben: c (friend)", "b: b (me)"]);
  expect(names(splitSlot(TWO, "c"))).toEqual(names(TWO));
  expect(names(splitSlot(TWO, "nobody"))).toEqual(names(TWO));
  expect(names(splitSlot([{ name: "A", slots: ["a", "b"], who: "me" }], "a"))).toEqual(["A: b (me)", "a alone: a (me)"]);
});

test("groups of which all are seated, or meant for nobody, have no seat, and those that share a member seat it once", () => {
  const raid = { slots: ["a", "b", "c", "n"], npcs: ["n"], groups: { one: ["a", "b"], two: ["b", "c"], three: ["a", "n"] } };
  expect(names(seatsByGroup(raid, "friend", "greedy"))).toEqual(["one: a b (me)", "two: c (friend)", "NPCs: n (greedy)"]);
  expect(names(seatsByGroup({ slots: ["a", "b"] }, "open"))).toEqual(["a: a (me)", "b: b (open)"]);
});

test("the server hears of people by seats that wait for them, of open seats and of bots by their names", () => {
  const plans = (["me", "friend", "open", "greedy"] as const).map((who) => ({ name: who, slots: [who], who }));
  expect(newSeats(plans).map((one) => [one.name, one.slots, one.by])).toEqual([
    ["me", ["me"], "person"], ["friend", ["friend"], "person"], ["open", ["open"], "open"], ["greedy", ["greedy"], "greedy"],
  ]);
});

test.each([["friend", true], ["open", true], ["greedy", false], ["me", false]])("the tokens of a new table are saved, one's own as such; with %s beside there is somebody to invite: %s", (who, isInvited) => {
  const store = new MemoryStorage();
  vi.stubGlobal("localStorage", store);
  const token = (name: string) => `${name}${"x".repeat(30)}`;
  const created = { table: "t1", host: token("host"), seats: { Anna: token("anna"), Ben: token("ben") } };
  expect(saveTableTokens(created, [{ name: "Anna", slots: ["a"], who: "me" }, { name: "Ben", slots: ["b"], who }], "Friday")).toBe(isInvited);
  const saved = savedTokens(store);
  expect(saved.map(({ seat, host, mine, token, title, table }) => [table, seat, host, mine, token.slice(0, 4), title]).sort()).toEqual([
    ["t1", "", true, true, "host", "Friday"],
    ["t1", "Anna", false, true, "anna", "Friday"],
    ["t1", "Ben", false, who === "me", "benx", "Friday"],
  ]);
  expect(saved.every(({ kept }) => Math.abs(kept - Date.now() / 1000) < 60)).toBe(true);
  vi.unstubAllGlobals();
});

test("the seat of nobody's slots has another name where a group has that, in whatever letters", () => {
  const raid = { slots: ["anna", "guard"], npcs: ["guard"], groups: { npcs: ["anna"] } };
  expect(seats(seatsByGroup(raid, "friend", "greedy"))).toEqual([["npcs", "anna", "me"], ["NPCs alone", "guard", "greedy"]]);
});
