// A rulebook as a page: its headings with what they are called in a list of contents, and every clause where it stands.
import { clausesIn, renderMarkdown } from "./markdown";

/** A heading: what it says, how deep it stands, and its number in the book. */
export interface Heading {
  readonly text: string;
  readonly level: number;
  readonly index: number;
}

export interface RulebookPage {
  readonly html: string;
  readonly headings: readonly Heading[];
}

const TAGS = /^\s*[[(][a-z, ]+[\])]/; // what a clause is tagged with

/** A rulebook: headings and clauses are marked, so that they can be gone to. */
export function renderRulebook(text: string): RulebookPage {
  const page = new DOMParser().parseFromString(renderMarkdown(text), "text/html");
  const headings = [...page.body.querySelectorAll<HTMLElement>("h2, h3")].map((heading, index) => {
    heading.dataset["at"] = String(index);
    return { text: heading.textContent ?? "", level: Number(heading.tagName.slice(1)), index };
  });
  for (const item of page.body.querySelectorAll<HTMLElement>("li")) markClause(item);
  for (const wide of page.body.querySelectorAll<HTMLElement>("table, pre")) addScrollFrame(wide);
  return { html: page.body.innerHTML, headings };
}

/** An item of a list that begins with a clause's name is that clause. */
function markClause(item: HTMLElement): void {
  const first = (item.querySelector(":scope > p") ?? item).firstElementChild;
  const [clause] = first && ["CODE", "STRONG"].includes(first.tagName) ? clausesIn(first.textContent ?? "") : [];
  if (!clause || first?.textContent !== clause) return;
  item.dataset["clause"] = clause;
  const after = first.nextSibling;
  const tags = after instanceof Text ? TAGS.exec(after.data) : null;
  if (!tags || !(after instanceof Text)) return;
  const small = item.ownerDocument.createElement("small");
  small.textContent = tags[0].trim();
  after.data = after.data.slice(tags[0].length);
  after.before(" ", small);
}

/** What may be too wide moves in a frame of its own, by keyboard too. */
function addScrollFrame(wide: HTMLElement): void {
  const frame = wide.ownerDocument.createElement("div");
  frame.className = "frame";
  frame.tabIndex = 0;
  frame.role = "group";
  frame.ariaLabel = wide.tagName === "PRE" ? "Drawing or listing" : "Table";
  wide.replaceWith(frame);
  frame.append(wide);
}

/** What is looked through one by one: items of a list, rows of a table, else the whole. */
function partsOf(block: HTMLElement): HTMLElement[] {
  const rows = [...block.querySelectorAll<HTMLElement>(":scope > table > tbody > tr")];
  return block.matches("ul, ol") ? ([...block.children] as HTMLElement[]) : rows.length ? rows : [block];
}

/** What of a book is left when only some words are looked for: a heading stays while anything under it does. How many. */
export function filterRulebook(book: HTMLElement, words: string): number {
  const all = words.toLowerCase().split(/\s+/).filter(Boolean);
  const blocks = [...book.children] as HTMLElement[];
  const hasWords = (one: HTMLElement) => all.every((word) => (one.textContent ?? "").toLowerCase().includes(word));
  let count = 0;
  let above: HTMLElement[] = [];
  for (const block of blocks) {
    const level = /^H[1-6]$/.test(block.tagName) ? Number(block.tagName.slice(1)) : 0;
    if (level) above = [...above.filter((one) => Number(one.tagName.slice(1)) < level), block];
    const parts = level ? [] : partsOf(block);
    const matches = parts.filter(hasWords);
    for (const part of parts) part.hidden = !matches.includes(part);
    block.hidden = !matches.length && all.length > 0;
    if (matches.length) for (const heading of above) heading.hidden = false;
    count += matches.length;
  }
  return count;
}

/** The places of some words in what is left of a book. */
export function findMatches(book: HTMLElement, words: string): Range[] {
  const all = words.toLowerCase().split(/\s+/).filter(Boolean);
  const walker = document.createTreeWalker(book, NodeFilter.SHOW_TEXT);
  const ranges: Range[] = [];
  while (all.length && walker.nextNode()) {
    const text = walker.currentNode as Text;
    if (text.parentElement?.closest("[hidden]")) continue;
    for (const word of all) {
      for (let at = text.data.toLowerCase().indexOf(word); at >= 0; at = text.data.toLowerCase().indexOf(word, at + word.length)) {
        const range = new Range();
        range.setStart(text, at);
        range.setEnd(text, at + word.length);
        ranges.push(range);
      }
    }
  }
  return ranges;
}
