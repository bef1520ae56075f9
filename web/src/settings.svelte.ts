// What this browser prefers. It stays here.

const WHERE = "fireteam.settings";

export interface Settings {
  theme: "auto" | "light" | "dark";
  sound: boolean;
  dice: boolean; // whether dice roll before they show
  name: string; // what one is called at tables
}

const OWN: Settings = { theme: "auto", sound: false, dice: true, name: "" };

function kept(): Settings {
  try {
    return { ...OWN, ...(JSON.parse(localStorage.getItem(WHERE) ?? "{}") as Partial<Settings>) };
  } catch {
    return { ...OWN };
  }
}

export const settings = $state(kept());

/** Keep what is preferred, and show it. */
export function prefer(change: Partial<Settings>): void {
  Object.assign(settings, change);
  localStorage.setItem(WHERE, JSON.stringify(settings));
  dress();
}

/** Light, dark, or as the device is. */
export function dress(): void {
  document.documentElement.dataset.theme = settings.theme;
}

/** Whether things should stay where they are rather than move. */
export function isStill(): boolean {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}
