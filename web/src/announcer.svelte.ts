// What screen readers hear, and short notices that everybody sees.

export const announcer = $state({ speech: "", notice: "" });

let queue: string[] = [];
let timer: ReturnType<typeof setTimeout> | undefined;
let noticeTimer: ReturnType<typeof setTimeout> | undefined;

/** Say something to screen readers. What is said at once is read as one. */
export function announce(words: string): void {
  if (!words) return;
  queue.push(words);
  clearTimeout(timer);
  timer = setTimeout(() => {
    const speech = queue.join(" ");
    announcer.speech = speech === announcer.speech ? `${speech}\u00a0` : speech; // the same words again are heard again
    queue = [];
  }, 120);
}

/** Show a short notice for a while. */
export function notify(words: string): void {
  showNotice(words);
  announce(words);
}

/** Show what is said already for a while. */
export function showNotice(words: string): void {
  announcer.notice = words;
  clearTimeout(noticeTimer);
  noticeTimer = setTimeout(() => (announcer.notice = ""), 6000);
}
