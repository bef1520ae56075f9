// A chance in words: all of the page writes it by these functions, the server and the terminal by core/percent.py.

/** A chance as percents, to a tenth; 0% and 100% only for what cannot be or must be. */
export function percent(chance: number): string {
  if (chance > 0 && chance < 0.001) return "below 0.1%";
  if (chance < 1 && chance > 0.999) return "above 99.9%";
  return `${Math.round(chance * 1000) / 10}%`;
}

/** A chance as whole percents, for a place with room for no more than `>99%`. */
export function shortPercent(chance: number): string {
  if (chance > 0 && chance < 0.01) return "<1%";
  if (chance < 1 && chance > 0.99) return ">99%";
  return `${Math.round(chance * 100)}%`;
}
