import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { announce, announcer, notify, showNotice } from "./announcer.svelte";

beforeEach(() => {
  vi.useFakeTimers();
  Object.assign(announcer, { speech: "", notice: "" });
});

afterEach(() => {
  vi.runAllTimers();
  vi.useRealTimers();
});

test("texts of one moment are read as one, and the next ones by themselves", () => {
  announce("Red moves.");
  vi.advanceTimersByTime(100);
  announce("");
  announce("Blue is hit.");
  expect(announcer.speech).toBe("");
  vi.advanceTimersByTime(119);
  expect(announcer.speech).toBe("");
  vi.advanceTimersByTime(1);
  expect(announcer.speech).toBe("Red moves. Blue is hit.");
  announce("Blue is Down.");
  vi.advanceTimersByTime(120);
  expect(announcer.speech).toBe("Blue is Down.");
});

test("a text that comes again is read again: it differs by a blank that nobody hears", () => {
  for (const spoken of ["To you.", "To you.\u00a0", "To you."]) {
    announce("To you.");
    vi.advanceTimersByTime(120);
    expect(announcer.speech).toBe(spoken);
  }
});

test("news without end is read at the latest a second after the first of it", () => {
  const heard = new Set<string>();
  for (let time = 0; time < 3000; time += 50) {
    announce(`Event ${time}.`);
    vi.advanceTimersByTime(50);
    heard.add(announcer.speech);
  }
  const texts = [...heard].filter(Boolean);
  expect(texts[0]).toMatch(/^Event 0\. Event 50\. .* Event 950\.$/);
  expect(texts.length).toBe(3);
});

test("of a flood the newest is read, with the number of what came before; one text is read whole", () => {
  const words = (count: number) => Array.from({ length: count }, () => "word").join(" ");
  announce(words(40));
  announce(`A ${words(39)}`);
  announce(`B ${words(19)}`);
  vi.advanceTimersByTime(120);
  expect(announcer.speech).toBe(`1 more before this. A ${words(39)} B ${words(19)}`);
  announce(words(200));
  vi.advanceTimersByTime(120);
  expect(announcer.speech).toBe(words(200));
});

test("a notice stays six seconds after the last one, and is announced by who asks for that", () => {
  notify("The link is copied.");
  vi.advanceTimersByTime(5000);
  expect([announcer.notice, announcer.speech]).toEqual(["The link is copied.", "The link is copied."]);
  showNotice("A ruling.");
  vi.advanceTimersByTime(5999);
  expect([announcer.notice, announcer.speech]).toEqual(["A ruling.", "The link is copied."]);
  vi.advanceTimersByTime(1);
  expect(announcer.notice).toBe("");
});
