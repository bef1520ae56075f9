// Pointer gestures on the table: tap, hover, drag, pinch and wheel; or measuring with the ruler.
import type { Spot } from "./overlay";
import { distance } from "./plane";

export interface GestureHandler {
  tap(at: Spot, touched: boolean): () => void; // returns what a tap there does, if it becomes one: the board may move meanwhile
  hover(at: Spot | null): void;
  pan(dx: number, dy: number): void;
  zoom(factor: number, at: Spot): void;
  isMeasuring(): boolean;
  measure(from: Spot, to: Spot): void;
}

const SLACK = 7; // pixels that a tap may move
const TOGETHER = 80; // milliseconds within which two fingers come down as one gesture, which is no tap

/** A pointer that is down. */
interface Press {
  readonly start: Spot;
  readonly time: number;
  readonly tap: () => void;
  last: Spot;
  isTap: boolean; // it may still become one
}

export class Gestures {
  #presses = new Map<number, Press>(); // in the order in which they came down

  constructor(readonly handler: GestureHandler) {}

  down(event: PointerEvent): void {
    if (event.button > 1) return;
    (event.currentTarget as Element).setPointerCapture(event.pointerId);
    const start = positionOf(event);
    const together = [...this.#presses.values()].filter((one) => event.timeStamp - one.time < TOGETHER);
    for (const one of together) one.isTap = false;
    const tap = this.handler.tap(start, event.pointerType === "touch");
    this.#presses.set(event.pointerId, { start, last: start, time: event.timeStamp, tap, isTap: !together.length });
  }

  move(event: PointerEvent): void {
    const press = this.#presses.get(event.pointerId);
    const now = positionOf(event);
    if (!press) {
      if (event.pointerType !== "touch") this.handler.hover(now);
      return;
    }
    press.isTap &&= distance(press.start, now) <= SLACK;
    if (press.isTap) return;
    const [one, other] = this.#presses.values();
    if (this.#presses.size === 2) this.#pinch(press, press === one ? other! : one!, now);
    else if (this.handler.isMeasuring()) this.handler.measure(press.start, now);
    else this.handler.pan(now[0] - press.last[0], now[1] - press.last[1]);
    press.last = now;
  }

  up(event: PointerEvent, lost = false): void {
    const press = this.#presses.get(event.pointerId);
    this.#presses.delete(event.pointerId);
    if (!press?.isTap || lost || event.button > 0) return;
    press.tap();
    for (const one of this.#presses.values()) if (one.time < press.time) one.isTap = false; // it rests
  }

  leave(): void {
    if (!this.#presses.size) this.handler.hover(null);
  }

  wheel(event: WheelEvent): void {
    event.preventDefault();
    this.handler.zoom(Math.exp(-event.deltaY * (event.deltaMode ? 0.05 : 0.0016)), positionOf(event));
  }

  #pinch({ last }: Press, other: Press, now: Spot): void {
    const at = other.last;
    const middle: Spot = [(now[0] + at[0]) / 2, (now[1] + at[1]) / 2];
    this.handler.zoom(Math.max(0.2, distance(now, at)) / Math.max(0.2, distance(last, at)), middle);
    this.handler.pan((now[0] - last[0]) / 2, (now[1] - last[1]) / 2);
    other.isTap = false;
  }
}

function positionOf(event: MouseEvent): Spot {
  const bounds = (event.currentTarget as Element).getBoundingClientRect();
  return [event.clientX - bounds.left, event.clientY - bounds.top];
}
