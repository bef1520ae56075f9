// How the squares of a board are filled: a motif for each word of ground, so that two words on one square show both.
import type { Cell, Scene } from "../made/messages";

export const MOTIFS = ["waves", "trees", "stones", "reeds", "planks", "grid", "crosses"] as const;
export type Motif = (typeof MOTIFS)[number];

const MEANT: readonly [RegExp, Motif][] = [
  [/river|water|lake|sea|stream|ford/, "waves"],
  [/wood|forest|tree|jungle|orchard/, "trees"],
  [/rock|rubble|stone|ruin|crater/, "stones"],
  [/swamp|marsh|grass|field|bush|hedge/, "reeds"],
  [/bridge|road|floor|deck|path/, "planks"],
];

/** The words of a square's ground: several where it is of several kinds. */
export function words(cell: Cell): string[] {
  return cell.ground.split(" and ");
}

/** The motif of every word of ground but the commonest, which is left blank. */
export function motifs(scene: Scene): Map<string, Motif> {
  const counts = new Map<string, number>();
  for (const cell of scene.cells.filter((one) => !one.solid)) {
    for (const word of words(cell)) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  const plain = [...counts].sort((one, other) => other[1] - one[1])[0]?.[0];
  const found = new Map<string, Motif>();
  const rest = [...counts.keys()].filter((word) => word !== plain).sort();
  for (const word of rest) {
    const meant = MEANT.find(([pattern, motif]) => pattern.test(word) && ![...found.values()].includes(motif));
    if (meant) found.set(word, meant[1]);
  }
  for (const word of rest.filter((one) => !found.has(one))) {
    found.set(word, MOTIFS.find((motif) => ![...found.values()].includes(motif)) ?? MOTIFS[found.size % MOTIFS.length]!);
  }
  return found;
}

/** The squares of every zone. */
export function zones(scene: Scene): Map<string, Cell[]> {
  const found = new Map<string, Cell[]>();
  for (const cell of scene.cells) {
    for (const zone of cell.zones) found.set(zone, [...(found.get(zone) ?? []), cell]);
  }
  return found;
}

/** The outline of some squares as a path of the drawing, drawn a little inside them. */
export function border(cells: readonly Cell[], height: number, inset = 0.04): string {
  const held = new Set(cells.map((cell) => `${cell.x},${cell.y}`));
  const has = (x: number, y: number) => held.has(`${x},${y}`);
  const parts: string[] = [];
  for (const { x, y } of cells) {
    const top = height - y - 1;
    const [west, east] = [has(x - 1, y) ? 0 : inset, has(x + 1, y) ? 0 : inset];
    const [north, south] = [has(x, y + 1) ? 0 : inset, has(x, y - 1) ? 0 : inset];
    if (north) parts.push(`M${x + west} ${top + north}H${x + 1 - east}`);
    if (south) parts.push(`M${x + west} ${top + 1 - south}H${x + 1 - east}`);
    if (west) parts.push(`M${x + west} ${top + north}V${top + 1 - south}`);
    if (east) parts.push(`M${x + 1 - east} ${top + north}V${top + 1 - south}`);
  }
  return parts.join("");
}
