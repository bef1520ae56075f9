// Markdown to safe HTML, with links to clauses.

import DOMPurify from "dompurify";
import { marked } from "marked";

import { matchClauses } from "./clause";

/** Render Markdown as sanitized HTML; every clause becomes a link. */
export function renderMarkdown(text: string): string {
  const raw = marked.parse(text, { async: false, gfm: true });
  const clean = DOMPurify.sanitize(raw, { FORBID_ATTR: ["style", "id", "class"], FORBID_TAGS: ["img", "style", "form"] });
  const page = new DOMParser().parseFromString(clean, "text/html");
  linkClauses(page.body);
  return page.body.innerHTML;
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
  for (const match of matchClauses(data)) {
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
