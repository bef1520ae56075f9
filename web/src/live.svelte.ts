// What screen readers hear, and short notices that everybody sees.

export const live = $state({ said: "", notice: "" });

let waiting: string[] = [];
let timer: ReturnType<typeof setTimeout> | undefined;
let fading: ReturnType<typeof setTimeout> | undefined;

/** Say something to screen readers. What is said at once is read as one. */
export function say(words: string): void {
  if (!words) return;
  waiting.push(words);
  clearTimeout(timer);
  timer = setTimeout(() => {
    const together = waiting.join(" ");
    live.said = together === live.said ? `${together}\u00a0` : together; // the same words again are heard again
    waiting = [];
  }, 120);
}

/** Show a short notice for a while. */
export function notice(words: string): void {
  show(words);
  say(words);
}

/** Show what is said already for a while. */
export function show(words: string): void {
  live.notice = words;
  clearTimeout(fading);
  fading = setTimeout(() => (live.notice = ""), 6000);
}
