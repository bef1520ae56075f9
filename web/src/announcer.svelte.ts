// Texts for screen readers, and short notices that everybody sees.

export const announcer = $state({ speech: "", notice: "" });

let queue: string[] = [];
let timer: ReturnType<typeof setTimeout> | undefined;
let noticeTimer: ReturnType<typeof setTimeout> | undefined;

/** Announce a text to screen readers. Texts within a moment are read as one. */
export function announce(words: string): void {
  if (!words) return;
  queue.push(words);
  clearTimeout(timer);
  timer = setTimeout(() => {
    const speech = queue.join(" ");
    announcer.speech = speech === announcer.speech ? `${speech}\u00a0` : speech; // so that a repeated text is read again
    queue = [];
  }, 120);
}

/** Show a notice for some seconds and announce it. */
export function notify(words: string): void {
  showNotice(words);
  announce(words);
}

/** Show a notice for some seconds that has been announced already. */
export function showNotice(words: string): void {
  announcer.notice = words;
  clearTimeout(noticeTimer);
  noticeTimer = setTimeout(() => (announcer.notice = ""), 6000);
}
