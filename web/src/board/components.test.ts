import { expect, test } from "vitest";

import { markup, tags, textOf } from "../ui/rendered";
import Annotations from "./Annotations.svelte";
import OverlayLayer from "./OverlayLayer.svelte";
import SceneText from "./SceneText.svelte";
import Tokens from "./Tokens.svelte";
import { FREE_SCENE, SQUARE_SCENE, token } from "./fixtures";
import { layoutOf } from "./layout";
import { EMPTY_OVERLAY, type Overlay, type SightLine } from "./overlay";
import { Plane } from "./plane";
import { outlineOf, shapeOf } from "./shapes";

const VIEW = { x: 0, y: 0, scale: 40 };
const [SQUARES, FREE] = [new Plane(SQUARE_SCENE), new Plane(FREE_SCENE)];
const target = (unit: string, chance: number | null, isPending = false) => ({ unit, chance, isPending });

const layer = (overlay: Partial<Overlay>, plane = SQUARES) => markup(OverlayLayer, { overlay: { ...EMPTY_OVERLAY, ...overlay }, plane, viewport: VIEW, id: "b" });

function notes(overlay: Partial<Overlay>, rest: object = {}, scene = SQUARE_SCENE) {
  const plane = scene.ground ? FREE : SQUARES;
  const whole = { ...EMPTY_OVERLAY, ...overlay };
  return markup(Annotations, { scene, plane, viewport: VIEW, layout: layoutOf(scene, plane, VIEW, whole.targets, whole.dangers), overlay: whole, unit: null, cursor: null, isKeyboard: false, ...rest });
}

function units(rest: object = {}, scene = SQUARE_SCENE) {
  const plane = scene.ground ? FREE : SQUARES;
  const layout = layoutOf(scene, plane, VIEW, []);
  return markup(Tokens, { layout, plane, viewport: VIEW, trails: [], unit: null, readyUnits: [], targets: [], slot: null, animate: false, ...rest });
}

test("each place shows its greatest threat, whatever the order, and the greater the stronger", () => {
  const at = (chance: number, x = 1) => ({ spot: [x, 1] as const, chance });
  for (const threats of [[at(0.2), at(0.5), at(0.3)], [at(0.5), at(0.2)], [at(0.3), at(0.5)]]) {
    expect(textOf(layer({ threats }))).toBe("50%");
  }
  const html = layer({ threats: [at(0.2), at(0.5, 2)] });
  expect(tags(html, "rect", "threat").map((tag) => Number(/opacity="([\d.]+)"/.exec(tag)![1]))).toEqual([0.07 + 0.3 * 0.2, 0.07 + 0.3 * 0.5]);
  expect(tags(html, "rect", "threat")[0]).toContain('x="1" y="1"');
  expect([tags(layer({ threats: [at(0.2)] }, FREE), "circle", "threat").length, textOf(layer({ threats: [at(0.2)] }, FREE))]).toEqual([1, ""]);
});

test("places in reach, steps and paths are drawn where they are", () => {
  const html = layer({ reach: [[0, 0], [2, 1]], circles: [{ center: [1, 1], radius: 2 }], paths: [{ points: [[0, 0], [1, 0], [1, 1]], counts: [] }] });
  expect(tags(html, "circle", "stop").map((tag) => /cx="([\d.]+)" cy="([\d.]+)"/.exec(tag)!.slice(1))).toEqual([["0.5", "2.5"], ["2.5", "1.5"]]);
  expect(tags(html, "circle", "circle")[0]).toContain('cx="1.5" cy="1.5" r="2"');
  expect(tags(html, "path", "route")[0]).toContain('d="M0.5 2.5L1.5 2.5L1.5 1.5"');
  expect(tags(html, "circle", "step").length).toBe(2);
});

test("a line of sight ends where it is blocked, and each ray for itself", () => {
  const line: SightLine = { from: [0, 0], to: [2, 2], clear: false, cells: [[1, 1]], blocker: [1, 1], rays: [], by: [] };
  expect(tags(layer({ sightLine: line }), "path", "ray")).toEqual(['<path class="ray blocked" d="M0.5 2.5L1.5 1.5">']);
  expect(tags(layer({ sightLine: { ...line, clear: true, blocker: null } }), "path", "ray")).toEqual(['<path class="ray" d="M0.5 2.5L2.5 0.5">']);
  const rays = [{ start: [0, 0], end: [4, 0], blocked: [2, 0] }, { start: [0, 1], end: [4, 1], blocked: null }] as unknown as SightLine["rays"];
  const html = layer({ sightLine: { ...line, blocker: null, cells: [], rays } }, FREE);
  expect(tags(html, "path", "ray")).toEqual(['<path class="ray blocked" d="M0 6L2 6">', '<path class="ray" d="M0 5L4 5">']);
  expect(tags(html, "path", "cross").length).toBe(1);
});

