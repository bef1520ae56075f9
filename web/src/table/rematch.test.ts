import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { MemoryStorage } from "../api/fixtures";
import { savedTokens, saveToken } from "../api/tokens";
import { item, welcome } from "./fixtures";
import { playAgain } from "./rematch";
import { rematchOf } from "./timeline";
import type { TableView } from "./tableView.svelte";

const places = vi.hoisted(() => [] as string[]);
vi.mock("../router.svelte", () => ({ navigate: (place: string) => places.push(place) }));

const TOKENS = { host: "h".repeat(24), red: "r".repeat(24), blue: "b".repeat(24) };
let asked: string[];
let refuses: string[];

beforeEach(() => {
  vi.stubGlobal("localStorage", new MemoryStorage());
  [asked, refuses] = [[], []];
  places.length = 0;
  vi.stubGlobal("fetch", async (_: string, { headers }: { headers: Record<string, string> }) => {
    const token = headers["Authorization"]!.replace("Bearer ", "");
    asked.push(token[0]!);
    if (refuses.includes(token[0]!)) return Response.json({ frame: "refusal", code: "E_TOKEN", sentence: "No." }, { status: 401 });
    const seat = { r: "red", b: "blue" }[token[0]!];
    return Response.json({ table: "t2", host: token[0] === "h" ? "H".repeat(24) : "", seats: seat ? { [seat]: token.toUpperCase() } : {} });
  });
});
afterEach(() => vi.unstubAllGlobals());

const view = (items: object[] = []) => ({ table: "t1", items, welcome: welcome("red") }) as unknown as TableView;

function sit(seat: "red" | "blue" | "host", mine: boolean): void {
  saveToken({ table: "t1", seat: seat === "host" ? "" : seat, host: seat === "host", mine, token: TOKENS[seat], title: "" }, 1);
}

test("who plays again comes to the new table with the host's token and all seats of this browser, a friend's among them", async () => {
  sit("red", true);
  sit("blue", false);
  sit("host", true);
  await playAgain(view());
  expect([asked[0], [...asked].sort()]).toEqual(["h", ["b", "h", "r"]]);
  const there = savedTokens().filter((one) => one.table === "t2");
  expect(there.map(({ seat, host, mine }) => `${seat || "host"} ${host} ${mine}`).sort()).toEqual(["blue false false", "host true true", "red false true"]);
  expect(places).toEqual(["#/t/t2"]);
});

test("a link that is void keeps nobody away while another is good; where none is, it is told", async () => {
  sit("red", true);
  sit("blue", false);
  refuses = ["b"];
  await playAgain(view());
  expect(places).toEqual(["#/t/t2"]);
  refuses = ["r"];
  await playAgain(view());
  expect(places).toEqual(["#/t/t2", "#/t/t2"]);
  refuses = ["b", "r"];
  await expect(playAgain(view())).rejects.toThrow("No.");
});

test("the rematch is the one that was told last", () => {
  expect(rematchOf([])).toBeUndefined();
  expect(rematchOf([item({ item: "rematch", seat: "blue", table: "t2" })])?.table).toBe("t2");
});
