// A rulebook as an HTML page: contents, clauses that can be linked to, and search.
import { clausesIn } from "./clause";
import { renderMarkdown } from "./markdown";

/** A heading: text, level, and its index in the page. */
export interface Heading {
  readonly text: string;
  readonly level: number;
  readonly index: number;
}

export interface RulebookPage {
  readonly html: string;
  readonly headings: readonly Heading[];
}

const TAGS = /^\s*[[(][a-z, ]+[\])]/; // the tags of a clause

/** Render a rulebook with its headings and clauses marked. */
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

/** Mark a list item that begins with a clause's name as that clause. */
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

/** Put a wide element in a frame that scrolls, by keyboard too. */
function addScrollFrame(wide: HTMLElement): void {
  const frame = wide.ownerDocument.createElement("div");
  frame.className = "frame";
  frame.tabIndex = 0;
  frame.role = "group";
  frame.ariaLabel = wide.tagName === "PRE" ? "Drawing or listing" : "Table";
  wide.replaceWith(frame);
  frame.append(wide);
}

/** The parts of a block that are searched one by one: list items, table rows, else the whole block. */
function partsOf(block: HTMLElement): HTMLElement[] {
  const rows = [...block.querySelectorAll<HTMLElement>(":scope > table > tbody > tr")];
  return block.matches("ul, ol") ? ([...block.children] as HTMLElement[]) : rows.length ? rows : [block];
}

/** Hide the parts without all the words; a heading stays while a part under it does. The number of matches. */
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

/** The ranges of the words in the visible text. */
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
