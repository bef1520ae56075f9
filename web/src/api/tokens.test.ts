import { beforeEach, expect, test } from "vitest";

import { MemoryStorage } from "./fixtures";
import { addTokens, forgetTable, ownToken, saveToken, savedTokens, tokensOf } from "./tokens";

const TOKEN = "abcdefghijklmnopqrstuvwxyz012345";

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
  saveToken({ ...entry, campaign: "c1" }, 5, store);
  saveToken({ ...entry, seat: "", title: "" }, 6, store);
  expect(savedTokens(store)).toEqual([{ ...entry, campaign: "c1", kept: 6 }]);
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

test("a forgotten table is gone, others stay", () => {
  saveToken(entry, 5, store);
  saveToken({ ...entry, table: "t2", token: `${TOKEN}2` }, 6, store);
  forgetTable("t1", store);
  expect(savedTokens(store).map((one) => one.table)).toEqual(["t2"]);
});

test("of tokens from elsewhere the valid new ones are added", () => {
  const found = [{ ...entry, kept: 1 }, { token: "x" }, null, 7];
  expect(addTokens(found, store)).toBe(1);
  expect(addTokens(found, store)).toBe(0);
  expect(addTokens("nothing", store)).toBe(0);
});

test("storage with something else in it counts as empty", () => {
  store.setItem("fireteam.keys", "][");
  expect(savedTokens(store)).toEqual([]);
});

test("screens beside a table see it as the one own seat does, not a friend's or the host's; where several share the browser, as who looks on", () => {
  expect(ownToken("t1", store)).toBe("");
  saveToken({ ...entry, seat: "", host: true, token: `${TOKEN}host` }, 1, store);
  saveToken({ ...entry, seat: "green", mine: false, token: `${TOKEN}friend` }, 2, store);
  saveToken({ ...entry, token: `${TOKEN}first` }, 3, store);
  expect([ownToken("t1", store), ownToken("t2", store)]).toEqual([`${TOKEN}first`, ""]);
  saveToken({ ...entry, seat: "blue", token: `${TOKEN}second` }, 4, store);
  expect(ownToken("t1", store)).toBe("");
});

test("a seat of the same name at another table keeps its token, and that a token is the host's is not forgotten", () => {
  saveToken({ ...entry, host: true }, 5, store);
  saveToken({ ...entry, table: "t2", token: `${TOKEN}2` }, 6, store);
  saveToken({ ...entry, seat: "", host: false }, 7, store);
  expect(savedTokens(store).map(({ table, seat, host, kept }) => [table, seat, host, kept])).toEqual([["t1", "red", true, 7], ["t2", "red", false, 6]]);
});

test.each([
  ["token", "short"], ["token", `${TOKEN} `], ["token", 7], ["table", 7], ["seat", null], ["title", undefined], ["campaign", 7], ["host", "yes"], ["mine", 1], ["kept", "now"],
])("an entry whose %s is %j is not taken", (name, value) => {
  expect(addTokens([{ ...entry, kept: 1, [name]: value }], store)).toBe(0);
  expect(addTokens([{ ...entry, kept: 1 }], store)).toBe(1);
});
