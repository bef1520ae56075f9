import { expect, test } from "vitest";

import { FREE, SQUARES, decision, form, option } from "../board/scenes";
import { begun, count, counted, matching, parts, shared, shares, total } from "./draft";
import { Menu } from "./menu";
import { completions, entries, joined, read, usage, write } from "./notation";
import { asked, percent } from "./told";

const CALL = form("call", ["weapon", "word"], ["stance", "word", "standing"], ["over", "thing", "-"]);
const BUY = form("buy", ["wants", "things"]);
const FIRE = form("fire", ["targets", "split"]);

test("a line is read by its verb's fields and written back as it was", () => {
  for (const line of ["call knife", "call knife crouching", "call knife standing frag"]) {
    expect(write(CALL, read(CALL, line))).toBe(line);
  }
  expect(write(CALL, { weapon: "knife", stance: "standing", over: "-" })).toBe("call knife");
});

test("what is typed with spaces stays one word", () => {
  expect(write(CALL, { weapon: " short  sword ", stance: "standing", over: "-" })).toBe("call short_sword");
});

test("a list that is empty is written as a dash", () => {
  const field = BUY.fields[0]!;
  expect(joined([], field)).toBe("-");
  expect(entries("-", field)).toEqual([]);
  expect(entries("vest,mp5", field)).toEqual(["vest", "mp5"]);
});

test("entries of one name stand together as they are counted", () => {
  const field = BUY.fields[0]!;
  let values = counted({ wants: "-" }, field, "frag", 1);
  values = counted(values, field, "vest", 1);
  values = counted(values, field, "frag", 1);
  expect(values).toEqual({ wants: "frag,frag,vest" });
  expect(count(values, field, "frag")).toBe(2);
  expect(counted(counted(values, field, "vest", -1), field, "mp5", -1)).toEqual({ wants: "frag,frag" });
});

test("shares are written as short as they can be", () => {
  const field = FIRE.fields[0]!;
  let values = shared({ targets: "-" }, field, "u2", [0, 0]);
  expect(values).toEqual({ targets: "u2" });
  values = shared(values, field, "u2", [2, 1]);
  values = shared(values, field, "u3", [1, 0]);
  expect(values).toEqual({ targets: "u2:2:1,u3:1" });
  expect(shares(values, field, "u3")).toEqual([1, 0]);
  expect(shared(values, field, "u2", null)).toEqual({ targets: "u3:1" });
});

test("a shop has what the catalogue and the menu name, with what is to be known of it", () => {
  const vest = { name: "vest", letters: "ve", title: "Vest", notes: ["Vest", "5 cash"], about: [], group: "" };
  const open = decision([option("buy -"), option("buy vest"), option("buy vest,drop:vest")], { things: [vest] });
  const [part] = parts(BUY, FREE, new Menu(FREE, open, [BUY]));
  expect(part!.as).toBe("counter");
  expect(part!.rows.map((row) => [row.name, row.title, row.notes])).toEqual([
    ["vest", "Vest", ["5 cash"]],
    ["drop:vest", "drop Vest", ["5 cash"]],
  ]);
});

test("what nobody owes is asked for by the table alone: its units, its words, a number", () => {
  const rule = form("rule", ["what", "word"], ["unit", "unit"], ["to", "number"]);
  const worded = { ...rule, fields: rule.fields.map((field) => (field.kind === "word" ? { ...field, words: ["cash", "score"] } : field)) };
  const found = parts(worded, FREE, null);
  expect(found.map((part) => part.as)).toEqual(["words", "words", "number"]);
  expect(found.map((part) => part.rows.map((row) => row.name))).toEqual([["cash", "score"], ["u1", "u2"], []]);
});

test("what is taken is added up where every thing tells its price in one word", () => {
  const thing = (name: string, note: string) => ({ name, letters: "", title: name, notes: [note], about: [], group: "" });
  const things = [thing("vest", "5 cash"), thing("frag", "3 cash")];
  expect(total(things, ["vest", "frag", "frag"])).toBe("11 cash");
  expect(total([...things, thing("gift", "free")], ["vest"])).toBe("");
});

test("a draft begins with empty lists and with the first words of the menu, and knows its choice there", () => {
  const open = decision([option("call primary"), option("call knife crouching")]);
  const menu = new Menu(SQUARES, open, [CALL]);
  expect(begun(CALL, menu)).toEqual({ weapon: "primary", stance: "standing", over: "-" });
  expect(matching(CALL, read(CALL, "call knife crouching"), menu)?.notation).toBe("call knife crouching");
  expect(matching(CALL, read(CALL, "call knife"), menu)).toBeNull();
});

test("a line that is begun goes on as the menu does", () => {
  const options = [option("move r1 b2"), option("move r1 c3"), option("attack 1.recon.1 2.sniper.1")];
  expect(completions("move r1 c", options, [])).toEqual(["move r1 c3"]);
  expect(completions("sniper", options, [])).toEqual(["attack 1.recon.1 2.sniper.1"]);
  expect(completions("b", options, [BUY])).toContain("buy ");
  expect(completions("", options, [BUY])).toEqual([]);
  expect(usage(CALL)).toBe("call weapon [stance] [over]");
});

test("chances are told to a tenth, and never as certain what is not", () => {
  expect(percent(1 / 3)).toBe("33.3%");
  expect(percent(1)).toBe("100%");
  expect(percent(0.9999)).toBe("above 99.9%");
  expect(percent(0.0001)).toBe("below 0.1%");
  expect(percent(0)).toBe("0%");
});

test("a prompt is a question and what more there is to know", () => {
  expect(asked("U1 (T): buy with 8 cash. In hand: Glock 18.")).toEqual(["U1 (T): buy with 8 cash.", "In hand: Glock 18."]);
  expect(asked("Blue (side 1): Place a piece.")).toEqual(["Blue (side 1): Place a piece.", ""]);
});
