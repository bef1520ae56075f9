// The viewport: which part of the drawing is on the screen, and at what scale.
import type { Spot } from "./overlay";

/** The screen position of the drawing's origin, and the pixels per unit of the drawing. */
export interface Viewport {
  readonly x: number;
  readonly y: number;
  readonly scale: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

const MAX_SCALE = 120; // pixels per unit
const MIN_VISIBLE = 80; // pixels of the table that always stay on the screen

/** Pixels kept free at each side of the room. */
export interface Margins {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** The viewport that shows the whole drawing. */
export function fitAll(drawing: Size, room: Size, free: Margins, margin = 10): Viewport {
  const [width, height] = [room.width - free.left - free.right, room.height - free.top - free.bottom];
  const fitting = Math.min((width - 2 * margin) / drawing.width, (height - 2 * margin) / drawing.height, MAX_SCALE);
  const scale = fitting > 0 ? fitting : 1;
  return {
    x: free.left + (width - drawing.width * scale) / 2,
    y: free.top + (height - drawing.height * scale) / 2,
    scale,
  };
}

export function toScreen(view: Viewport, [x, y]: Spot): Spot {
  return [view.x + x * view.scale, view.y + y * view.scale];
}

export function fromScreen(view: Viewport, [x, y]: Spot): Spot {
  return [(x - view.x) / view.scale, (y - view.y) / view.scale];
}

/** Scale by a factor; the point of the drawing under `at` stays where it is. */
export function zoomBy(view: Viewport, factor: number, at: Spot, least: number): Viewport {
  const scale = Math.min(MAX_SCALE, Math.max(least, view.scale * factor));
  const by = scale / view.scale;
  return { x: at[0] - (at[0] - view.x) * by, y: at[1] - (at[1] - view.y) * by, scale };
}

/** Move by some pixels, but never so far that the table leaves the screen. */
export function panBy(view: Viewport, dx: number, dy: number, drawing: Size, room: Size): Viewport {
  const clamp = (at: number, length: number, whole: number) => Math.min(whole - MIN_VISIBLE, Math.max(MIN_VISIBLE - length, at));
  return {
    x: clamp(view.x + dx, drawing.width * view.scale, room.width),
    y: clamp(view.y + dy, drawing.height * view.scale, room.height),
    scale: view.scale,
  };
}

/** Center a point of the drawing, as far as the table still fills the room wherever it is larger. */
export function centerOn(view: Viewport, [x, y]: Spot, drawing: Size, room: Size, free: Margins, margin = 10): Viewport {
  const clamp = (point: number, whole: number, length: number, before: number, after: number) => {
    const [first, last] = [before + margin, whole - after - margin];
    if (length <= last - first) return (first + last - length) / 2;
    return Math.min(first, Math.max(last - length, (first + last) / 2 - point));
  };
  return {
    x: clamp(x * view.scale, room.width, drawing.width * view.scale, free.left, free.right),
    y: clamp(y * view.scale, room.height, drawing.height * view.scale, free.top, free.bottom),
    scale: view.scale,
  };
}

/** Move as little as brings a point of the screen back inside the room. */
export function reveal(view: Viewport, at: Spot, room: Size, margin: number): Viewport {
  const by = (place: number, whole: number) =>
    place < margin ? margin - place : place > whole - margin ? whole - margin - place : 0;
  return { x: view.x + by(at[0], room.width), y: view.y + by(at[1], room.height), scale: view.scale };
}

/** The numbers on a ruler: every 1, 2, 5, 10 ... units, at least `apart` pixels apart. */
export function rulerTicks(length: number, scale: number, apart = 36): number[] {
  const step = [1, 2, 5, 10, 20, 50, 100].find((one) => one * scale >= apart) ?? 200;
  return Array.from({ length: Math.floor(length / step) + 1 }, (_, k) => k * step);
}
