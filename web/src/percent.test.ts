import { expect, test } from "vitest";

import { percent, shortPercent } from "./percent";

const FILES = import.meta.glob<string>(["./**/*.{ts,svelte}", "!./made/**", "!./**/*.test.ts"], { query: "?raw", import: "default", eager: true });

test.each([
  [1 / 3, "33.3%", "33%"],
  [0.5, "50%", "50%"],
  [1, "100%", "100%"],
  [0.9999, "above 99.9%", ">99%"],
  [0.9954, "99.5%", ">99%"],
  [0.0046, "0.5%", "<1%"],
  [0.0001, "below 0.1%", "<1%"],
  [0, "0%", "0%"],
])("a chance of %d is %s, or in a small place %s", (chance, long, short) => {
  expect([percent(chance), shortPercent(chance)]).toEqual([long, short]);
});

test("no other module writes a chance as percents", () => {
  const written = /(chance|share|amount|odds)\b[^\n]*\*\s*100[^\n]*%|\* 100\)\}%/i;
  const bar = /style:width="\{chance \* 100\}%"/; // a length
  const found = Object.entries(FILES).filter(([, text]) => written.test(text.replace(bar, "")));
  expect(found.map(([path]) => path)).toEqual(["./percent.ts"]);
});
