import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { settings } from "./settings.svelte";

let notes: [pitch: number, start: number, stop: number][];
let contexts: number;

beforeEach(() => {
  [notes, contexts] = [[], 0];
  vi.resetModules();
  vi.stubGlobal("AudioContext", class { currentTime = 10; constructor() { contexts++; } });
  vi.stubGlobal("OscillatorNode", class {
    constructor(_: unknown, readonly options: { frequency: number }) {}
    connect = (node: unknown) => node;
    start = (at: number) => notes.push([this.options.frequency, at, 0]);
    stop = (at: number) => (notes.at(-1)![2] = at);
  });
  vi.stubGlobal("GainNode", class {
    gain = { linearRampToValueAtTime: () => undefined, exponentialRampToValueAtTime: () => undefined };
    connect = () => undefined;
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  settings.sound = false;
});

/** The sounds, and the settings of the same page. */
async function load(isOn: boolean) {
  (await import("./settings.svelte")).settings.sound = isOn;
  return (await import("./sound")).playTone;
}

test("without the setting nothing sounds", async () => {
  const play = await load(false);
  play("turn");
  expect([notes, contexts]).toEqual([[], 0]);
});

test("each occasion has its notes, one after another, and one context is enough", async () => {
  const play = await load(true);
  const heard = (["turn", "dice", "message", "end"] as const).map((tone) => {
    notes = [];
    play(tone);
    return notes.map(([pitch, start]) => [pitch, start]);
  });
  expect(heard).toEqual([[[523, 10], [784, 10.12]], [[220, 10]], [[660, 10]], [[523, 10], [659, 10.14], [784, 10.28]]]);
  expect(notes.every(([, start, stop]) => stop > start)).toBe(true);
  expect(contexts).toBe(1);
});
