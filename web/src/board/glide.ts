// Animation of a unit from its last place to its new one, along its trail if it left one.
import type { Attachment } from "svelte/attachments";

import type { Spot } from "./overlay";
import { distance, isSame } from "./plane";

const STRETCH_TIME = 260; // milliseconds for one segment of a path
const MAX_TIME = 1800;

const lastSpots = new WeakMap<Element, Spot>();

/** The points between two places: along the trail if it joins them, else a straight line. */
export function pathBetween(from: Spot, to: Spot, trail: readonly Spot[]): Spot[] {
  const first = trail.findIndex((spot) => distance(spot, from) < 0.02);
  const last = trail.reduce((index, spot, k) => (distance(spot, to) < 0.02 ? k : index), -1);
  return first >= 0 && last > first ? [from, ...trail.slice(first + 1, last), to] : [from, to];
}

export function glide(to: Spot, trail: readonly Spot[], animate: boolean): Attachment<SVGElement> {
  return (element) => {
    const from = lastSpots.get(element);
    lastSpots.set(element, to);
    element.setAttribute("transform", `translate(${to[0]} ${to[1]})`);
    if (!animate || !from || isSame(from, to) || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    const points = pathBetween(from, to, trail);
    const frames = points.map(([x, y]) => ({ transform: `translate(${x}px, ${y}px)` }));
    const duration = Math.min(MAX_TIME, STRETCH_TIME * (points.length - 1) + 120);
    element.animate(frames, { duration, easing: points.length > 2 ? "linear" : "ease-in-out" });
  };
}
