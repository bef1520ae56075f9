import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { MemoryStorage } from "./api/fixtures";

let store: MemoryStorage;
let page: { documentElement: { dataset: Record<string, string> } };

beforeEach(() => {
  [store, page] = [new MemoryStorage(), { documentElement: { dataset: {} } }];
  vi.stubGlobal("localStorage", store);
  vi.stubGlobal("document", page);
  vi.resetModules();
});
afterEach(() => vi.unstubAllGlobals());

test("settings begin with the usual, and those that were changed come back with the rest as usual", async () => {
  const { settings, updateSettings } = await import("./settings.svelte");
  expect({ ...settings }).toEqual({ theme: "auto", sound: false, dice: true, name: "" });
  updateSettings({ theme: "dark", name: "Ann" });
  expect([page.documentElement.dataset["theme"], settings.name]).toEqual(["dark", "Ann"]);
  updateSettings({ sound: true });
  vi.resetModules();
  const again = (await import("./settings.svelte")).settings;
  expect({ ...again }).toEqual({ theme: "dark", sound: true, dice: true, name: "Ann" });
});

test("what cannot be read counts as nothing", async () => {
  store.setItem("fireteam.settings", "][");
  const { settings } = await import("./settings.svelte");
  expect({ ...settings }).toEqual({ theme: "auto", sound: false, dice: true, name: "" });
});

test.each([true, false])("whether motion is reduced is asked of the device: %s", async (matches) => {
  vi.stubGlobal("matchMedia", (query: string) => ({ matches: query.includes("reduce") && matches }));
  expect((await import("./settings.svelte")).prefersStillness()).toBe(matches);
});
