// The sheets that somebody has written, saved in this browser.
import { isRecord, type Json } from "./value";

export interface SavedSheet {
  readonly key: string;
  readonly game: string;
  readonly sheet: string; // the kind
  readonly value: Json;
  readonly kept: number; // when it was saved, in Unix seconds
}

const STORAGE_KEY = "fireteam.sheets";

/** All saved sheets of a kind, the newest first. */
export function savedSheets(game: string, sheet: string, store: Storage = localStorage): SavedSheet[] {
  return allSheets(store).filter((one) => one.game === game && one.sheet === sheet);
}

/** Save a sheet: in the place of an older one with its key. */
export function saveSheet(saved: SavedSheet, store: Storage = localStorage): void {
  write([saved, ...allSheets(store).filter((one) => one.key !== saved.key)], store);
}

export function forgetSheet(key: string, store: Storage = localStorage): void {
  write(allSheets(store).filter((one) => one.key !== key), store);
}

function allSheets(store: Storage): SavedSheet[] {
  try {
    const found = JSON.parse(store.getItem(STORAGE_KEY) ?? "[]") as Json;
    const sheets = (Array.isArray(found) ? (found as Json[]) : []).filter(isSaved) as unknown as SavedSheet[];
    return sheets.sort((one, other) => other.kept - one.kept);
  } catch {
    return [];
  }
}

function isSaved(one: Json): boolean {
  return isRecord(one) && ["key", "game", "sheet"].every((name) => typeof one[name] === "string") && isRecord(one["value"]) && typeof one["kept"] === "number";
}

function write(sheets: readonly SavedSheet[], store: Storage): void {
  store.setItem(STORAGE_KEY, JSON.stringify(sheets));
}
