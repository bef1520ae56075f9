import { beforeEach, expect, test } from "vitest";

import { BadTokenFile, exportTokens, forgetTable, importTokens, saveToken, savedTokens, tokensOf } from "./tokens";

const TOKEN = "abcdefghijklmnopqrstuvwxyz012345";

class MemoryStorage implements Storage {
  private readonly all = new Map<string, string>();
  get length() {
    return this.all.size;
  }
  clear = () => this.all.clear();
  key = (n: number) => [...this.all.keys()][n] ?? null;
  getItem = (name: string) => this.all.get(name) ?? null;
  setItem = (name: string, value: string) => void this.all.set(name, value);
  removeItem = (name: string) => void this.all.delete(name);
}

const entry = { table: "t1", seat: "red", host: false, mine: true, token: TOKEN, title: "Friday" };
let store: MemoryStorage;

beforeEach(() => {
  store = new MemoryStorage();
});

test("a token is saved, and found by its table", () => {
  saveToken(entry, 5, store);
  saveToken({ ...entry, table: "t2", token: `${TOKEN}2` }, 6, store);
  expect(tokensOf("t1", store)).toEqual([{ ...entry, kept: 5 }]);
  expect(savedTokens(store).map((one) => one.table)).toEqual(["t2", "t1"]);
});

test("a link that is opened again loses nothing that is known of it", () => {
  saveToken(entry, 5, store);
  saveToken({ ...entry, seat: "", title: "" }, 6, store);
  expect(savedTokens(store)).toEqual([{ ...entry, kept: 6 }]);
});

test("a seat has one token: the newest", () => {
  saveToken(entry, 5, store);
  saveToken({ ...entry, token: `${TOKEN}new` }, 6, store);
  expect(savedTokens(store).map((one) => one.token)).toEqual([`${TOKEN}new`]);
});

test("the token of the host and that of a seat are saved side by side", () => {
  saveToken(entry, 5, store);
  saveToken({ ...entry, seat: "", host: true, token: `${TOKEN}host` }, 6, store);
  expect(tokensOf("t1", store)).toHaveLength(2);
});

test("what is exported is imported elsewhere, and only once", () => {
  saveToken(entry, 5, store);
  const file = exportTokens(store);
  const other = new MemoryStorage();
  expect(importTokens(file, other)).toBe(1);
  expect(importTokens(file, other)).toBe(0);
  expect(savedTokens(other)).toEqual(savedTokens(store));
});

test("a forgotten table is gone, others stay", () => {
  saveToken(entry, 5, store);
  saveToken({ ...entry, table: "t2", token: `${TOKEN}2` }, 6, store);
  forgetTable("t1", store);
  expect(savedTokens(store).map((one) => one.table)).toEqual(["t2"]);
});

test.each(["", "{", "[]", "null", '{"form":"other","keys":[]}'])("a file that is none is refused: %j", (text) => {
  expect(() => importTokens(text, store)).toThrow(BadTokenFile);
});

test("of a file with invalid entries the valid ones are imported", () => {
  const file = JSON.stringify({ form: "fireteam keys 1", keys: [{ ...entry, kept: 1 }, { token: "x" }, null, 7] });
  expect(importTokens(file, store)).toBe(1);
});

test("storage with something else in it counts as empty", () => {
  store.setItem("fireteam.keys", "][");
  expect(savedTokens(store)).toEqual([]);
});
