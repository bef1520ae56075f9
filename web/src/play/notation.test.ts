import { expect, test } from "vitest";

import { FREE_SCENE, SQUARE_SCENE, decision, form, option } from "../board/fixtures";
import { initialValues, countOf, adjustCount, matchingOption, fieldInputs, setShare, shareOf, totalCost } from "./draft";
import { Menu } from "./menu";
import { completions, splitList, joinList, parseLine, usage, writeLine } from "./notation";
import { splitPrompt } from "./format";

const CALL = form("call", ["weapon", "word"], ["stance", "word", "standing"], ["over", "thing", "-"]);
const BUY = form("buy", ["wants", "things"]);
const FIRE = form("fire", ["targets", "split"]);

test("a line is read by its verb's fields and written back as it was", () => {
  for (const line of ["call knife", "call knife crouching", "call knife standing frag"]) {
    expect(writeLine(CALL, parseLine(CALL, line))).toBe(line);
  }
  expect(writeLine(CALL, { weapon: "knife", stance: "standing", over: "-" })).toBe("call knife");
});

test("what is typed with spaces stays one word", () => {
  expect(writeLine(CALL, { weapon: " short  sword ", stance: "standing", over: "-" })).toBe("call short_sword");
});

test("a list that is empty is written as a dash", () => {
  const field = BUY.fields[0]!;
  expect(joinList([], field)).toBe("-");
  expect(splitList("-", field)).toEqual([]);
  expect(splitList("vest,mp5", field)).toEqual(["vest", "mp5"]);
});

test("entries of one name stand together as they are counted", () => {
  const field = BUY.fields[0]!;
  let values = adjustCount({ wants: "-" }, field, "frag", 1);
  values = adjustCount(values, field, "vest", 1);
  values = adjustCount(values, field, "frag", 1);
  expect(values).toEqual({ wants: "frag,frag,vest" });
  expect(countOf(values, field, "frag")).toBe(2);
  expect(adjustCount(adjustCount(values, field, "vest", -1), field, "mp5", -1)).toEqual({ wants: "frag,frag" });
});

test("shares are written as short as they can be", () => {
  const field = FIRE.fields[0]!;
  let values = setShare({ targets: "-" }, field, "u2", [0, 0]);
  expect(values).toEqual({ targets: "u2" });
  values = setShare(values, field, "u2", [2, 1]);
  values = setShare(values, field, "u3", [1, 0]);
  expect(values).toEqual({ targets: "u2:2:1,u3:1" });
  expect(shareOf(values, field, "u3")).toEqual([1, 0]);
  expect(setShare(values, field, "u2", null)).toEqual({ targets: "u3:1" });
});

test("a shop has what the catalogue and the menu name, with what is to be known of it", () => {
  const vest = { name: "vest", letters: "ve", title: "Vest", notes: ["Vest", "5 cash"], about: [], group: "", sort: "" };
  const open = decision([option("buy -"), option("buy vest"), option("buy vest,drop:vest")], { things: [vest] });
  const [part] = fieldInputs(BUY, FREE_SCENE, new Menu(FREE_SCENE, open, [BUY]));
  expect(part!.control).toBe("counter");
  expect(part!.rows.map((row) => [row.name, row.title, row.notes])).toEqual([
    ["vest", "Vest", ["5 cash"]],
    ["drop:vest", "drop Vest", ["5 cash"]],
  ]);
});

test("what nobody owes is asked for by the table alone: its units, its words, a number", () => {
  const rule = form("rule", ["what", "word"], ["unit", "unit"], ["to", "number"]);
  const worded = { ...rule, fields: rule.fields.map((field) => (field.kind === "word" ? { ...field, words: ["cash", "score"] } : field)) };
  const inputs = fieldInputs(worded, FREE_SCENE, null);
  expect(inputs.map((part) => part.control)).toEqual(["words", "words", "number"]);
  expect(inputs.map((part) => part.rows.map((row) => row.name))).toEqual([["cash", "score"], ["u1", "u2"], []]);
});

test("what is taken is added up where every thing tells its price in one word", () => {
  const thing = (name: string, note: string) => ({ name, letters: "", title: name, notes: [note], about: [], group: "", sort: "" });
  const things = [thing("vest", "5 cash"), thing("frag", "3 cash")];
  expect(totalCost(things, ["vest", "frag", "frag"])).toBe("11 cash");
  expect(totalCost([...things, thing("gift", "free")], ["vest"])).toBe("");
});

test("a draft begins with empty lists and with the first words of the menu, and knows its choice there", () => {
  const open = decision([option("call primary"), option("call knife crouching")]);
  const menu = new Menu(SQUARE_SCENE, open, [CALL]);
  expect(initialValues(CALL, menu)).toEqual({ weapon: "primary", stance: "standing", over: "-" });
  expect(matchingOption(CALL, parseLine(CALL, "call knife crouching"), menu)?.notation).toBe("call knife crouching");
  expect(matchingOption(CALL, parseLine(CALL, "call knife"), menu)).toBeNull();
});

test("a line that is begun goes on as the menu does", () => {
  const options = [option("move r1 b2"), option("move r1 c3"), option("attack 1.recon.1 2.sniper.1")];
  expect(completions("move r1 c", options, [])).toEqual(["move r1 c3"]);
  expect(completions("sniper", options, [])).toEqual(["attack 1.recon.1 2.sniper.1"]);
  expect(completions("b", options, [BUY])).toContain("buy ");
  expect(completions("", options, [BUY])).toEqual([]);
  expect(usage(CALL)).toBe("call weapon [stance] [over]");
});

test("a prompt is a question and what more there is to know", () => {
  expect(splitPrompt("U1 (T): buy with 8 cash. In hand: Glock 18.")).toEqual(["U1 (T): buy with 8 cash.", "In hand: Glock 18."]);
  expect(splitPrompt("Blue (side 1): Place a piece.")).toEqual(["Blue (side 1): Place a piece.", ""]);
});

test("a named verb has its optional fields by name, each where it is not usual", () => {
  const attack = { ...form("attack", ["target", "target"], ["burst", "word", "no"], ["stance", "word", "normal"], ["others", "units", "-"]), named: true };
  for (const line of ["attack tom", "attack tom burst=yes", "attack tom stance=evade others=bo,jane"]) {
    expect(writeLine(attack, parseLine(attack, line))).toBe(line);
  }
  expect(writeLine(attack, parseLine(attack, "attack tom stance=evade burst=yes"))).toBe("attack tom burst=yes stance=evade");
  expect(writeLine(attack, { target: "tom", burst: "no", stance: "", others: "-" })).toBe("attack tom");
  expect(parseLine(CALL, "call knife over=frag")).toEqual({ weapon: "knife", stance: "standing", over: "frag" });
  expect(usage(attack)).toBe("attack target [burst=] [stance=] [others=]");
});

test("what may be left out is asked for with all that it may be, though the menu has the usual alone", () => {
  const made = form("attack", ["target", "target"], ["stance", "word", "normal"], ["guard", "unit", "-"]);
  const attack = { ...made, named: true, fields: made.fields.map((field) => (field.name === "stance" ? { ...field, words: ["normal", "evade"] } : field)) };
  const menu = new Menu(FREE_SCENE, decision([option("attack u2", { target: "u2" })]), [attack]);
  const rows = fieldInputs(attack, FREE_SCENE, menu).map((input) => input.rows.map((row) => row.name));
  expect(rows).toEqual([["u2"], ["normal", "evade"], ["-", "u1", "u2"]]);
});
