import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { announce, notify } from "../announcer.svelte";
import { saveToken } from "../api/tokens";
import { SQUARE_SCENE } from "../board/fixtures";
import { navigate } from "../router.svelte";
import { happened } from "../table/fixtures";
import { HeldServer, tableTokens } from "./fixtures";
import { Playback } from "./playback.svelte";

vi.mock("../announcer.svelte", () => ({ announce: vi.fn(), notify: vi.fn() }));
vi.mock("../router.svelte", () => ({ navigate: vi.fn() }));

const KEYS = { altKey: false, ctrlKey: false, metaKey: false };
const sceneAt = (x: number) => ({ ...SQUARE_SCENE, tokens: SQUARE_SCENE.tokens.map((one) => (one.unit === "b1" ? { ...one, x } : one)) });
const MOMENTS = [2, 1, 1, 0].map((x, event) => ({ happened: happened(`says ${event}`, { event }).what, scene: sceneAt(x) }));

let server: HeldServer;
let playback: Playback;
let addresses: string[];

beforeEach(() => {
  [server, addresses] = [new HeldServer(), []];
  vi.stubGlobal("history", { replaceState: (_: unknown, __: string, to: string) => addresses.push(to) });
  playback = new Playback("t1");
});
afterEach(() => {
  vi.unstubAllGlobals();
  for (const mock of [announce, notify, navigate]) vi.mocked(mock).mockReset();
});

async function opened(event: number | null = null): Promise<void> {
  void playback.open(event);
  await server.answer("GET /tables/t1/moments", MOMENTS);
  await server.answer("GET /tables/t1", { card: { title: "", scenario_title: "Squares", over: true } });
}

const key = (name: string, rest: object = {}) => playback.key({ key: name, ...KEYS, ...rest });
const said = () => vi.mocked(announce).mock.calls.map(([text]) => text);

test.each([[null, 0], [0, 0], [2, 2], [9, 3]])("a match is shown from event %j: %s", async (event, index) => {
  await opened(event);
  expect([playback.index, playback.moment?.happened, playback.title, playback.over, playback.last, addresses]).toEqual([index, MOMENTS[index]!.happened, "Squares", true, 3, []]);
});

test("a match that cannot be read says why", async () => {
  void playback.open(null);
  await server.refuse("GET /tables/t1/moments", "No such table.", 404);
  expect([playback.error, playback.moment]).toEqual(["No such table.", undefined]);
});

test("a match is read as one's own seat may see it", async () => {
  const headers: Record<string, string>[] = [];
  const held = fetch;
  vi.stubGlobal("fetch", (path: string, how: { headers: Record<string, string> }) => (path.includes("moments") && headers.push(how.headers), held(path, how)));
  saveToken({ table: "t1", seat: "red", host: false, mine: true, token: "abcdefghijklmnopqrst_red", title: "" }, 1);
  await opened();
  expect(headers[0]).toMatchObject({ Authorization: "Bearer abcdefghijklmnopqrst_red" });
});

test("each event can be gone to and no farther; it is announced, and stands in the address", async () => {
  await opened();
  for (const [to, index] of [[2, 2], [-1, 0], [9, 3]] as const) {
    playback.show(to);
    expect([playback.index, addresses.at(-1)]).toEqual([index, `#/replay/t1/${index}`]);
  }
  expect(said()).toEqual(["says 2", "says 0", "says 3"]);
});

test("keys go one back and forward, to the beginning and to the end; others, and those of the browser, are left", async () => {
  expect(key("End")).toBe(false); // nothing is there yet
  await opened(1);
  for (const [name, index] of [["ArrowRight", 2], ["ArrowLeft", 1], ["End", 3], ["Home", 0]] as const) expect([key(name), playback.index]).toEqual([true, index]);
  expect([key("a"), key("ArrowRight", { altKey: true }), key("ArrowRight", { ctrlKey: true }), key("ArrowRight", { metaKey: true }), playback.index]).toEqual([false, false, false, false, 0]);
});

test("it plays to the end and stops there; whoever goes to an event stops it", async () => {
  await opened(2);
  playback.toggle();
  playback.advance();
  expect([playback.isPlaying, playback.index, addresses.at(-1)]).toEqual([true, 3, "#/replay/t1/3"]);
  playback.advance();
  expect([playback.isPlaying, playback.index]).toEqual([false, 3]);
  playback.toggle();
  expect([playback.isPlaying, playback.index]).toEqual([true, 0]);
  playback.show(2);
  expect(playback.isPlaying).toBe(false);
  playback.toggle();
  key("ArrowLeft");
  expect([playback.isPlaying, playback.index]).toEqual([false, 1]);
});

test("stopped at the last event, it stays there", async () => {
  await opened(3);
  playback.isPlaying = true;
  playback.toggle();
  expect([playback.isPlaying, playback.index]).toEqual([false, 3]);
});

test("events that play are not announced one by one", async () => {
  await opened();
  playback.toggle();
  playback.advance();
  playback.show(3);
  expect(said()).toEqual(["says 3"]);
});

test("twice as fast is half the pause", () => {
  const { pause } = playback;
  playback.speed = 2;
  expect([pause, playback.pause]).toEqual([1200, 600]);
});

test("the moves are those since the event before, and the log has all events by their numbers", async () => {
  await opened();
  const moves = [0, 1, 2, 3].map((index) => (playback.show(index), playback.overlay.moves.map((one) => one.points)));
  expect(moves).toEqual([[], [[[2, 1], [1, 1]]], [], [[[1, 1], [0, 1]]]]);
  expect(playback.items.map((one) => [one.seq, one.what])).toEqual(MOMENTS.map((one, k) => [k + 1, one.happened]));
});

test("a table begins with the event that is shown; with one seat one goes to it, else to its links", async () => {
  await opened(2);
  void playback.playOn();
  expect([playback.forking.isRunning, (await server.next("POST /tables/t1/fork")).body]).toEqual([true, { event: 2 }]);
  await server.answer("POST /tables/t1/fork", tableTokens("t2", "red", "blue"));
  expect([playback.forking.isRunning, vi.mocked(navigate).mock.calls]).toEqual([false, [["#/invite/t2"]]]);
  const saved = JSON.parse(localStorage.getItem("fireteam.keys")!) as { seat: string; mine: boolean; title: string }[];
  expect(saved.filter((one) => one.seat).map((one) => [one.seat, one.mine, one.title]).sort()).toEqual([["blue", false, "Squares, from event 2"], ["red", true, "Squares, from event 2"]]);
  void playback.playOn();
  await server.answer("POST /tables/t1/fork", tableTokens("t3", "red"));
  expect(vi.mocked(navigate).mock.calls.at(-1)).toEqual(["#/t/t3"]);
  void playback.playOn();
  await server.refuse("POST /tables/t1/fork", "The server is full.");
  expect([vi.mocked(notify).mock.calls, playback.forking.isRunning, vi.mocked(navigate).mock.calls.length]).toEqual([[["The server is full."]], false, 2]);
});
