// Whether friends can reach this server, and at which address.
import { fetchReach, openToNetwork, type ApiError } from "../api/client";
import type { Reach } from "../api/messages";
import { isThisComputer, pageAddress } from "../routes";

const FORBIDDEN = 403; // only the server's own computer may ask

export class ServerReach {
  base = $state(pageAddress()); // where friends find the server
  reach: Reach | null = $state.raw(null);
  error = $state("");
  busy = $state(false);

  /** Look whether others can come, where nobody else than this computer would find the address of the page. */
  async look(): Promise<void> {
    if (isThisComputer(location.hostname)) await this.#load(fetchReach);
  }

  /** Let others on the network in. */
  letIn(): Promise<void> {
    return this.#load(openToNetwork);
  }

  async #load(question: () => Promise<Reach>): Promise<void> {
    [this.busy, this.error] = [true, ""];
    try {
      this.reach = await question();
      if (this.reach.open) this.base = this.reach.link;
    } catch (failure) {
      if ((failure as ApiError).status !== FORBIDDEN) this.error = (failure as ApiError).message;
    }
    this.busy = false;
  }
}
