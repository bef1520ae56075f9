// Files for the user to save.

import { fetchMatchFile, type ApiError } from "../api/client";
import { notify } from "../announcer.svelte";

/** Save a text as a file. */
export function downloadText(name: string, text: string): void {
  downloadBlob(name, new Blob([text], { type: "text/plain" }));
}

/** Save bytes as a file. */
export function downloadBlob(name: string, bytes: Blob): void {
  const address = URL.createObjectURL(bytes);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

/** Save the match file, as far as the holder of the token may have it. */
export async function downloadMatch(table: string, token: string): Promise<void> {
  try {
    downloadText(`${table}.match`, await fetchMatchFile(table, token));
  } catch (failure) {
    notify((failure as ApiError).message);
  }
}
