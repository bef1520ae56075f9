import { beforeEach, expect, test } from "vitest";

import { BadTokenFile, exportTokens, forgetTable, importTokens, saveToken, savedTokens, tokensOf } from "./tokens";

const TOKEN = "abcdefghijklmnopqrstuvwxyz012345";

class Drawer implements Storage {
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

const key = { table: "t1", seat: "red", host: false, mine: true, token: TOKEN, title: "Friday" };
let store: Drawer;

beforeEach(() => {
  store = new Drawer();
});

test("a key is kept, and found by its table", () => {
  saveToken(key, 5, store);
  saveToken({ ...key, table: "t2", token: `${TOKEN}2` }, 6, store);
  expect(tokensOf("t1", store)).toEqual([{ ...key, kept: 5 }]);
  expect(savedTokens(store).map((one) => one.table)).toEqual(["t2", "t1"]);
});

test("a link that is opened again loses nothing that is known of it", () => {
  saveToken(key, 5, store);
  saveToken({ ...key, seat: "", title: "" }, 6, store);
  expect(savedTokens(store)).toEqual([{ ...key, kept: 6 }]);
});

test("a seat has one key: the newest", () => {
  saveToken(key, 5, store);
  saveToken({ ...key, token: `${TOKEN}new` }, 6, store);
  expect(savedTokens(store).map((one) => one.token)).toEqual([`${TOKEN}new`]);
});

test("the host's key and a seat's stand side by side", () => {
  saveToken(key, 5, store);
  saveToken({ ...key, seat: "", host: true, token: `${TOKEN}host` }, 6, store);
  expect(tokensOf("t1", store)).toHaveLength(2);
});

test("what is exported is imported elsewhere, and only once", () => {
  saveToken(key, 5, store);
  const file = exportTokens(store);
  const other = new Drawer();
  expect(importTokens(file, other)).toBe(1);
  expect(importTokens(file, other)).toBe(0);
  expect(savedTokens(other)).toEqual(savedTokens(store));
});

test("a forgotten table is gone, others stay", () => {
  saveToken(key, 5, store);
  saveToken({ ...key, table: "t2", token: `${TOKEN}2` }, 6, store);
  forgetTable("t1", store);
  expect(savedTokens(store).map((one) => one.table)).toEqual(["t2"]);
});

test.each(["", "{", "[]", "null", '{"form":"other","keys":[]}'])("a file that is none is refused: %j", (text) => {
  expect(() => importTokens(text, store)).toThrow(BadTokenFile);
});

test("of a file with broken keys the sound ones are taken", () => {
  const file = JSON.stringify({ form: "fireteam keys 1", keys: [{ ...key, kept: 1 }, { token: "x" }, null, 7] });
  expect(importTokens(file, store)).toBe(1);
});

test("a drawer with something else in it counts as empty", () => {
  store.setItem("fireteam.keys", "][");
  expect(savedTokens(store)).toEqual([]);
});
