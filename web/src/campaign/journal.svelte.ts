// The entries of a campaign, the newest first, page by page.
import type { ApiError } from "../api/client";
import type { CampaignEntry } from "../api/messages";
import type { OpenCampaign } from "./openCampaign.svelte";

export class JournalPages {
  entries: readonly CampaignEntry[] = $state.raw([]);
  error = $state("");
  isLoading = $state(true);
  #number = 0; // of the last question: only its answer counts
  readonly oldest: number = $derived(this.entries.at(-1)?.number ?? 1);

  constructor(private readonly open: Pick<OpenCampaign, "entriesBefore">) {}

  /** Begin with the newest entries, where the last has a number. */
  begin(last: number): Promise<void> {
    return this.#read(last + 1, []);
  }

  /** Add the entries before those that are there. */
  more(): Promise<void> {
    return this.#read(this.oldest, this.entries);
  }

  async #read(before: number, entries: readonly CampaignEntry[]): Promise<void> {
    const number = ++this.#number;
    this.isLoading = true;
    try {
      const found = await this.open.entriesBefore(before);
      if (number === this.#number) [this.entries, this.error] = [[...entries, ...found], ""];
    } catch (failure) {
      if (number === this.#number) this.error = (failure as ApiError).message;
    }
    if (number === this.#number) this.isLoading = false;
  }
}
