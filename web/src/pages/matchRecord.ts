// What has happened in a match, event by event, brought up to date while it goes on.
import { fetchCard, fetchMoments } from "../api/client";
import type { Moment, TableCard } from "../api/messages";

export class MatchRecord {
  moments: readonly Moment[] = [];
  card: TableCard | null = null;

  constructor(
    readonly table: string,
    readonly token: string,
  ) {}

  get over(): boolean {
    return this.card?.over ?? false;
  }

  async load(): Promise<void> {
    const [moments, card] = await Promise.all([fetchMoments(this.table, this.token), fetchCard(this.table)]);
    [this.moments, this.card] = [moments, card];
  }

  /** Read what has happened since; all of it anew once the match is over, since nothing is hidden then. */
  async look(): Promise<void> {
    const card = await fetchCard(this.table);
    if (card.over) return this.load();
    const more = await fetchMoments(this.table, this.token, this.moments.length);
    this.moments = [...this.moments, ...more];
  }
}
