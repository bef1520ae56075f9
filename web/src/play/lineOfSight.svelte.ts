// The line of sight from the acting unit to the place under the pointer, asked for once the pointer rests.
import type { Spot } from "../board/overlay";
import { isSame } from "../board/plane";
import type { Sight } from "../api/messages";
import type { OpenDecision } from "./openDecision.svelte";
import { LatestRequest, type Questions, REST_TIME } from "./requests";
import type { Selection } from "./selection.svelte";

export class LineOfSight {
  isOn = $state(true);
  line: { unit: string; at: Spot; sight: Sight } | null = $state.raw(null);
  readonly #requests: LatestRequest;
  readonly #known = new Map<string, Sight | null>();

  constructor(
    private readonly decision: OpenDecision,
    private readonly selection: Selection,
    table: Questions,
  ) {
    this.#requests = new LatestRequest(table, REST_TIME);
  }

  /** Forget all lines: positions may have changed. */
  reset(): void {
    this.#known.clear();
    this.#requests.cancel();
    this.line = null;
  }

  toggle(): void {
    this.isOn = !this.isOn;
    if (!this.isOn) this.hover(null); // also what is asked already
  }

  /** Follow the pointer. */
  hover(spot: Spot | null): void {
    this.#requests.cancel();
    if (spot) void this.#load(spot);
    else this.line = null;
  }

  async #load(spot: Spot): Promise<void> {
    const from = this.decision.menu?.token(this.selection.actor);
    if (!from || !this.isOn || !this.decision.match.sight || isSame([from.x, from.y], spot)) {
      this.line = null;
      return;
    }
    const key = `${from.unit}:${spot}`;
    if (!this.#known.has(key)) {
      const answer = await this.#requests.ask({ ask: "sight", unit: from.unit, x: spot[0], y: spot[1] });
      if (!answer) return;
      this.#known.set(key, answer.frame === "answered" ? answer.sight : null);
    }
    const sight = this.#known.get(key);
    if (isSame(this.selection.hoverSpot, spot)) this.line = sight ? { unit: from.unit, at: spot, sight } : null;
  }
}
