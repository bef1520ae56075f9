// A campaign as one of its links shows it: what the server says of it, kept up to date, and what is done to it.
import {
  advanceCampaign,
  ApiError,
  fetchCampaign,
  fetchEntries,
  giveCommand,
  makeCampaignLink,
  recordFight,
  revokeCampaignLink,
  startFight,
  undoEntry,
} from "../api/client";
import type { CampaignAct, CampaignEntry, CampaignFight, CampaignToken, CampaignView, NewFight } from "../api/messages";
import { saveCampaign, saveMadeLink } from "./saved";

const LATELY = 8; // entries that the page shows without being asked
export const PAGE = 20; // entries of a page of the journal

export class OpenCampaign {
  view: CampaignView | null = $state.raw(null);
  lately: readonly CampaignEntry[] = $state.raw([]); // the last entries, the newest first
  done: CampaignEntry | null = $state.raw(null); // what was done here last, to be read and undone
  isPreview = $state(false); // it was only looked at: nothing has changed
  error = $state(""); // why the campaign could not be read
  isRefused = $state(false); // the link opens nothing here, now and later
  #tag = ""; // of what is shown

  constructor(
    readonly campaign: string,
    readonly token: string,
  ) {}

  /** Read it anew. */
  async load(): Promise<void> {
    try {
      await this.#read("");
      this.error = "";
    } catch (failure) {
      const { message, status } = failure as ApiError;
      [this.error, this.isRefused] = [message, status >= 400 && status < 500];
    }
  }

  /** Read it anew if it is another one than is shown here. */
  async look(): Promise<void> {
    if (this.isRefused) return;
    if (!this.view) return this.load();
    await this.#read(this.#tag).catch(() => {}); // the next look may be answered
  }

  /** Read it, unless it has the `known` tag; what was read meanwhile is newer, and stays. */
  async #read(known: string): Promise<void> {
    const { campaign, token, view: shown } = this;
    const found = await fetchCampaign(campaign, token, known);
    if (!found) return;
    const { view, tag } = found;
    const isNew = view.number !== shown?.number;
    const lately = isNew ? [...(await fetchEntries(campaign, Math.max(0, view.number - LATELY), token))].reverse() : this.lately;
    if (known && this.view !== shown) return;
    [this.view, this.lately, this.#tag] = [view, lately, tag];
    saveCampaign({ campaign, token, title: view.title, who: view.who, storyteller: view.storyteller }, null);
  }

  give(command: Readonly<Record<string, unknown>>, reason: string): Promise<CampaignEntry> {
    const act = { command: command as CampaignAct["command"], reason };
    return this.#keep((last) => giveCommand(this.campaign, { ...act, last }, this.token));
  }

  /** What would come of a command, to be read; nothing changes. */
  preview(command: Readonly<Record<string, unknown>>): Promise<CampaignEntry> {
    return giveCommand(this.campaign, { command: command as CampaignAct["command"], reason: "", preview: true }, this.token);
  }

  /** Show what would come of days that pass; nothing changes. */
  async lookAhead(days: number): Promise<void> {
    this.done = await advanceCampaign(this.campaign, { days, reason: "", preview: true }, this.token);
    this.isPreview = true;
  }

  advance(days: number): Promise<CampaignEntry> {
    return this.#keep((last) => advanceCampaign(this.campaign, { days, reason: "", last }, this.token));
  }

  undo(number: number, reason: string): Promise<CampaignEntry> {
    return this.#keep((last) => undoEntry(this.campaign, { number, reason, last }, this.token));
  }

  /** What would come of an undoing, to be read; nothing changes. */
  previewUndo(number: number): Promise<CampaignEntry> {
    return undoEntry(this.campaign, { number, reason: "", preview: true }, this.token);
  }

  /** Carry the end of a fight into the campaign; false if it keeps nothing of it. */
  async record(table: string): Promise<boolean> {
    const entries = await recordFight(this.campaign, table, "", this.token);
    [this.done, this.isPreview] = [entries.at(-1) ?? null, false];
    await this.load();
    return entries.length > 0;
  }

  async startFight(fight: NewFight): Promise<CampaignFight> {
    const started = await startFight(this.campaign, fight, this.token);
    await this.load();
    return started;
  }

  async link(name: string, storyteller: boolean): Promise<CampaignToken> {
    const made = await makeCampaignLink(this.campaign, { name, storyteller }, this.token);
    saveMadeLink(this.token, name, made.token);
    await this.load();
    return made;
  }

  async revoke(name: string): Promise<void> {
    await revokeCampaignLink(this.campaign, name, this.token);
    await this.load();
  }

  /** A page of the journal: the entries before a number, the newest first. */
  async entriesBefore(number: number): Promise<CampaignEntry[]> {
    const found = await fetchEntries(this.campaign, Math.max(0, number - 1 - PAGE), this.token);
    return found.filter((entry) => entry.number < number).reverse();
  }

  async #keep(send: (last: number) => Promise<CampaignEntry>): Promise<CampaignEntry> {
    let entry: CampaignEntry;
    try {
      entry = await send(this.view?.number ?? 0);
    } catch (failure) {
      if ((failure as ApiError).code === "E_STALE") await this.load(); // somebody was quicker: what they did is shown
      throw failure;
    }
    await this.load();
    this.isPreview = false;
    return (this.done = entry);
  }
}
