// What this browser prefers. It stays here.

const STORAGE_KEY = "fireteam.settings";

export interface Settings {
  theme: "auto" | "light" | "dark";
  sound: boolean;
  dice: boolean; // whether dice roll before they show
  name: string; // what one is called at tables
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

/** Keep what is preferred, and show it. */
export function updateSettings(change: Partial<Settings>): void {
  Object.assign(settings, change);
  localStorage.setItem(STORAGE_KEY, JSON.stringify(settings));
  applyTheme();
}

/** Light, dark, or as the device is. */
export function applyTheme(): void {
  document.documentElement.dataset.theme = settings.theme;
}

/** Whether things should stay where they are rather than move. */
export function prefersStillness(): boolean {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}
