import { expect, test } from "vitest";

import { movesBetween } from "./moves";
import { FREE_SCENE, SQUARE_SCENE, token } from "./fixtures";

const blue = (slot: number) => slot === 1;
const [r1, r2, b1, b2] = SQUARE_SCENE.tokens as [ReturnType<typeof token>, ReturnType<typeof token>, ReturnType<typeof token>, ReturnType<typeof token>];

test("of what others did their moves and who is new are marked, of one's own nothing", () => {
  const after = { ...SQUARE_SCENE, tokens: [{ ...r1, y: 2 }, r2, { ...b1, x: 0, y: 0 }, token("r3", 0, 2, 0)] };
  expect(movesBetween(SQUARE_SCENE, after, [], blue)).toEqual([{ unit: "r1", points: [[0, 0], [0, 2]] }, { unit: "r3", points: [[2, 0]] }]);
});

test("a second move goes on where the first ended; who rests keeps theirs, who is gone has none", () => {
  const once = { ...SQUARE_SCENE, tokens: [{ ...r1, y: 1 }, { ...r2, x: 2 }, b1, b2] };
  const first = movesBetween(SQUARE_SCENE, once, [], blue);
  const twice = { ...once, tokens: [{ ...r1, x: 1, y: 1 }, b1, b2] };
  expect(movesBetween(once, twice, first, blue)).toEqual([{ unit: "r1", points: [[0, 0], [0, 1], [1, 1]] }]);
  expect(movesBetween(once, once, first, blue)).toEqual(first);
});

test("where nothing was seen before nothing has moved, and on a free table the trail is the way", () => {
  expect(movesBetween(null, SQUARE_SCENE, [], blue)).toEqual([]);
  const [u1] = FREE_SCENE.tokens as [ReturnType<typeof token>];
  const trails = [{ unit: "u1", points: [[2, 3], [3, 4], [5, 4]] as [number, number][], planned: false }];
  const after = { ...FREE_SCENE, tokens: [{ ...u1, x: 5, y: 4 }], ground: { ...FREE_SCENE.ground!, trails } };
  expect(movesBetween(FREE_SCENE, after, [], blue)).toEqual([{ unit: "u1", points: [[2, 3], [3, 4], [5, 4]] }]);
});
