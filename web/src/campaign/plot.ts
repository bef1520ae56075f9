// Curves of a report as a drawing: scales with round numbers, and points in it.
import type { Plot } from "../api/messages";
import { percent } from "../percent";

export const WIDTH = 640;
export const HEIGHT = 220;
export const LEFT = 44;
export const BOTTOM = 26;
const TOP = 10;
const RIGHT = 12;
const STEPS = [1, 2, 5, 10];

export interface Axis {
  readonly low: number;
  readonly high: number;
  readonly ticks: readonly number[];
}

/** An axis over some numbers, with round ticks; `whole`: between them are no ticks. */
export function axisOf(values: readonly number[], most = 6, whole = false): Axis {
  const low = Math.min(...values);
  const high = Math.max(...values, low + (whole ? 1 : 1e-9));
  const rough = (high - low) / most;
  const size = 10 ** Math.floor(Math.log10(rough));
  const wanted = size * (STEPS.find((step) => step * size >= rough) ?? 10);
  const step = whole ? Math.max(1, wanted) : wanted;
  const [first, last] = [Math.floor(low / step), Math.ceil(high / step)];
  const ticks = Array.from({ length: last - first + 1 }, (_, k) => Number(((first + k) * step).toPrecision(12)));
  return { low: ticks[0]!, high: ticks.at(-1)!, ticks };
}

export interface Chart {
  readonly days: Axis;
  readonly amounts: Axis;
  readonly isChance: boolean; // all amounts are chances, told as percent
}

/** The scales that curves share. */
export function chartOf(plots: readonly Plot[]): Chart {
  const points = plots.flatMap((plot) => plot.points);
  const amounts = points.map(([, amount]) => amount);
  const isChance = amounts.some((one) => !Number.isInteger(one)) && amounts.every((one) => one >= 0 && one <= 1);
  return {
    days: axisOf(points.length ? points.map(([day]) => day) : [0], 8, true),
    amounts: isChance ? axisOf([0, 1], 4) : axisOf([0, ...amounts], 5, amounts.every(Number.isInteger)),
    isChance,
  };
}

export const xOf = (day: number, { days }: Chart) => LEFT + ((day - days.low) / (days.high - days.low)) * (WIDTH - LEFT - RIGHT);
export const yOf = (amount: number, { amounts }: Chart) => HEIGHT - BOTTOM - ((amount - amounts.low) / (amounts.high - amounts.low)) * (HEIGHT - BOTTOM - TOP);

/** A curve as the points of a polyline. */
export function lineOf(plot: Plot, chart: Chart): string {
  return plot.points.map(([day, amount]) => `${round(xOf(day, chart))},${round(yOf(amount, chart))}`).join(" ");
}

export function amountText(amount: number, isChance: boolean): string {
  return isChance ? percent(amount) : String(Math.round(amount * 100) / 100);
}

/** A curve in words: where it begins and ends. */
export function curveText(plot: Plot, isChance: boolean): string {
  const [first, last] = [plot.points[0], plot.points.at(-1)];
  if (!first || !last) return `${plot.name}: nothing yet`;
  return `${plot.name}: ${amountText(first[1], isChance)} on day ${round(first[0])}, ${amountText(last[1], isChance)} on day ${round(last[0])}`;
}

const round = (number: number) => Math.round(number * 10) / 10;
