// Pointer gestures on the table: tap, hover, drag, pinch and wheel; or measuring with the ruler.
import type { Spot } from "./overlay";
import { distance } from "./plane";

export interface GestureHandler {
  tap(at: Spot, touched: boolean): void;
  hover(at: Spot | null): void;
  pan(dx: number, dy: number): void;
  zoom(factor: number, at: Spot): void;
  isMeasuring(): boolean;
  measure(from: Spot, to: Spot): void;
}

const SLACK = 7; // pixels that a tap may move

export class Gestures {
  #pointers = new Map<number, Spot>();
  #start: Spot | null = null;
  #isDrag = false;

  constructor(readonly handler: GestureHandler) {}

  down(event: PointerEvent): void {
    if (event.button > 1) return;
    (event.currentTarget as Element).setPointerCapture(event.pointerId);
    this.#pointers.set(event.pointerId, positionOf(event));
    this.#start = positionOf(event);
    this.#isDrag = this.#pointers.size > 1;
  }

  move(event: PointerEvent): void {
    const last = this.#pointers.get(event.pointerId);
    const now = positionOf(event);
    if (!last) {
      if (event.pointerType !== "touch") this.handler.hover(now);
      return;
    }
    this.#isDrag ||= distance(this.#start!, now) > SLACK;
    if (this.#pointers.size === 2) this.#pinch(event.pointerId, now);
    else if (this.#isDrag && this.handler.isMeasuring()) this.handler.measure(this.#start!, now);
    else if (this.#isDrag) this.handler.pan(now[0] - last[0], now[1] - last[1]);
    if (this.#isDrag) this.#pointers.set(event.pointerId, now);
  }

  up(event: PointerEvent, lost = false): void {
    if (!this.#pointers.delete(event.pointerId) || lost || this.#isDrag || event.button > 0) return;
    this.handler.tap(positionOf(event), event.pointerType === "touch");
  }

  leave(): void {
    if (!this.#pointers.size) this.handler.hover(null);
  }

  wheel(event: WheelEvent): void {
    event.preventDefault();
    this.handler.zoom(Math.exp(-event.deltaY * (event.deltaMode ? 0.05 : 0.0016)), positionOf(event));
  }

  #pinch(id: number, now: Spot): void {
    const other = [...this.#pointers].find(([one]) => one !== id)![1];
    const last = this.#pointers.get(id)!;
    const middle: Spot = [(now[0] + other[0]) / 2, (now[1] + other[1]) / 2];
    this.handler.zoom(Math.max(0.2, distance(now, other)) / Math.max(0.2, distance(last, other)), middle);
    this.handler.pan((now[0] - last[0]) / 2, (now[1] - last[1]) / 2);
    this.#isDrag = true;
  }
}

function positionOf(event: MouseEvent): Spot {
  const bounds = (event.currentTarget as Element).getBoundingClientRect();
  return [event.clientX - bounds.left, event.clientY - bounds.top];
}
