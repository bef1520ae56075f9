import { expect, test } from "vitest";

import { routeOf } from "../routes";
import { clauseNamed, clausesIn, isClause } from "./clause";

test("clauses are found in a text, each kind whole, and nothing that only looks like one", () => {
  expect(clausesIn("By TTT-6.1, FS3-15.3a (FS3-A.1; see `TTT-EX-12`) and TPS-4.2.1.")).toEqual(["TTT-6.1", "FS3-15.3a", "FS3-A.1", "TTT-EX-12", "TPS-4.2.1"]);
  expect(clausesIn("An AK-47, a MAC-10, an A-C, SPAS-12. FS3-15, xTTT-6.1, TTT-6.1ab, TTT-6.x, 3-6.1")).toEqual([]);
});

test("a text is a clause if it is nothing else", () => {
  expect(["FS3-15.3a", "FS3-A.1", "TTT-EX-1", "TTT-6.1 ", "by TTT-6.1", "AK-47", ""].map(isClause)).toEqual([true, true, true, false, false, false, false]);
});

test.each([["ttt-6.1", "TTT-6.1"], [" FS3-15.3A ", "FS3-15.3a"], ["fs3-a.1", "FS3-A.1"], ["fs3", "FS3"], ["ttt-ex-12", "TTT-EX-12"], ["", ""]])("%j that is typed, or stands in an address, is %j", (typed, id) => {
  expect([clauseNamed(typed), routeOf(`#/rules/${typed}`)]).toEqual([id, { page: "rules", clause: id }]);
});
