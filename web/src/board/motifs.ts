// Fill motifs for the squares of a board: one for each kind of ground, so that two kinds on one square both show.
import type { Cell, Scene } from "../api/messages";

/** Motifs that show nothing in particular: for ground of which no word is known. */
const PLAIN = ["grid", "crosses", "rings", "steps"] as const;
export type Motif = "waves" | "trees" | "stones" | "reeds" | "planks" | (typeof PLAIN)[number];

const MOTIFS_BY_WORD: readonly [RegExp, Motif][] = [
  [/river|water|lake|sea|stream|ford/, "waves"],
  [/wood|forest|tree|jungle|orchard/, "trees"],
  [/rock|rubble|stone|ruin|crater/, "stones"],
  [/swamp|marsh|grass|field|bush|hedge/, "reeds"],
  [/bridge|road|floor|deck|path/, "planks"],
];

/** The kinds of ground of a square. */
export function groundsOf(cell: Cell): string[] {
  return cell.ground.split(" and ");
}

/** The motif of each kind of ground; the commonest kind has none. */
export function motifsOf(scene: Scene): Map<string, Motif> {
  const counts = new Map<string, number>();
  for (const cell of scene.cells.filter((one) => !one.solid)) {
    for (const word of groundsOf(cell)) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  const commonest = [...counts].sort((one, other) => other[1] - one[1])[0]?.[0];
  const chosen = new Map<string, Motif>();
  const rest = [...counts.keys()].filter((word) => word !== commonest).sort();
  for (const word of rest) {
    const match = MOTIFS_BY_WORD.find(([pattern, motif]) => pattern.test(word) && ![...chosen.values()].includes(motif));
    if (match) chosen.set(word, match[1]);
  }
  for (const word of rest.filter((one) => !chosen.has(one))) {
    chosen.set(word, PLAIN.find((motif) => ![...chosen.values()].includes(motif)) ?? PLAIN[chosen.size % PLAIN.length]!);
  }
  return chosen;
}

/** The squares of each zone. */
export function zonesOf(scene: Scene): Map<string, Cell[]> {
  const zones = new Map<string, Cell[]>();
  for (const cell of scene.cells) {
    for (const zone of cell.zones) zones.set(zone, [...(zones.get(zone) ?? []), cell]);
  }
  return zones;
}

/** The outline of a set of squares as an SVG path, inset a little. */
export function borderPath(cells: readonly Cell[], height: number, inset = 0.04): string {
  const squares = new Set(cells.map((cell) => `${cell.x},${cell.y}`));
  const has = (x: number, y: number) => squares.has(`${x},${y}`);
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
