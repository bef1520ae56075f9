// Fingers and mouse on the table: a tap, a look, a drag, a pinch, a wheel; or a stretch that is measured.
import type { Spot } from "./overlay";

export interface Does {
  tap(at: Spot, touched: boolean): void;
  look(at: Spot | null): void;
  pan(dx: number, dy: number): void;
  zoom(factor: number, at: Spot): void;
  measures(): boolean;
  measure(from: Spot, to: Spot): void;
}

const SLACK = 7; // pixels that a tap may stray

export class Pointing {
  #down = new Map<number, Spot>();
  #begun: Spot | null = null;
  #dragged = false;

  constructor(readonly does: Does) {}

  down(event: PointerEvent): void {
    if (event.button > 1) return;
    (event.currentTarget as Element).setPointerCapture(event.pointerId);
    this.#down.set(event.pointerId, at(event));
    this.#begun = at(event);
    this.#dragged = this.#down.size > 1;
  }

  move(event: PointerEvent): void {
    const before = this.#down.get(event.pointerId);
    const now = at(event);
    if (!before) {
      if (event.pointerType !== "touch") this.does.look(now);
      return;
    }
    this.#dragged ||= far(this.#begun!, now) > SLACK;
    if (this.#down.size === 2) this.#pinch(event.pointerId, now);
    else if (this.#dragged && this.does.measures()) this.does.measure(this.#begun!, now);
    else if (this.#dragged) this.does.pan(now[0] - before[0], now[1] - before[1]);
    if (this.#dragged) this.#down.set(event.pointerId, now);
  }

  up(event: PointerEvent, lost = false): void {
    if (!this.#down.delete(event.pointerId) || lost || this.#dragged || event.button > 0) return;
    this.does.tap(at(event), event.pointerType === "touch");
  }

  leave(): void {
    if (!this.#down.size) this.does.look(null);
  }

  wheel(event: WheelEvent): void {
    event.preventDefault();
    this.does.zoom(Math.exp(-event.deltaY * (event.deltaMode ? 0.05 : 0.0016)), at(event));
  }

  #pinch(id: number, now: Spot): void {
    const other = [...this.#down].find(([one]) => one !== id)![1];
    const before = this.#down.get(id)!;
    const middle: Spot = [(now[0] + other[0]) / 2, (now[1] + other[1]) / 2];
    this.does.zoom(Math.max(0.2, far(now, other)) / Math.max(0.2, far(before, other)), middle);
    this.does.pan((now[0] - before[0]) / 2, (now[1] - before[1]) / 2);
    this.#dragged = true;
  }
}

function at(event: MouseEvent): Spot {
  const box = (event.currentTarget as Element).getBoundingClientRect();
  return [event.clientX - box.left, event.clientY - box.top];
}

function far(one: Spot, other: Spot): number {
  return Math.hypot(one[0] - other[0], one[1] - other[1]);
}
