import { beforeEach, describe, expect, test } from "vitest";

import type { Item, Now, Refusal, Scene, Welcome } from "../api/messages";
import { SQUARE_SCENE } from "../board/fixtures";
import { Connection, type ConnectionState, type Socket, type Environment } from "./connection";

class FakeWire implements Socket {
  onopen: Socket["onopen"] = null;
  onmessage: Socket["onmessage"] = null;
  onclose: Socket["onclose"] = null;
  sent: { frame: string; key?: string; since?: Record<string, number>; act?: unknown }[] = [];
  closed = false;
  send(text: string) {
    this.sent.push(JSON.parse(text));
  }
  close() {
    this.closed = true;
  }
  says(frame: object) {
    this.onmessage?.({ data: JSON.stringify(frame) });
  }
}

const DICTIONARY = { events: [], purposes: [], reasons: [], kinds: [], clauses: {} };
const TERMS = { protocol: 11, board: { address: "/board", hash: "ab" }, dictionary: DICTIONARY, made: 50_000, time: 105_000, words: [], public: [] };
const LEXICON = { rows: 0, lines: 0, units: 0, texts: [[""]], events: [], verbs: [], notes: {}, steps: 1 };
const STREAMS = ["table", "side red"];
const BOARD = { title: "A field" } as unknown as Scene;
const WELCOME = { terms: TERMS, frame: "welcome", card: {}, you: "red", host: false, streams: STREAMS, slots: ["red"], verbs: [], threats: true };
const message = (seq: number, stream = "table", at = 0) =>
  ({ stream, seq, at, what: { item: "spoken", seat: "red", person: "", text: `${seq}`, side: "" } }) as Item;

const change = (...items: Item[]) => ({ frame: "change", items: items.map(({ stream, seq, at, what }) => [STREAMS.indexOf(stream), seq, at, what]) });
const atOnce = (scene: Scene) => ({ then: (done: (scene: Scene) => void) => done(scene) }) as unknown as Promise<Scene>;

