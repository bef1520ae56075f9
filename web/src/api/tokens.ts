// "My matches" without an account: this browser keeps the token of every seat, and gives them out as a file.

export interface SavedToken {
  table: string;
  seat: string; // "" until the table has told which it is
  host: boolean; // the key of who made the table, and no seat's
  mine: boolean; // else a friend's, kept so that the link can be given again
  token: string;
  title: string;
  kept: number; // when, in seconds since 1970
}

const STORAGE_KEY = "fireteam.keys";
const FILE_FORM = "fireteam keys 1";
const TOKEN_PATTERN = /^[\w-]{20,64}$/;

/** A file of keys that cannot be read, with a sentence for whoever chose it. */
export class BadTokenFile extends Error {}

/** Every key that is kept, the newest first. */
export function savedTokens(store: Storage = localStorage): SavedToken[] {
  try {
    return validTokens(JSON.parse(store.getItem(STORAGE_KEY) ?? "[]")).sort((a, b) => b.kept - a.kept);
  } catch {
    return [];
  }
}

/** The keys of one table. */
export function tokensOf(table: string, store: Storage = localStorage): SavedToken[] {
  return savedTokens(store).filter((key) => key.table === table);
}

/** The token by which this browser sees the most of a table: its first seat's, if it has one. */
export function ownToken(table: string, store: Storage = localStorage): string {
  return tokensOf(table, store).findLast((key) => key.mine && !key.host)?.token ?? "";
}

/** Keep a key. A token is kept once, and what is known of it stays; the same seat of the same table has one. */
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

/** Forget a table: its links still work for whoever has them. */
export function forgetTable(table: string, store: Storage = localStorage): void {
  store.setItem(STORAGE_KEY, JSON.stringify(savedTokens(store).filter((key) => key.table !== table)));
}

/** All keys as the text of a file. */
export function exportTokens(store: Storage = localStorage): string {
  return `${JSON.stringify({ form: FILE_FORM, keys: savedTokens(store) }, null, 1)}\n`;
}

/** Take in the keys of a file; how many were new. */
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
  const added = validTokens(listed).filter((key) => !present.some((one) => one.token === key.token));
  store.setItem(STORAGE_KEY, JSON.stringify([...present, ...added]));
  return added.length;
}

function validTokens(content: unknown): SavedToken[] {
  return Array.isArray(content) ? content.filter(isSavedToken) : [];
}

function isSavedToken(value: unknown): value is SavedToken {
  const key = value as Partial<SavedToken> | null;
  const hasTexts = [key?.table, key?.seat, key?.title].every((word) => typeof word === "string");
  return hasTexts && typeof key?.host === "boolean" && typeof key.mine === "boolean" && typeof key.token === "string" && TOKEN_PATTERN.test(key.token) && typeof key.kept === "number";
}
