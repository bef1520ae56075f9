// Files that the page gives out.

import { file, type Unwelcome } from "../house";
import { notice } from "../live.svelte";

/** Give text to whoever sits here, as a file of a name. */
export function save(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

/** Give the file of a match, as far as the holder of a token may have it. */
export async function saveMatch(table: string, token: string): Promise<void> {
  try {
    save(`${table}.match`, await file(table, token));
  } catch (refused) {
    notice((refused as Unwelcome).message);
  }
}
