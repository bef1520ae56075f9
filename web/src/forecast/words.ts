// Forecasts as text.
import type { Figure, Share, Trial } from "../api/messages";
import { percent } from "../percent";
import { readable } from "../play/format";

/** A chance with its error bars: `48% (45% to 51%)`. */
export function shareText(one: Pick<Share, "share" | "low" | "high">): string {
  return `${percent(one.share)} (${percent(one.low)} to ${percent(one.high)})`;
}

/** A mean with its error bars. */
export function figureText(one: Figure, isShare: boolean): string {
  if (isShare) return shareText({ share: one.mean, low: one.low, high: one.high });
  return `${rounded(one.mean)} (${rounded(one.low)} to ${rounded(one.high)})`;
}

/** Whether everything under a heading happened or not, so that its numbers are chances. */
export function areShares(figures: Readonly<Record<string, Figure>>): boolean {
  return Object.values(figures).every((one) => one.is_share);
}

/** Headings that have figures of the same units or sides stand in one table. */
export function figureTables(figures: Readonly<Record<string, Readonly<Record<string, Figure>>>>): { headings: string[]; units: string[] }[] {
  const tables = new Map<string, { headings: string[]; units: string[] }>();
  for (const [heading, of] of Object.entries(figures)) {
    const units = Object.keys(of);
    const table = tables.get(units.join()) ?? { headings: [], units };
    tables.set(units.join(), { units, headings: [...table.headings, heading] });
  }
  return [...tables.values()];
}

/** A setting of dials: `rating 3, modifier −10`. */
export function dialsText(trial: Pick<Trial, "dials">): string {
  return Object.entries(trial.dials)
    .map(([name, value]) => `${readable(name)} ${String(value).replace("-", "−")}`)
    .join(", ");
}

function rounded(number: number): string {
  return number.toFixed(Math.abs(number) < 10 ? 2 : 1).replace("-", "−");
}
