// The small signs beside a unit: their pictures, inside a circle of radius 1, and where they are drawn.
import type { Badge } from "../api/messages";
import type { Spot } from "./overlay";

type Sign = Badge["sign"];

/** What is drawn of a sign: lines, and what is filled. One that counts shows its number on the fill. */
interface Picture {
  readonly lines: string;
  readonly fill: string;
}

const PICTURES: Readonly<Record<Sign, Picture>> = {
  watch: { lines: "M-.7 0Q0 -.85 .7 0Q0 .85 -.7 0Z", fill: "M-.24 0a.24 .24 0 0 1 .48 0a.24 .24 0 0 1 -.48 0" },
  prone: { lines: "M-.3 .2H.66", fill: "M-.72 .12a.22 .22 0 0 1 .44 0a.22 .22 0 0 1 -.44 0" },
  hidden: { lines: "M-.62 .34A.62 .62 0 0 1 .62 .34M-.8 .36H.8", fill: "" },
  wound: { lines: "", fill: "M0 -1.15Q.95 -.1 .82 .32A.86 .86 0 0 1 -.82 .32Q-.95 -.1 0 -1.15Z" },
  pinned: { lines: "", fill: "M0 -1.1L1.1 .85H-1.1Z" },
  braced: { lines: "M0 -.6V.05M0 .05L-.5 .6M0 .05L.5 .6", fill: "" },
  empty: { lines: "M-.34 -.6H.34V.6H-.34ZM-.7 .62L.7 -.62", fill: "" },
  carries: { lines: "M-.5 -.2H.5V.5H-.5ZM-.2 -.2V-.55H.2V-.2", fill: "" },
  done: { lines: "M-.5 .05L-.12 .42L.52 -.4", fill: "" },
};

/** Where the signs of a unit stand, clockwise from the upper right; the lower left is last. */
const ANGLES = [-45, 15, 75, -105, 135, -165, -135, 105, 45].map((degrees) => (degrees * Math.PI) / 180);

export const pictureOf = (sign: Sign): Picture => PICTURES[sign];

/** The radius of a sign, in pixels, beside a unit of a radius. */
export function signRadius(radius: number): number {
  return Math.max(5.5, Math.min(9, radius * 0.5));
}

/** The centre of the k-th sign beside a unit whose centre is the origin. */
export function signSpot(k: number, radius: number): Spot {
  const angle = ANGLES[k % ANGLES.length]!;
  const away = radius + signRadius(radius) * 0.3;
  return [Math.cos(angle) * away, Math.sin(angle) * away];
}

/** Whether a sign shows how many. */
export function isCounted(badge: Badge): boolean {
  return badge.count > 0;
}
