// The shape and colour of units: each side has both, so that neither is needed alone.
import type { Token } from "../api/messages";

export const SHAPES = ["circle", "square", "diamond", "shield"] as const;
export type Shape = (typeof SHAPES)[number];

/** The number of a unit's colour: its team's, else its slot's. */
export function colourOf(token: Token): number {
  return token.team ?? token.slot;
}

/** The shape of a unit, by its side. */
export function shapeOf(token: Token): Shape {
  return SHAPES[Math.max(0, token.side) % SHAPES.length]!;
}

/** The number, from 1, of a unit's colour in the theme. */
export function colourNumber(token: Token): number {
  return (Math.max(0, colourOf(token)) % SHAPES.length) + 1;
}

/** A shape around the origin, inside a circle of radius `r`, as an SVG path. */
export function outlineOf(shape: Shape, r: number): string {
  if (shape === "circle") return `M${-r} 0A${r} ${r} 0 1 1 ${r} 0A${r} ${r} 0 1 1 ${-r} 0Z`;
  if (shape === "diamond") return roundedPath([[0, -r * 1.16], [r * 1.16, 0], [0, r * 1.16], [-r * 1.16, 0]], r * 0.16);
  if (shape === "square") return roundedPath([[-r, -r], [r, -r], [r, r], [-r, r]].map(([x, y]) => [x! * 0.92, y! * 0.92]), r * 0.22);
  return roundedPath([[-r, -r * 0.85], [r, -r * 0.85], [r, r * 0.3], [0, r * 1.15], [-r, r * 0.3]], r * 0.2);
}

/** A path through corners, each rounded by a curve. */
function roundedPath(corners: number[][], cut: number): string {
  const parts = corners.map(([x, y], k) => {
    const [px, py] = corners[(k + corners.length - 1) % corners.length] as [number, number];
    const [nx, ny] = corners[(k + 1) % corners.length] as [number, number];
    const before = pointToward(x!, y!, px, py, cut);
    const after = pointToward(x!, y!, nx, ny, cut);
    return `${k ? "L" : "M"}${before}Q${digits(x!)} ${digits(y!)} ${after}`;
  });
  return `${parts.join("")}Z`;
}

function pointToward(x: number, y: number, to: number, down: number, cut: number): string {
  const part = cut / Math.hypot(to - x, down - y);
  return `${digits(x + (to - x) * part)} ${digits(y + (down - y) * part)}`;
}

function digits(number: number): string {
  return String(Math.round(number * 1000) / 1000);
}
