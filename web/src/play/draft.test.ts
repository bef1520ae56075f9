import { expect, test } from "vitest";

import { FREE_SCENE, decision, form, option } from "../board/fixtures";
import { fieldInputs, fillOptions, isIdle, isOfNothing, setField } from "./draft";
import { Menu } from "./menu";

const CALL = form("call", ["weapon", "word"], ["stance", "word", "standing"], ["over", "thing", "-"], ["action", "word", "none"]);
const LINES = ["call knife", "call knife crouching", "call knife standing c4", "call knife standing c4 plant", "call knife crouching c4 plant"];
const STANDING = { weapon: "knife", stance: "standing", over: "-", action: "none" };
const menu = new Menu(FREE_SCENE, decision(LINES.map((line) => option(line))), [CALL]);

test("a field of which only one value goes with what was changed has that", () => {
  expect(setField(CALL, STANDING, "action", "plant", menu)).toEqual({ ...STANDING, over: "c4", action: "plant" });
  expect(setField(CALL, { ...STANDING, over: "c4" }, "stance", "crouching", menu)).toEqual({ ...STANDING, over: "c4", stance: "crouching" });
});

test("what is not on the menu, or of which the menu is a part, settles nothing", () => {
  expect(setField(CALL, STANDING, "action", "defuse", menu)).toEqual({ ...STANDING, action: "defuse" });
  const part = new Menu(FREE_SCENE, decision(LINES.map((line) => option(line)), { count: 99 }), [CALL]);
  expect(setField(CALL, STANDING, "action", "plant", part)).toEqual({ ...STANDING, action: "plant" });
});

test("a field that no option says is idle, also one that nobody has written in yet", () => {
  const leave = { ...form("leave", ["who", "word"], ["to", "point", "0,0"]), named: true };
  const [said, silent] = ["leave a to=3,4", "leave a"].map((line) => new Menu(FREE_SCENE, decision([option(line)]), [leave]));
  const idle = (to: string, shown: Menu) => isIdle(leave.fields[1]!, { who: "a", to }, leave, shown);
  expect([idle("", silent!), idle("0,0", silent!), idle("5,5", silent!), idle("", said!)]).toEqual([true, true, false, false]);
});

test("a shop is filled with something, not with the choice of nothing", () => {
  const buy = form("buy", ["wants", "things"]);
  const shop = new Menu(FREE_SCENE, decision(["buy -", "buy flash", "buy frag,flash"].map((line) => option(line))), [buy]);
  expect(fillOptions(buy, shop).map((one) => one.notation)).toEqual(["buy flash", "buy frag,flash"]);
  expect(fillOptions(CALL, menu)).toEqual([]); // what is begun lawfully needs none
});

test("only what gathers things can be a choice of nothing", () => {
  const buy = form("buy", ["wants", "things"]);
  expect([{ wants: "-" }, { wants: "flash" }].map((values) => isOfNothing(buy, values))).toEqual([true, false]);
  expect(isOfNothing(form("concede"), {})).toBe(false);
});

test("each kind of field is filled in by a control of its own, and by text where nothing is known of it", () => {
  const kinds = ["things", "units", "split", "point", "number", "target", "word"];
  const inputs = fieldInputs(form("all", ...kinds.map((kind) => [kind, kind] as const)), FREE_SCENE, null);
  expect(inputs.map((one) => one.control)).toEqual(["counter", "toggles", "shares", "place", "number", "words", "text"]);
});
