import { expect, test } from "vitest";

import glossary from "../../docs/glossary.md?raw";

const FILES = import.meta.glob<string>(["./**/*.{ts,svelte}", "!./made/**"], { query: "?raw", import: "default", eager: true });
const WIRE = "made/messages";
const IMPORT = /(?:\bfrom|\bimport|\bimport\()\s*"(\.[^"]+)"/g; // of types too
const NOT_USED = new Set(glossary.split("## Not used")[1]?.split("\n\n    ")[1]?.split(/\s+/) ?? []);
const DECLARATION = /^export (?:default )?(?:async )?(?:function|class|const|let|interface|type) (\w+)/gm;

/** A name as the glossary writes it. */
function lowerFirst(name: string): string {
  return name.charAt(0).toLowerCase() + name.slice(1);
}

/** The modules that a module imports, as keys of FILES. */
function importsOf(path: string): string[] {
  return [...FILES[path]!.matchAll(IMPORT)].flatMap(([, specifier]) => {
    const resolved = new URL(specifier!, `file:///src/${path.slice(2)}`).pathname.replace("/src/", "./");
    return [resolved, `${resolved}.ts`].filter((one) => one in FILES);
  });
}

/** The first circle of a graph as a list of its nodes; empty if there is none. */
function findCircle(nodes: readonly string[], next: (node: string) => readonly string[]): string[] {
  const done = new Set<string>();
  const visit = (node: string, above: readonly string[]): string[] => {
    if (above.includes(node)) return [...above.slice(above.indexOf(node)), node];
    if (done.has(node)) return [];
    for (const one of next(node)) {
      const circle = visit(one, [...above, node]);
      if (circle.length) return circle;
    }
    done.add(node);
    return [];
  };
  for (const node of nodes) {
    const circle = visit(node, []);
    if (circle.length) return circle;
  }
  return [];
}

test("no module imports itself by way of others, not even for types", () => {
  const edges = new Map(Object.keys(FILES).map((path) => [path, importsOf(path)]));
  expect([...edges.values()].flat().length).toBeGreaterThan(300);
  expect(edges.get("./play/ActionPanel.svelte")).toContain("./play/play.svelte.ts");
  expect(findCircle([...edges.keys()], (path) => edges.get(path)!)).toEqual([]);
});

test("a circle is found", () => {
  const edges: Record<string, string[]> = { a: ["b"], b: ["c", "d"], c: [], d: ["b"] };
  expect(findCircle(Object.keys(edges), (node) => edges[node]!)).toEqual(["b", "d", "b"]);
});

test("components and stores know the actions of a seat, and not what carries them out", () => {
  const importers = Object.keys(FILES).filter((path) => importsOf(path).includes("./play/play.svelte.ts"));
  const composers = ["./pages/openLesson.svelte.ts", "./play/ActionPanel.svelte", "./play/BoardInput.svelte", "./table/deskView.ts", "./table/tableView.svelte.ts"];
  expect(importers.filter((path) => !path.endsWith(".test.ts")).sort()).toEqual(composers);
});

test("types of the wire are imported from one module only", () => {
  const files = Object.entries(FILES).filter(([, text]) => new RegExp(`from "[./]+${WIRE}"`).test(text));
  expect(files.map(([path]) => path)).toEqual(["./api/messages.ts"]);
});

test("no module or exported name is a word that the glossary does not use", () => {
  const modules = Object.keys(FILES).map((path) => path.split("/").at(-1)!.split(".")[0]!);
  const exported = Object.values(FILES).flatMap((text) => [...text.matchAll(DECLARATION)].map(([, name]) => name!));
  expect(NOT_USED.size).toBeGreaterThan(20);
  expect([...modules, ...exported].filter((name) => NOT_USED.has(lowerFirst(name)))).toEqual([]);
});
