import { expect, test } from "vitest";

import { moves } from "./moves";
import { FREE, SQUARES, token } from "./scenes";

const blue = (slot: number) => slot === 1;
const [r1, r2, b1, b2] = SQUARES.tokens as [ReturnType<typeof token>, ReturnType<typeof token>, ReturnType<typeof token>, ReturnType<typeof token>];

test("of what others did their moves and who is new are marked, of one's own nothing", () => {
  const after = { ...SQUARES, tokens: [{ ...r1, y: 2 }, r2, { ...b1, x: 0, y: 0 }, token("r3", 0, 2, 0)] };
  expect(moves(SQUARES, after, [], blue)).toEqual([{ unit: "r1", points: [[0, 0], [0, 2]] }, { unit: "r3", points: [[2, 0]] }]);
});

test("a second move goes on where the first ended; who rests keeps theirs, who is gone has none", () => {
  const once = { ...SQUARES, tokens: [{ ...r1, y: 1 }, { ...r2, x: 2 }, b1, b2] };
  const first = moves(SQUARES, once, [], blue);
  const twice = { ...once, tokens: [{ ...r1, x: 1, y: 1 }, b1, b2] };
  expect(moves(once, twice, first, blue)).toEqual([{ unit: "r1", points: [[0, 0], [0, 1], [1, 1]] }]);
  expect(moves(once, once, first, blue)).toEqual(first);
});

test("where nothing was seen before nothing has moved, and on a free table the trail is the way", () => {
  expect(moves(null, SQUARES, [], blue)).toEqual([]);
  const [u1] = FREE.tokens as [ReturnType<typeof token>];
  const trails = [{ unit: "u1", points: [[2, 3], [3, 4], [5, 4]] as [number, number][], planned: false }];
  const after = { ...FREE, tokens: [{ ...u1, x: 5, y: 4 }], ground: { ...FREE.ground!, trails } };
  expect(moves(FREE, after, [], blue)).toEqual([{ unit: "u1", points: [[2, 3], [3, 4], [5, 4]] }]);
});
