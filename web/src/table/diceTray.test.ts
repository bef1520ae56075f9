import { afterEach, beforeEach, expect, test, vi } from "vitest";

import type { EventText } from "../api/messages";
import { settings } from "../settings.svelte";
import { DiceTray } from "./diceTray.svelte";

const tones = vi.hoisted(() => [] as string[]);
vi.mock("../sound", () => ({ playTone: (tone: string) => tones.push(tone) }));

const EVENTS = [{ says: "Hit", dice: [{ purpose: "to hit", sides: 6, face: 4 }] }] as unknown as readonly EventText[];
let tray: DiceTray;
let still: boolean;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("matchMedia", () => ({ matches: still }));
  [tray, still, settings.dice] = [new DiceTray(), false, true];
  tones.length = 0;
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** What has been awaited, once it is over. */
function ended(promise: Promise<void> | null): { is: boolean } {
  const end = { is: promise === null };
  void promise?.then(() => (end.is = true));
  return end;
}

test("dice roll for a moment with a tone; then they lie, and what waits goes on", async () => {
  const end = ended(tray.show(EVENTS));
  await vi.advanceTimersByTimeAsync(849);
  expect([tray.roll, end.is, tones]).toEqual([{ id: 1, events: EVENTS, isRolling: true }, false, ["dice"]]);
  await vi.advanceTimersByTimeAsync(1);
  expect([tray.roll, end.is]).toEqual([{ id: 1, events: EVENTS, isRolling: false }, true]);
  void tray.show(EVENTS);
  expect([tray.roll?.id, tones.length]).toEqual([2, 2]);
});

test("who is in a hurry stops them at once; stopped, nothing is left to stop", async () => {
  tray.finish();
  expect(tray.roll).toBeNull();
  const end = ended(tray.show(EVENTS));
  tray.finish();
  await vi.advanceTimersByTimeAsync(0);
  expect([tray.roll?.isRolling, end.is]).toEqual([false, true]);
  void tray.show([]);
  await vi.advanceTimersByTimeAsync(849);
  expect(tray.roll).toEqual({ id: 2, events: [], isRolling: true }); // the timer of the first is gone
});

test.each([[true, true], [false, false]])("with reduced motion (%s) or the setting (dice %s) they lie at once", (reduced, dice) => {
  [still, settings.dice] = [reduced, dice];
  expect(tray.show(EVENTS)).toBeNull();
  expect([tray.roll?.isRolling, tones]).toEqual([false, ["dice"]]);
});
