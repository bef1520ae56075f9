// "My matches" without an account: this browser saves the token of every seat.

export interface SavedToken {
  table: string;
  seat: string; // "" until the table has said which it is
  host: boolean; // the token of the table's maker, not of a seat
  mine: boolean; // else a friend's, saved so that the link can be shown again
  token: string;
  title: string;
  kept: number; // when it was saved, in Unix seconds
  campaign?: string | undefined; // of which the table is a fight
}

const STORAGE_KEY = "fireteam.keys";
const TOKEN_PATTERN = /^[\w-]{20,64}$/;

/** All saved tokens, the newest first. */
export function savedTokens(store: Storage = localStorage): SavedToken[] {
  try {
    return validTokens(JSON.parse(store.getItem(STORAGE_KEY) ?? "[]")).sort((a, b) => b.kept - a.kept);
  } catch {
    return [];
  }
}

/** The tokens of one table. */
export function tokensOf(table: string, store: Storage = localStorage): SavedToken[] {
  return savedTokens(store).filter((entry) => entry.table === table);
}

/** The token by which screens beside a table see it: that of the browser's one seat. Where people share the browser nobody's, since anybody may hold it. */
export function ownToken(table: string, store: Storage = localStorage): string {
  const [own, ...others] = seatTokens(table, store);
  return own && !others.length ? own.token : "";
}

/** The tokens of this browser's seats at a table, the newest first. */
export function seatTokens(table: string, store: Storage = localStorage): SavedToken[] {
  return tokensOf(table, store).filter((entry) => entry.mine && !entry.host);
}

/** Whether a token is of a friend's seat, saved by who made the table so that its link can be shown. */
export function isFriends(token: string, store: Storage = localStorage): boolean {
  return savedTokens(store).some((entry) => entry.token === token && !entry.mine);
}

/** Save a token: one entry for each token and for each seat of a table; known details are not lost. */
export function saveToken(entry: Omit<SavedToken, "kept">, now: number, store: Storage = localStorage): void {
  const all = savedTokens(store);
  const earlier = all.find((one) => one.token === entry.token);
  const others = all.filter(
    (one) => one.token !== entry.token && !(entry.seat && one.table === entry.table && one.seat === entry.seat),
  );
  const details = { seat: entry.seat || earlier?.seat || "", title: entry.title || earlier?.title || "", campaign: entry.campaign ?? earlier?.campaign };
  const host = entry.host || (earlier?.host ?? false);
  store.setItem(STORAGE_KEY, JSON.stringify([{ ...entry, ...details, host, kept: now }, ...others]));
}

/** Forget a table. Its links still work for whoever has them. */
export function forgetTable(table: string, store: Storage = localStorage): void {
  store.setItem(STORAGE_KEY, JSON.stringify(savedTokens(store).filter((entry) => entry.table !== table)));
}

/** Add tokens that come from elsewhere; the number of new ones. */
export function addTokens(content: unknown, store: Storage = localStorage): number {
  const present = savedTokens(store);
  const added = validTokens(content).filter((entry) => !present.some((one) => one.token === entry.token));
  store.setItem(STORAGE_KEY, JSON.stringify([...present, ...added]));
  return added.length;
}

function validTokens(content: unknown): SavedToken[] {
  return Array.isArray(content) ? content.filter(isSavedToken) : [];
}

function isSavedToken(value: unknown): value is SavedToken {
  const entry = value as Partial<SavedToken> | null;
  const hasTexts = [entry?.table, entry?.seat, entry?.title, entry?.campaign ?? ""].every((word) => typeof word === "string");
  return hasTexts && typeof entry?.host === "boolean" && typeof entry.mine === "boolean" && typeof entry.token === "string" && TOKEN_PATTERN.test(entry.token) && typeof entry.kept === "number";
}
