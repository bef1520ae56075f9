// A file with all that this browser may open: the tokens of its seats, and its links to campaigns.
import { addTokens, savedTokens } from "../api/tokens";
import { addCampaigns, savedCampaigns } from "../campaign/saved";

const FORM = "fireteam keys 1";

/** A file of keys that cannot be read, with a sentence for the user. */
export class BadKeysFile extends Error {}

/** All keys as the text of a file. */
export function exportKeys(store: Storage = localStorage): string {
  return `${JSON.stringify({ form: FORM, keys: savedTokens(store), campaigns: savedCampaigns(store) }, null, 1)}\n`;
}

/** Import the keys of a file; the number of new ones. */
export function importKeys(text: string, store: Storage = localStorage): number {
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch {
    throw new BadKeysFile("This is no file of keys: it is not what “Save my keys” writes.");
  }
  const { form, keys, campaigns } = (content ?? {}) as { form?: unknown; keys?: unknown; campaigns?: unknown };
  if (form !== FORM) throw new BadKeysFile("This is no file of keys of Fireteam.");
  return addTokens(keys, store) + addCampaigns(campaigns, store);
}
