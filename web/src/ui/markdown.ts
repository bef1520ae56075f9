// Markdown to safe HTML, with links to clauses.

import DOMPurify from "dompurify";
import { marked } from "marked";

const CLAUSE = /\b[A-Z]{2,8}-\d+(?:\.\d+)+[a-z]?\b/g; // AK-47 is not a clause

/** Render Markdown as sanitized HTML; every clause becomes a link. */
export function renderMarkdown(text: string): string {
  const raw = marked.parse(text, { async: false, gfm: true });
  const clean = DOMPurify.sanitize(raw, { FORBID_ATTR: ["style", "id", "class"], FORBID_TAGS: ["img", "style", "form"] });
  const page = new DOMParser().parseFromString(clean, "text/html");
  linkClauses(page.body);
  return page.body.innerHTML;
}

/** The ids of all clauses in a text. */
export function clausesIn(text: string): string[] {
  return [...text.matchAll(CLAUSE)].map(([name]) => name);
}

function linkClauses(within: Element): void {
  const walker = within.ownerDocument.createTreeWalker(within, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode()) texts.push(walker.currentNode as Text);
  for (const text of texts) if (!text.parentElement?.closest("a")) linkClausesOf(text);
}

function linkClausesOf(text: Text): void {
  const data = text.data;
  const parts: Node[] = [];
  let from = 0;
  for (const match of data.matchAll(CLAUSE)) {
    parts.push(new Text(data.slice(from, match.index)), clauseLink(match[0], text.ownerDocument));
    from = match.index + match[0].length;
  }
  if (from) text.replaceWith(...parts, data.slice(from));
}

function clauseLink(clause: string, page: Document): HTMLAnchorElement {
  const anchor = page.createElement("a");
  anchor.href = `#/rules/${clause}`;
  anchor.textContent = clause;
  return anchor;
}
