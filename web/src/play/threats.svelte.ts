// The threats to a slot's units next turn, shown on request.
import type { Refusal, Threat } from "../api/messages";
import type { OpenDecision } from "./openDecision.svelte";
import { LatestRequest, type Questions } from "./requests";

export class Threats {
  isOn = $state(false); // threats are shown, or being loaded
  list: readonly Threat[] | null = $state.raw(null);
  readonly #requests: LatestRequest;

  constructor(
    private readonly decision: OpenDecision,
    private readonly table: Questions,
  ) {
    this.#requests = new LatestRequest(table, 0);
  }

  /** Why threats cannot be shown; empty if they can. */
  get obstacle(): string {
    const { match, scene, base } = this.decision;
    if (!match.threats) return "This game does not say what the enemy could do next turn.";
    const stands = scene?.tokens.some((token) => token.slot === base?.slot);
    return stands ? "" : "Nobody of yours stands on the table whom the enemy could hit.";
  }

  hide(): void {
    this.#requests.cancel();
    [this.isOn, this.list] = [false, null];
  }

  /** Show the threats to a unit, or to all, or hide them. The refusal, if the table refuses. */
  async toggle(selected: string | null): Promise<Refusal | null> {
    const isWanted = !this.isOn && !this.obstacle;
    this.hide();
    if (this.obstacle) this.table.announce(this.obstacle);
    if (!isWanted) return null;
    this.isOn = true;
    const { slot, menu } = this.decision;
    const unit = menu?.token(selected)?.unit ?? ""; // a unit of the reserve has no place to be hit at
    const answer = await this.#requests.ask({ ask: "threats", slot, unit });
    if (!answer) return null; // hidden meanwhile, also by another decision
    if (answer.frame === "refusal") {
      this.isOn = false;
      return answer;
    }
    this.list = answer.threats;
    if (this.list?.length === 0) this.table.announce("No enemy can hit anybody next turn.");
    return null;
  }
}
