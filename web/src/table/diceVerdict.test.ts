import { expect, test } from "vitest";

import { ApiError } from "../api/client";
import { diceVerdict } from "./diceVerdict";

const verifier = (verify: () => Promise<{ dice: number }>) => async () => ({ verify }) as unknown as typeof import("../../verify/verify.mjs");
const honest = verifier(async () => ({ dice: 7 }));

test("what was checked is true or not", async () => {
  expect(await diceVerdict(async () => "file", honest)).toMatch(/^True: .* all 7 dice/);
  const edited = verifier(async () => Promise.reject(new Error("line 3: the file was edited")));
  expect(await diceVerdict(async () => "file", edited)).toBe("Not true: line 3: the file was edited");
  expect(await diceVerdict(async () => "no match")).toMatch(/^Not true: .*this is no match file/);
});

test.each(["The server is closing.", "The server cannot be reached. Is it running, and are you online?"])("a file that does not arrive is no verdict: %s", async (sentence) => {
  const answer = await diceVerdict(async () => Promise.reject(new ApiError("E", sentence, 503)), honest);
  expect(answer).toBe(`Could not be checked now: ${sentence}`);
});

test("nor is a verifier that does not arrive", async () => {
  const answer = await diceVerdict(async () => "file", async () => Promise.reject(new TypeError("Failed to fetch dynamically imported module: /assets/verify.js")));
  expect(answer).toBe("Could not be checked now: the check itself did not arrive. Load this page anew and try again.");
});
