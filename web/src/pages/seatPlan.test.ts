import { expect, test } from "vitest";

import { oneSeatEach, seatsByGroup, splitSlot } from "./seatPlan";

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
