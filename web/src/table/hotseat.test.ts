import { describe, expect, test } from "vitest";

import type { Now } from "../api/messages";
import { hasToAct, isDesk, mustHandOver, nextSeat, type LocalSeat } from "./hotseat";

const NOW = { scene: { title: "open" }, decisions: [], sealed: [], plans: [], still: [], owing: [], proposals: [], seats: [], over: false };
const place = (seat: string, change: object = {}): LocalSeat => ({ seat, now: { ...NOW, ...change } as unknown as Now });
const owes = { decisions: [{ slot: 0 }] };

describe("whose turn it is to look", () => {
  test("who has something to choose keeps the device", () => {
    expect(nextSeat([place("red", owes), place("blue", owes)], "blue")).toBe("blue");
  });

  test("who is done gives it to who is not", () => {
    expect(nextSeat([place("red"), place("blue", owes)], "red")).toBe("blue");
  });

  test("while nobody here has anything to do, nothing changes", () => {
    expect(nextSeat([place("red"), place("blue")], "blue")).toBe("blue");
  });

  test("a question to a seat is something to do as well", () => {
    const asked = place("blue", { proposals: [{ number: 1, seat: "red", what: "undo", waiting: ["blue"] }] });
    expect(hasToAct(asked)).toBe(true);
    expect(nextSeat([place("red"), asked], "red")).toBe("blue");
  });

  test("the first of those who have to act is next, and the first of all where no seat is shown", () => {
    expect(nextSeat([place("red"), place("green", owes), place("blue", owes)], "red")).toBe("green");
    expect(nextSeat([place("red"), place("blue")], "nobody")).toBe("red");
    expect(nextSeat([], "red")).toBe("red");
  });

  test("a question to others is nothing to do, nor one's own that was asked", () => {
    expect(hasToAct(place("red", { proposals: [{ number: 1, seat: "red", what: "undo", waiting: ["blue"] }] }))).toBe(false);
    expect(hasToAct(place("blue", { proposals: [{ number: 1, seat: "red", what: "undo", waiting: ["blue"] }], over: true }))).toBe(false);
  });

  test("who is asked to agree goes before who has to choose, the one shown first: all wait for them", () => {
    const proposals = [{ number: 1, seat: "red", what: "undo", waiting: ["blue", "green"] }];
    const all = [place("red", { ...owes, proposals }), place("blue", { ...owes, proposals }), place("green", { proposals })];
    expect(["red", "blue", "green"].map((shown) => nextSeat(all, shown))).toEqual(["blue", "blue", "green"]);
  });

  test("a desk stays until somebody asks for another seat, and comes back when nobody else has to act", () => {
    const seats = [{ name: "teller", referee: true }, { name: "anna", referee: false }];
    const [desk, anna, done] = [place("teller", { seats }), place("anna", { ...owes, seats }), place("anna", { seats })];
    expect([isDesk(desk), isDesk(anna)]).toEqual([true, false]);
    expect([nextSeat([anna, desk], "teller"), nextSeat([anna, desk], "anna"), nextSeat([done, desk], "anna")]).toEqual(["teller", "anna", "teller"]);
  });

  test("after the end nobody has", () => {
    expect(hasToAct(place("red", { ...owes, over: true }))).toBe(false);
  });
});

describe("whether the device must change hands", () => {
  test("not while both know the same", () => {
    expect(mustHandOver([place("red"), place("blue", owes)], "red", "blue")).toBe(false);
  });

  test("where one sees what the other does not", () => {
    const blue = place("blue", { ...owes, scene: { title: "with a mine" } });
    expect(mustHandOver([place("red"), blue], "red", "blue")).toBe(true);
  });

  test("where one has sealed a choice, or planned ahead", () => {
    expect(mustHandOver([place("red", { sealed: [{ slot: "red", line: "x" }] }), place("blue", owes)], "red", "blue")).toBe(true);
    expect(mustHandOver([place("red", { plans: [{ slot: "red", lines: ["x"] }] }), place("blue", owes)], "red", "blue")).toBe(true);
  });

  test("where one has another role, or was told how its walk ended", () => {
    const carrier = { role: { title: "You carry the bomb", goal: "Plant it.", lines: [] } };
    expect(mustHandOver([place("red", carrier), place("blue", owes)], "red", "blue")).toBe(true);
    expect(mustHandOver([place("red"), place("blue", { ...owes, ...carrier })], "red", "blue")).toBe(true);
    expect(mustHandOver([place("red", carrier), place("blue", { ...owes, ...carrier })], "red", "blue")).toBe(false);
    expect(mustHandOver([place("red"), place("blue", { ...owes, lapsed: ["U2 was seen"] })], "red", "blue")).toBe(true);
  });

  test("from the seat that is shown, whatever others know", () => {
    const green = place("green", { scene: { title: "with a mine" } });
    expect(mustHandOver([place("red"), green, place("blue", owes)], "red", "blue")).toBe(false);
    expect(mustHandOver([place("red"), green, place("blue", owes)], "green", "blue")).toBe(true);
    expect(mustHandOver([place("red")], "red", "nobody")).toBe(false);
  });

  test("at the beginning where two choose at the same time", () => {
    expect(mustHandOver([place("red", owes), place("blue", owes)], "", "red")).toBe(true);
    expect(mustHandOver([place("red", owes), place("blue")], "", "red")).toBe(false);
  });

  test("at the beginning where the others know something else", () => {
    const blue = place("blue", { scene: { title: "with a mine" } });
    expect(mustHandOver([place("red", owes), blue], "", "red")).toBe(true);
  });

  test("not after the end, and not to oneself", () => {
    const red = place("red", { scene: { title: "with a mine" } });
    expect(mustHandOver([red, place("blue", { over: true })], "red", "blue")).toBe(false);
    expect(mustHandOver([red, place("blue")], "red", "red")).toBe(false);
  });
});