test("chances stand at their targets, the pending one marked; counts at the stops of a way", () => {
  const html = notes({ targets: [target("b1", 0.256), target("b2", 0.5, true)], paths: [{ points: [[0, 0], [1, 0], [2, 0]], counts: ["1", "2"] }] });
  expect(tags(html, "text", "percent").map((tag) => tag.includes("armed"))).toEqual([false, true]);
  expect(textOf(html)).toBe("1 2 26% 50%");
  expect(tags(html, "text", "count").map((tag) => /x="([\d.]+)"/.exec(tag)![1])).toEqual(["60", "100"]);
});

test("where the acting unit would stand is its ghost; the aim and the cursor are drawn at their places", () => {
  expect(tags(notes({ ghost: [2, 2] }, { unit: "r1" }), "g", "ghost")[0]).toContain("translate(100 20)");
  expect(tags(notes({ ghost: [2, 2] }), "g", "ghost")).toEqual([]);
  expect(tags(notes({ aim: [1, 0] }), "g", "aim")[0]).toContain("translate(60 100)");
  expect(tags(notes({}, { cursor: [1, 0] }), "rect", "cursor")[0]).toBe('<rect class="cursor" x="40" y="80" width="40" height="40">');
  expect(tags(notes({}, { cursor: [1, 0], isKeyboard: true }), "rect", "keyed").length).toBe(1);
  expect(tags(notes({}, { cursor: [1, 0] }, FREE_SCENE), "path", "cursor")).toEqual([]);
  expect(tags(notes({}, { cursor: [1, 0], isKeyboard: true }, FREE_SCENE), "path", "keyed").length).toBe(1);
});

test("dangers are told on the way", () => {
  expect(textOf(notes({ dangers: [{ spot: [5, 3], enemies: [{ letters: "B1", chance: 0.5 }] }] }, {}, FREE_SCENE))).toBe("B1 50%");
});

test("units that can act are marked, the one taken up otherwise, targets as such, and who has nothing to do is tired", () => {
  const html = units({ readyUnits: ["r1"], unit: null, slot: 0 });
  expect([tags(html, "path", "ready").length, tags(html, "g", "tired").length, tags(html, "path", "held").length]).toEqual([1, 1, 0]);
  const held = units({ readyUnits: ["r1", "r2"], unit: "r1", slot: 0 });
  expect([tags(held, "path", "held").length, tags(held, "path", "ready").length, tags(held, "g", "tired").length]).toEqual([1, 1, 0]);
  expect(tags(units({ readyUnits: [], slot: 0 }), "g", "tired")).toEqual([]); // nobody is asked now
  expect(tags(units({ readyUnits: ["r1"], unit: "r2", slot: 0 }), "g", "tired")).toEqual([]); // it is asked why
  const aimed = units({ targets: [target("b1", 0.5), target("b2", 0.5, true)] });
  expect(tags(aimed, "circle", "target").map((tag) => tag.includes("armed"))).toEqual([false, true]);
});

test("who is down lies under the others", () => {
  const scene = { ...FREE_SCENE, tokens: [token("u1", 0, 2, 3, 0.5), { ...token("d1", 1, 8, 3, 0.5), is_down: true }] };
  const html = units({}, scene);
  const [down, up] = ["D1", "U1"].map((letters) => html.indexOf(`>${letters}<`));
  expect(down).toBeGreaterThan(-1);
  expect(down! < up!).toBe(true);
});

test("in a text each unit is drawn in the shape and colour of its side, by its letters or as it is called", () => {
  const scene = { ...SQUARE_SCENE, tokens: [token("r1", 0, 0, 0), { ...token("ann", 1, 1, 1), name: "Ann" }, { ...token("b2", 1, 0, 2), name: "Zoë (x" }] };
  const html = markup(SceneText, { scene, text: "r1 hits Ann and Zoë (x" });
  expect(textOf(html)).toBe("R1 hits Ann and B2");
  expect(tags(html, "path").map((tag) => [/--side-(\d)/.exec(tag)![1], /d="([^"]+)"/.exec(tag)![1]])).toEqual(
    scene.tokens.map((one) => [String(one.slot + 1), outlineOf(shapeOf(one), 5)]),
  );
});
