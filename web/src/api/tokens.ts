// "My matches" without an account: this browser saves the token of every seat, and can export them to a file.

export interface SavedToken {
  table: string;
  seat: string; // "" until the table has said which it is
  host: boolean; // the token of the table's maker, not of a seat
  mine: boolean; // else a friend's, saved so that the link can be shown again
  token: string;
  title: string;
  kept: number; // when it was saved, in Unix seconds
}

const STORAGE_KEY = "fireteam.keys";
const FILE_FORM = "fireteam keys 1";
const TOKEN_PATTERN = /^[\w-]{20,64}$/;

/** A file of tokens that cannot be read, with a sentence for the user. */
export class BadTokenFile extends Error {}

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

/** The token by which this browser sees most of a table: of its first seat, if it has one. */
export function ownToken(table: string, store: Storage = localStorage): string {
  return tokensOf(table, store).findLast((entry) => entry.mine && !entry.host)?.token ?? "";
}

/** Save a token: one entry for each token and for each seat of a table; known details are not lost. */
export function saveToken(entry: Omit<SavedToken, "kept">, now: number, store: Storage = localStorage): void {
  const all = savedTokens(store);
  const earlier = all.find((one) => one.token === entry.token);
  const others = all.filter(
    (one) => one.token !== entry.token && !(entry.seat && one.table === entry.table && one.seat === entry.seat),
  );
  const details = { seat: entry.seat || earlier?.seat || "", title: entry.title || earlier?.title || "" };
  const host = entry.host || (earlier?.host ?? false);
  store.setItem(STORAGE_KEY, JSON.stringify([{ ...entry, ...details, host, kept: now }, ...others]));
}

/** Forget a table. Its links still work for whoever has them. */
export function forgetTable(table: string, store: Storage = localStorage): void {
  store.setItem(STORAGE_KEY, JSON.stringify(savedTokens(store).filter((entry) => entry.table !== table)));
}

/** All tokens as the text of a file. */
export function exportTokens(store: Storage = localStorage): string {
  return `${JSON.stringify({ form: FILE_FORM, keys: savedTokens(store) }, null, 1)}\n`;
}

/** Import the tokens of a file; the number of new ones. */
export function importTokens(text: string, store: Storage = localStorage): number {
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch {
    throw new BadTokenFile("This is no file of keys: it is not what “Save my keys” writes.");
  }
  const { form, keys: listed } = (content ?? {}) as { form?: unknown; keys?: unknown };
  if (form !== FILE_FORM) throw new BadTokenFile("This is no file of keys of Fireteam.");
  const present = savedTokens(store);
  const added = validTokens(listed).filter((entry) => !present.some((one) => one.token === entry.token));
  store.setItem(STORAGE_KEY, JSON.stringify([...present, ...added]));
  return added.length;
}

function validTokens(content: unknown): SavedToken[] {
  return Array.isArray(content) ? content.filter(isSavedToken) : [];
}

function isSavedToken(value: unknown): value is SavedToken {
  const entry = value as Partial<SavedToken> | null;
  const hasTexts = [entry?.table, entry?.seat, entry?.title].every((word) => typeof word === "string");
  return hasTexts && typeof entry?.host === "boolean" && typeof entry.mine === "boolean" && typeof entry.token === "string" && TOKEN_PATTERN.test(entry.token) && typeof entry.kept === "number";
}
