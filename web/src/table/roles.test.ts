import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { MemoryStorage } from "../api/fixtures";
import { readRole, saveReadRole } from "./roles";

beforeEach(() => void vi.stubGlobal("sessionStorage", new MemoryStorage()));
afterEach(() => vi.unstubAllGlobals());

test("a role that was read is known for its seat at its table alone", () => {
  saveReadRole("t1", "red", "You carry the bomb");
  expect([readRole("t1", "red"), readRole("t1", "blue"), readRole("t2", "red")]).toEqual(["You carry the bomb", "", ""]);
});

test("without a storage nothing is known, and nothing breaks", () => {
  vi.stubGlobal("sessionStorage", undefined);
  saveReadRole("t1", "red", "You carry the bomb");
  expect(readRole("t1", "red")).toBe("");
});
