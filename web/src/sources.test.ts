import { expect, test } from "vitest";

import glossary from "../../docs/glossary.md?raw";

const FILES = import.meta.glob<string>(["./**/*.{ts,svelte}", "!./made/**"], { query: "?raw", import: "default", eager: true });
const WIRE = "made/messages";
const NOT_USED = new Set(glossary.split("## Not used")[1]?.split("\n\n    ")[1]?.split(/\s+/) ?? []);
const DECLARATION = /^export (?:default )?(?:async )?(?:function|class|const|let|interface|type) (\w+)/gm;

/** A name as the glossary writes it. */
function lowerFirst(name: string): string {
  return name.charAt(0).toLowerCase() + name.slice(1);
}

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
