// Settings of this browser. They are not sent anywhere.

const STORAGE_KEY = "fireteam.settings";

export interface Settings {
  theme: "auto" | "light" | "dark";
  sound: boolean;
  dice: boolean; // dice roll before they show
  name: string; // one's name at tables
}

const DEFAULTS: Settings = { theme: "auto", sound: false, dice: true, name: "" };

function storedSettings(): Settings {
  try {
    return { ...DEFAULTS, ...(JSON.parse(localStorage.getItem(STORAGE_KEY) ?? "{}") as Partial<Settings>) };
  } catch {
    return { ...DEFAULTS };
  }
}

export const settings = $state(storedSettings());

/** Change settings, save them and apply the theme. */
export function updateSettings(change: Partial<Settings>): void {
  Object.assign(settings, change);
  localStorage.setItem(STORAGE_KEY, JSON.stringify(settings));
  applyTheme();
}

/** Apply the theme: light, dark, or as the device is. */
export function applyTheme(): void {
  document.documentElement.dataset.theme = settings.theme;
}

/** Whether the device asks for reduced motion. */
export function prefersStillness(): boolean {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}
