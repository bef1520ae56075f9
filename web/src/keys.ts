// "My matches" without an account: this browser keeps the token of every seat, and gives them out as a file.

export interface Key {
  table: string;
  seat: string; // "" until the table has told which it is
  host: boolean; // the key of who made the table, and no seat's
  mine: boolean; // else a friend's, kept so that the link can be given again
  token: string;
  title: string;
  kept: number; // when, in seconds since 1970
}

const WHERE = "fireteam.keys";
const FORM = "fireteam keys 1";
const TOKEN = /^[\w-]{20,64}$/;

/** A file of keys that cannot be read, with a sentence for whoever chose it. */
export class BadKeys extends Error {}

/** Every key that is kept, the newest first. */
export function keys(store: Storage = localStorage): Key[] {
  try {
    return sound(JSON.parse(store.getItem(WHERE) ?? "[]")).sort((a, b) => b.kept - a.kept);
  } catch {
    return [];
  }
}

/** The keys of one table. */
export function keysOf(table: string, store: Storage = localStorage): Key[] {
  return keys(store).filter((key) => key.table === table);
}

/** The token by which this browser sees the most of a table: its first seat's, if it has one. */
export function tokenOf(table: string, store: Storage = localStorage): string {
  return keysOf(table, store).findLast((key) => key.mine && !key.host)?.token ?? "";
}

/** Keep a key. A token is kept once, and what is known of it stays; the same seat of the same table has one. */
export function keep(key: Omit<Key, "kept">, now: number, store: Storage = localStorage): void {
  const all = keys(store);
  const before = all.find((one) => one.token === key.token);
  const others = all.filter(
    (one) => one.token !== key.token && !(key.seat && one.table === key.table && one.seat === key.seat),
  );
  const known = { seat: key.seat || before?.seat || "", title: key.title || before?.title || "" };
  const host = key.host || (before?.host ?? false);
  store.setItem(WHERE, JSON.stringify([{ ...key, ...known, host, kept: now }, ...others]));
}

/** Forget a table: its links still work for whoever has them. */
export function forget(table: string, store: Storage = localStorage): void {
  store.setItem(WHERE, JSON.stringify(keys(store).filter((key) => key.table !== table)));
}

/** All keys as the text of a file. */
export function exported(store: Storage = localStorage): string {
  return `${JSON.stringify({ form: FORM, keys: keys(store) }, null, 1)}\n`;
}

/** Take in the keys of a file; how many were new. */
export function imported(text: string, store: Storage = localStorage): number {
  let said: unknown;
  try {
    said = JSON.parse(text);
  } catch {
    throw new BadKeys("This is no file of keys: it is not what “Save my keys” writes.");
  }
  const { form, keys: found } = (said ?? {}) as { form?: unknown; keys?: unknown };
  if (form !== FORM) throw new BadKeys("This is no file of keys of Fireteam.");
  const known = keys(store);
  const fresh = sound(found).filter((key) => !known.some((one) => one.token === key.token));
  store.setItem(WHERE, JSON.stringify([...known, ...fresh]));
  return fresh.length;
}

function sound(said: unknown): Key[] {
  return Array.isArray(said) ? said.filter(isKey) : [];
}

function isKey(one: unknown): one is Key {
  const key = one as Partial<Key> | null;
  const words = [key?.table, key?.seat, key?.title].every((word) => typeof word === "string");
  return words && typeof key?.host === "boolean" && typeof key.mine === "boolean" && typeof key.token === "string" && TOKEN.test(key.token) && typeof key.kept === "number";
}
