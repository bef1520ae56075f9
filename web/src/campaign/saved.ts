// The campaigns that this browser has a link to, without an account: one entry for each link, the last opened first.

export interface SavedCampaign {
  campaign: string;
  token: string;
  title: string; // "" until the server has said it
  who: string; // whose link it is
  storyteller: boolean;
  links: Readonly<Record<string, string>>; // the tokens of links that were made here, by name, to be copied again
  kept: number; // when it was opened last, in Unix seconds
}

const STORAGE_KEY = "fireteam.campaigns";
const TOKEN_PATTERN = /^[\w-]{20,64}$/;

/** All saved campaigns, the last opened first. */
export function savedCampaigns(store: Storage = localStorage): SavedCampaign[] {
  try {
    return validCampaigns(JSON.parse(store.getItem(STORAGE_KEY) ?? "[]")).sort((one, other) => other.kept - one.kept);
  } catch {
    return [];
  }
}

/** Add links that come from elsewhere; the number of new ones. */
export function addCampaigns(content: unknown, store: Storage = localStorage): number {
  const present = savedCampaigns(store);
  const added = validCampaigns(content).filter((link) => !present.some((one) => one.token === link.token));
  store.setItem(STORAGE_KEY, JSON.stringify([...present, ...added]));
  return added.length;
}

/** The links to one campaign that this browser has. */
export function linksTo(campaign: string, store: Storage = localStorage): SavedCampaign[] {
  return savedCampaigns(store).filter((one) => one.campaign === campaign);
}

/** Save what is known of a link; with the time of now it is then the one by which the campaign is opened. */
export function saveCampaign(link: Pick<SavedCampaign, "campaign" | "token"> & Partial<SavedCampaign>, now: number | null, store: Storage = localStorage): void {
  const all = savedCampaigns(store);
  const earlier = all.find((one) => one.token === link.token);
  const saved = { title: "", who: "", storyteller: false, links: {}, ...earlier, ...link, kept: now ?? earlier?.kept ?? 0 };
  store.setItem(STORAGE_KEY, JSON.stringify([saved, ...all.filter((one) => one.token !== link.token)]));
}

/** Save the token of a link that was made here for somebody. */
export function saveMadeLink(by: string, name: string, token: string, store: Storage = localStorage): void {
  const saved = savedCampaigns(store).find((one) => one.token === by);
  if (saved) saveCampaign({ ...saved, links: { ...saved.links, [name]: token } }, null, store);
}

/** Forget a campaign. Its links still work for whoever has them. */
export function forgetCampaign(campaign: string, store: Storage = localStorage): void {
  store.setItem(STORAGE_KEY, JSON.stringify(savedCampaigns(store).filter((one) => one.campaign !== campaign)));
}

/** The campaign and the token of a link, however it was pasted; null if it is none. */
export function linkIn(text: string): { campaign: string; token: string } | null {
  const [, campaign, token] = /\/campaign\/([\w-]+)\/([\w-]{20,64})\s*$/.exec(text) ?? [];
  return campaign && token ? { campaign, token } : null;
}

function validCampaigns(content: unknown): SavedCampaign[] {
  return Array.isArray(content) ? content.filter(isSaved) : [];
}

function isSaved(value: unknown): value is SavedCampaign {
  const one = value as Partial<SavedCampaign> | null;
  const hasTexts = [one?.campaign, one?.title, one?.who].every((word) => typeof word === "string");
  const isOpen = typeof one?.token === "string" && TOKEN_PATTERN.test(one.token);
  return hasTexts && isOpen && typeof one?.storyteller === "boolean" && typeof one.kept === "number" && typeof one.links === "object" && one.links !== null;
}
