// Texts for screen readers, and short notices that everybody sees.

export const announcer = $state({ speech: "", notice: "" });

const GATHER_TIME = 120; // milliseconds without another text, after which those that wait are read
const LONGEST_WAIT = 1000; // milliseconds that a text waits at most, however many come after it
const MOST_WORDS = 60; // read at once; of more, the last texts that fit are read

let queue: string[] = [];
let since = 0; // when the first text that waits came
let timer: ReturnType<typeof setTimeout> | undefined;
let noticeTimer: ReturnType<typeof setTimeout> | undefined;

/** Announce a text to screen readers. Texts within a moment are read as one, at the latest a second after the first. */
export function announce(words: string): void {
  if (!words) return;
  if (!queue.length) since = Date.now();
  queue.push(words);
  clearTimeout(timer);
  timer = setTimeout(speak, Math.max(0, Math.min(GATHER_TIME, since + LONGEST_WAIT - Date.now())));
}

function speak(): void {
  const speech = shorten(queue).join(" ");
  announcer.speech = speech === announcer.speech ? `${speech}\u00a0` : speech; // so that a repeated text is read again
  queue = [];
}

/** The newest of some texts, as many as can be listened to, and how many more there were. */
function shorten(texts: readonly string[]): readonly string[] {
  let [first, count] = [texts.length, 0];
  while (first > 0 && (first === texts.length || count + wordsOf(texts[first - 1]!) <= MOST_WORDS)) count += wordsOf(texts[--first]!);
  return first ? [`${first} more before this.`, ...texts.slice(first)] : texts;
}

function wordsOf(text: string): number {
  return text.split(/\s+/).length;
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
