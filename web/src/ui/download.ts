// Files that the page gives out.

import { fetchMatchFile, type ApiError } from "../api/client";
import { notify } from "../announcer.svelte";

/** Give text to whoever sits here, as a file of a name. */
export function downloadText(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

/** Give the file of a match, as far as the holder of a token may have it. */
export async function downloadMatch(table: string, token: string): Promise<void> {
  try {
    downloadText(`${table}.match`, await fetchMatchFile(table, token));
  } catch (failure) {
    notify((failure as ApiError).message);
  }
}