describe("the line to a table", () => {
  let wires: FakeWire[];
  let timers: { seconds: number; then: () => void }[];
  let ticks: Set<() => void>; // called every second
  let heard: Item[];
  let standings: ConnectionState[];
  let refusals: Refusal[];
  let keys: number;
  let now: number;
  let fetched: string[];
  let boards: (address: string) => Promise<Scene>;
  let views: Now[];

  beforeEach(() => {
    [wires, timers, heard, standings, refusals, keys, now] = [[], [], [], [], [], 0, 100];
    [fetched, boards, views] = [[], () => atOnce(BOARD), []];
    ticks = new Set();
  });

  const world: Environment = {
    connect: () => (wires.push(new FakeWire()), wires.at(-1)!),
    now: () => now,
    schedule: (seconds, then) => (timers.push({ seconds, then }), () => {}),
    everySecond: (then) => (ticks.add(then), () => ticks.delete(then)),
    key: () => `key ${++keys}`,
    random: () => 1,
    board: (address) => (fetched.push(address), boards(address)),
  };

  const dial = () =>
    new Connection("ws://here", "token", {
      items: (items) => heard.push(...items),
      now: (view) => views.push(view),
      state: (standing) => standings.push(standing),
      refusal: (refusal) => refusals.push(refusal),
    }, world);

  function come(wire = wires.at(-1)!) {
    wire.onopen?.();
    wire.says(WELCOME as unknown as Welcome);
  }

  const again = () => timers.at(-1)!.then();

  test("begins with a hello that says who comes and what is known", () => {
    dial();
    come();
    expect(wires[0]!.sent).toEqual([{ frame: "hello", token: "token", since: {}, protocol: 11 }]);
    expect(standings).toEqual(["open"]);
  });

  test("a new line goes on after the last item of each stream", () => {
    dial();
    come();
    wires[0]!.says(change(message(1), message(2), message(1, "side red")));
    wires[0]!.onclose?.({ code: 1006 });
    again();
    come();
    expect(wires[1]!.sent[0]).toEqual({ frame: "hello", token: "token", since: { table: 2, "side red": 1 }, protocol: 11 });
    expect(standings).toEqual(["open", "lost", "open"]);
  });

  test("who comes to the wrong server is told where the table is, and tries again here", () => {
    const told: string[] = [];
    new Connection("ws://here", "token", { elsewhere: (address) => told.push(address) }, world);
    wires[0]!.onopen?.();
    const away = { frame: "refusal", code: "E_ELSEWHERE", sentence: "There.", clause: "", key: "", address: "https://two.example.org/" };
    wires[0]!.says(away as Refusal);
    wires[0]!.onclose?.({ code: 4003 });
    expect(told).toEqual(["https://two.example.org/"]);
    again();
    expect(wires).toHaveLength(2);
  });

  test("what is told twice is heard once", () => {
    dial();
    come();
    wires[0]!.says(change(message(1), message(2)));
    wires[0]!.says(change(message(2), message(3)));
    expect(heard.map((item) => item.seq)).toEqual([1, 2, 3]);
  });

  test("what a side was told before somebody came to it is passed over, and no gap", () => {
    dial();
    come();
    const unheard = message(2, "side red");
    wires[0]!.says(change(message(1, "side red"), { ...unheard, what: { ...unheard.what, text: "" } } as Item, message(3, "side red")));
    expect(heard.map((item) => item.seq)).toEqual([1, 3]);
    expect(wires[0]!.closed).toBe(false);
  });

  test("with a gap the line is made anew, and what was heard stays a beginning of what is told", () => {
    dial();
    come();
    wires[0]!.says(change(message(1), message(3), message(4)));
    expect(heard.map((item) => item.seq)).toEqual([1]);
    expect(wires[0]!.closed).toBe(true);
    again();
    come();
    expect(wires[1]!.sent[0]!.since).toEqual({ table: 1 });
    wires[1]!.says(change(message(2), message(3)));
    expect(heard.map((item) => item.seq)).toEqual([1, 2, 3]);
  });

  test("what comes while the board is fetched waits for it, and it is fetched once", async () => {
    let found = (_: Scene) => {};
    boards = () => new Promise((done) => (found = done));
    dial();
    come();
    wires[0]!.says({ ...change(message(1)), view: { event: 3, owing: [0] } });
    expect([standings, heard]).toEqual([[], []]);
    found(BOARD);
    await Promise.resolve();
    expect(heard.map((item) => item.seq)).toEqual([1]);
    expect(views.map(({ seq, event, scene, owing }) => [seq, event, scene, owing])).toEqual([[1, 3, BOARD, ["red"]]]);
    wires[0]!.onclose?.({ code: 1006 });
    again();
    come();
    expect([fetched, standings]).toEqual([["/board"], ["open", "lost", "open"]]);
  });

  test("what waited for a board is gone with the line, and the next line begins with its own welcome", async () => {
    const found: ((_: Scene) => void)[] = [];
    boards = () => new Promise((done) => found.push(done));
    dial();
    come();
    wires[0]!.says({ ...change(message(7)), view: { event: 3, owing: [0] } });
    wires[0]!.onclose?.({ code: 1006 });
    again();
    come();
    found[1]!(BOARD);
    await Promise.resolve();
    expect([standings, heard]).toEqual([["lost", "open"], []]);
    found[0]!(BOARD); // of the line that is gone
    await Promise.resolve();
    wires[1]!.says(change(message(1)));
    expect([standings, heard.map((item) => item.seq)]).toEqual([["lost", "open"], [1]]);
  });

  test("without a board the line is made anew", async () => {
    boards = () => Promise.reject(new Error("the network is gone"));
    dial();
    come();
    await Promise.resolve();
    await Promise.resolve();
    expect([standings, timers.length]).toEqual([["lost"], 1]);
  });

  test("the act of a change is answered by it", async () => {
    const line = dial();
    come();
    const done = line.act({ do: "undo", event: 1 });
    wires[0]!.says({ ...change(message(1), message(2)), key: "key 1" });
    expect(await done).toEqual({ frame: "done", key: "key 1", seq: 2 });
  });

  test("an act that was not answered is said again under the same key", async () => {
    const line = dial();
    come();
    const done = line.act({ do: "undo", event: 1 });
    expect(wires[0]!.sent.at(-1)).toEqual({ frame: "doing", key: "key 1", act: { do: "undo", event: 1 } });
    wires[0]!.onclose?.({ code: 1006 });
    again();
    expect(wires[1]!.sent).toEqual([]);
    come();
    expect(wires[1]!.sent.at(-1)).toEqual({ frame: "doing", key: "key 1", act: { do: "undo", event: 1 } });
    wires[1]!.says({ frame: "done", key: "key 1", seq: 7 });
    expect(await done).toEqual({ frame: "done", key: "key 1", seq: 7 });
    wires[1]!.onclose?.({ code: 1006 });
    again();
    come();
    expect(wires[2]!.sent).toHaveLength(1);
  });

  test("acts during a loss wait, and go out in their order", () => {
    const line = dial();
    void line.act({ do: "undo", event: 1 });
    void line.act({ do: "redo", event: 1 });
    expect(wires[0]!.sent).toEqual([]);
    come();
    expect(wires[0]!.sent.map((frame) => frame.key)).toEqual([undefined, "key 1", "key 2"]);
  });

  test("answers find the question of their key, in any order", async () => {
    const line = dial();
    come();
    const first = line.ask({ ask: "threats", slot: "red", unit: "" });
    const second = line.ask({ ask: "decision", slot: "red" });
    wires[0]!.says({ frame: "refusal", key: "key 2", code: "E", sentence: "No.", clause: "" });
    wires[0]!.says({ frame: "answered", key: "key 1", threats: [] });
    expect((await first).frame).toBe("answered");
    expect((await second).frame).toBe("refusal");
  });

  test("pauses between tries grow up to ten seconds", () => {
    dial();
    for (let k = 0; k < 8; k++) {
      wires.at(-1)!.onclose?.({ code: 1006 });
      again();
    }
    const pauses = timers.map((timer) => timer.seconds);
    expect(pauses.slice(0, 3)).toEqual([0.3, 0.6, 1.2]);
    expect(Math.max(...pauses)).toBe(10);
  });

  test("who is turned away for good does not knock again", () => {
    dial();
    wires[0]!.onopen?.();
    wires[0]!.says({ frame: "refusal", key: "", code: "E_TOKEN", sentence: "No such link.", clause: "" });
    wires[0]!.onclose?.({ code: 4003 });
    expect(timers).toEqual([]);
    expect(standings).toEqual(["refused"]);
    expect(refusals.map((one) => one.sentence)).toEqual(["No such link."]);
  });

  test("a server that is going is knocked at again", () => {
    dial();
    wires[0]!.onopen?.();
    wires[0]!.says({ frame: "refusal", key: "", code: "E_CLOSING", sentence: "Come back.", clause: "" });
    wires[0]!.onclose?.({ code: 4003 });
    expect(timers).toHaveLength(1);
  });

  test("nothing of an old line is heard any more", () => {
    dial();
    come();
    wires[0]!.onclose?.({ code: 1006 });
    again();
    come();
    wires[0]!.says(change(message(1)));
    expect(heard).toEqual([]);
  });

  test("the server's clock is that of the newest frame that says the time, whatever the times of items", () => {
    boards = () => atOnce(SQUARE_SCENE);
    const line = dial();
    come();
    expect(line.clock()).toBe(105);
    wires[0]!.says(change(message(1, "table", 40), message(2, "table", 90))); // what was missed
    expect(line.clock()).toBe(105);
    wires[0]!.says({ ...change(message(3, "table", 103)), time: 53_000 }); // this computer was set right by two seconds
    expect(line.clock()).toBe(103);
    now = 200;
    expect(line.clock()).toBe(203);
    wires[0]!.says({ frame: "pong", time: 207_500 });
    expect(line.clock()).toBe(207.5);
    wires[0]!.says({ frame: "choice", choice: [0, 158_000, 0, 0, 0, [], []], lexicon: LEXICON });
    expect(line.clock()).toBe(208);
  });

  test("the time counts from when it came, not from when the board was there", async () => {
    let found = (_: Scene) => {};
    boards = () => new Promise((done) => (found = done));
    const line = dial();
    come();
    now = 130;
    found(BOARD);
    await Promise.resolve();
    expect(line.clock()).toBe(135);
  });

  const wait = (seconds: number) => {
    for (let k = 0; k < seconds; k++) [...ticks].forEach((tick) => tick());
  };
  const pings = (wire: FakeWire) => wire.sent.filter(({ frame }) => frame === "ping").length;

  test("a line that is silent for ten seconds is tested, and made anew when no answer comes", () => {
    dial();
    come();
    wait(9);
    expect(pings(wires[0]!)).toBe(0);
    wait(1);
    expect(pings(wires[0]!)).toBe(1);
    wait(4);
    expect(standings).toEqual(["open"]);
    wait(1);
    expect([standings, wires[0]!.closed, pings(wires[0]!)]).toEqual([["open", "lost"], true, 1]);
    wait(60);
    expect([wires.length, timers.length]).toEqual([1, 1]); // the next try is under way already
    again();
    come();
    expect(standings).toEqual(["open", "lost", "open"]);
  });

  test("any frame is an answer, and the silence begins anew", () => {
    dial();
    come();
    for (const frame of [{ frame: "pong", time: 1 }, change(message(1)), { frame: "wait", says: "" }]) {
      wait(14);
      wires[0]!.says(frame);
    }
    wait(9);
    expect([standings, pings(wires[0]!)]).toEqual([["open"], 3]);
  });

  test("who has asked for something is not left waiting: the line is tested after three seconds", () => {
    const line = dial();
    come();
    void line.act({ do: "undo", event: 1 });
    wait(3);
    expect(pings(wires[0]!)).toBe(1);
    wait(5);
    expect(standings).toEqual(["open", "lost"]);
  });

  test("a line that does not open, and one that is not welcomed, are given up too", () => {
    dial();
    wait(15);
    expect([standings, wires[0]!.sent]).toEqual([["lost"], []]);
    again();
    wires[1]!.onopen?.();
    wait(15);
    expect([timers.length, pings(wires[1]!)]).toEqual([2, 1]);
  });

  test("a table that takes long to open is waited for, as long as the server answers", () => {
    dial();
    wires[0]!.onopen?.();
    for (let k = 0; k < 10; k++) {
      wait(10);
      wires[0]!.says({ frame: "pong", time: 1 });
    }
    expect([standings, timers, pings(wires[0]!)]).toEqual([[], [], 10]);
  });

  test("when the network is back, or the page is looked at again, an open line is tested at once", () => {
    const line = dial();
    come();
    line.retryNow();
    line.retryNow();
    expect(pings(wires[0]!)).toBe(1);
    wait(5);
    expect(standings).toEqual(["open", "lost"]);
  });

  test("a line that has ended is watched no more", () => {
    dial().close();
    dial();
    wires[1]!.onopen?.();
    wires[1]!.says(refused("E_TOKEN"));
    expect(ticks.size).toBe(0);
  });

  test("leaving answers whatever is still open", async () => {
    const line = dial();
    come();
    const done = line.act({ do: "undo", event: 1 });
    line.close();
    expect((await done).frame).toBe("refusal");
    expect((await line.act({ do: "undo", event: 1 })).frame).toBe("refusal");
  });

  const refused = (code: string, key = "") => ({ frame: "refusal", key, code, sentence: "No.", clause: "", address: "" });
  const gone = (key: string, sentence = "You have left this table.") => ({ frame: "refusal", code: "gone", sentence, clause: "", key, address: "" });

  test.each(["E_TOKEN", "E_NO_TABLE", "E_PROTOCOL", "E_CLOSED"])("turned away by %s before the welcome, everything asked and done is answered at once, then and later", async (code) => {
    const line = dial();
    const [first, second] = [line.act({ do: "undo", event: 1 }), line.ask({ ask: "decision", slot: "red" })];
    wires[0]!.onopen?.();
    wires[0]!.says(refused(code));
    expect([line.state, wires[0]!.closed]).toEqual(["refused", true]);
    expect(await Promise.all([first, second])).toEqual([gone("key 1", "No."), gone("key 2", "No.")]);
    expect(await line.act({ do: "redo", event: 1 })).toEqual(gone("key 3", "No."));
    expect(await line.ask({ ask: "decision", slot: "red" })).toEqual(gone("key 4", "No."));
    wires[0]!.onclose?.({ code: 4003 });
    line.retryNow();
    expect([wires.length, timers.length, standings, refusals.length]).toEqual([1, 0, ["refused"], 1]);
  });

  test.each(["E_TOKEN", "E_NO_TABLE", "E_PROTOCOL", "E_CLOSED"])("%s after the welcome ends nothing: what is asked goes on", async (code) => {
    const line = dial();
    come();
    const done = line.act({ do: "undo", event: 1 });
    wires[0]!.says(refused(code));
    expect([line.state, wires[0]!.closed, refusals.length]).toEqual(["open", false, 1]);
    wires[0]!.says({ frame: "done", key: "key 1", seq: 4 });
    expect((await done).frame).toBe("done");
    wires[0]!.onclose?.({ code: 4003 });
    expect([line.state, timers.length]).toEqual(["lost", 1]);
  });

  test("a refusal of a request is its answer alone, whatever its code, also before the welcome", async () => {
    const line = dial();
    const done = line.act({ do: "undo", event: 1 });
    wires[0]!.onopen?.();
    wires[0]!.says(refused("E_TOKEN", "key 1"));
    expect(await done).toEqual(refused("E_TOKEN", "key 1"));
    wires[0]!.says(refused("E_TOKEN", "key 1")); // of nothing that is still open
    expect([line.state, refusals]).toEqual(["connecting", []]);
  });

  test.each([1000, 1006, 1008, 1012, 4003])("a line that ends with %i is made anew, and what is open waits for it", async (code) => {
    const line = dial();
    come();
    const done = line.act({ do: "undo", event: 1 });
    wires[0]!.onclose?.({ code });
    expect([line.state, timers.length]).toEqual(["lost", 1]);
    const late = line.ask({ ask: "decision", slot: "red" });
    expect(wires[0]!.sent).toHaveLength(2);
    again();
    expect(line.state).toBe("lost");
    come();
    expect([line.state, wires[1]!.sent.map((frame) => frame.key)]).toEqual(["open", [undefined, "key 1", "key 2"]]);
    wires[1]!.says({ frame: "done", key: "key 1", seq: 4 });
    wires[1]!.says({ frame: "answered", key: "key 2" });
    expect([(await done).frame, (await late).frame]).toEqual(["done", "answered"]);
  });

  test("a line that is lost twice is made anew once, and an old one that ends does nothing", () => {
    dial();
    come();
    wires[0]!.onclose?.({ code: 1006 });
    wires[0]!.onclose?.({ code: 1006 });
    expect(timers).toHaveLength(1);
    again();
    wires[0]!.onclose?.({ code: 1006 });
    expect([timers.length, standings]).toEqual([1, ["open", "lost"]]);
  });

  test("an act that is done is not sent again, one that is not is sent once by each line", async () => {
    const line = dial();
    come();
    void line.act({ do: "undo", event: 1 });
    void line.act({ do: "redo", event: 1 });
    wires[0]!.says({ ...change(message(1)), key: "key 1" });
    for (let k = 1; k < 3; k++) {
      wires.at(-1)!.onclose?.({ code: 1006 });
      again();
      come();
      expect(wires[k]!.sent.map((frame) => frame.key)).toEqual([undefined, "key 2"]);
    }
  });

  test("when the network is back a lost line is tried at once, and its pauses begin anew", () => {
    const cancelled: number[] = [];
    const scheduling = { ...world, schedule: (seconds: number, then: () => void) => (timers.push({ seconds, then }), () => cancelled.push(seconds)) };
    const line = new Connection("ws://here", "token", {}, scheduling);
    line.retryNow(); // it is on its way already
    expect(wires).toHaveLength(1);
    for (let k = 0; k < 3; k++) {
      wires.at(-1)!.onclose?.({ code: 1006 });
      if (k < 2) again();
    }
    line.retryNow();
    expect([wires.length, cancelled]).toEqual([4, [1.2]]);
    wires.at(-1)!.onclose?.({ code: 1006 });
    expect(timers.at(-1)!.seconds).toBe(0.3);
    line.close();
    expect(cancelled).toEqual([1.2, 0.3]);
    line.retryNow();
    expect(wires).toHaveLength(4);
  });

  test("a welcome ends the growing of the pauses, and chance spreads them by half", () => {
    const line = new Connection("ws://here", "token", {}, { ...world, random: () => 0 });
    for (let k = 0; k < 2; k++) {
      wires.at(-1)!.onclose?.({ code: 1006 });
      again();
    }
    come();
    wires.at(-1)!.onclose?.({ code: 1006 });
    expect([timers.map((one) => one.seconds), line.state]).toEqual([[0.15, 0.3, 0.15], "lost"]);
  });

  test("who leaves hears nothing more, and is answered that they have left", async () => {
    const line = dial();
    come();
    const done = line.act({ do: "undo", event: 1 });
    line.close();
    expect([await done, wires[0]!.closed, line.state]).toEqual([gone("key 1"), true, "closed"]);
    wires[0]!.says(change(message(1)));
    wires[0]!.onclose?.({ code: 1000 });
    expect([heard, timers, standings]).toEqual([[], [], ["open", "closed"]]);
    expect(await line.ask({ ask: "decision", slot: "red" })).toEqual(gone("key 2"));
  });

  test("who leaves while the board is fetched, or is cut off, begins nothing by it", async () => {
    for (const leave of [(line: Connection) => line.close(), () => wires.at(-1)!.onclose?.({ code: 1006 })]) {
      let found = (_: Scene) => {};
      boards = () => new Promise((done) => (found = done));
      const line = dial();
      come();
      leave(line);
      const before = [...standings];
      found(BOARD);
      await Promise.resolve();
      await Promise.resolve();
      expect([standings, heard]).toEqual([before, []]);
    }
  });

  test("a board that is another is fetched anew with the token that holds now", () => {
    const tokens: string[] = [];
    const line = new Connection("ws://here", "token", {}, { ...world, board: (address, token) => (tokens.push(`${address} ${token}`), atOnce(BOARD)) });
    come();
    line.setToken("other");
    wires[0]!.onclose?.({ code: 1006 });
    again();
    wires[1]!.onopen?.();
    expect(wires[1]!.sent[0]).toMatchObject({ frame: "hello", token: "other" });
    wires[1]!.says({ ...WELCOME, terms: { ...TERMS, board: { address: "/board2", hash: "cd" } } });
    expect(tokens).toEqual(["/board token", "/board2 other"]);
  });

  test("while it waits, the page is told why; changes before a welcome are nothing", () => {
    const waits: string[] = [];
    new Connection("ws://here", "token", { wait: (says) => waits.push(says), items: (items) => heard.push(...items) }, world);
    wires[0]!.onopen?.();
    wires[0]!.says({ frame: "wait", says: "The board is being built." });
    wires[0]!.says(change(message(1)));
    expect([waits, heard]).toEqual([["The board is being built."], []]);
  });

  test("before any item the clock is that of this computer", () => {
    const line = dial();
    expect(line.clock()).toBe(100);
  });

  test("after a gap nothing of the same frame is shown, neither items nor the state", () => {
    dial();
    come();
    wires[0]!.says({ ...change(message(1), message(3)), view: { event: 3, owing: [0] } });
    expect([heard.map((item) => item.seq), views]).toEqual([[1], []]);
  });
});
