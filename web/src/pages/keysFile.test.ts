import { expect, test } from "vitest";

import { MemoryStorage } from "../api/fixtures";
import { savedTokens, saveToken } from "../api/tokens";
import { saveCampaign, savedCampaigns } from "../campaign/saved";
import { BadKeysFile, exportKeys, importKeys } from "./keysFile";

const TOKEN = "abcdefghijklmnopqrstuvwxyz012345";

test("seats and campaigns that are exported are imported elsewhere, and only once", () => {
  const [store, other] = [new MemoryStorage(), new MemoryStorage()];
  saveToken({ table: "t1", seat: "red", host: false, mine: true, token: TOKEN, title: "Friday" }, 5, store);
  saveCampaign({ campaign: "c1", token: `${TOKEN}c`, title: "Winter war", who: "Storyteller", storyteller: true }, 6, store);
  const file = exportKeys(store);
  expect(importKeys(file, other)).toBe(2);
  expect(importKeys(file, other)).toBe(0);
  expect([savedTokens(other), savedCampaigns(other)]).toEqual([savedTokens(store), savedCampaigns(store)]);
});

test.each(["", "{", "[]", "null", '{"form":"other","keys":[]}'])("a file that is none is refused: %j", (text) => {
  expect(() => importKeys(text, new MemoryStorage())).toThrow(BadKeysFile);
});

test("a file of an earlier version has no campaigns", () => {
  expect(importKeys('{"form":"fireteam keys 1","keys":[]}', new MemoryStorage())).toBe(0);
});
