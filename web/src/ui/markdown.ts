// Rules are written in Markdown. What comes of it holds no script, and clauses named in it are links.

import DOMPurify from "dompurify";
import { marked } from "marked";

const CLAUSE = /\b[A-Z]{2,8}-\d+(?:\.\d+)+[a-z]?\b/g; // an AK-47 is no clause

/** Markdown as HTML that is safe to show, every clause a link to its rule. */
export function renderMarkdown(text: string): string {
  const raw = marked.parse(text, { async: false, gfm: true });
  const clean = DOMPurify.sanitize(raw, { FORBID_ATTR: ["style", "id", "class"], FORBID_TAGS: ["img", "style", "form"] });
  const page = new DOMParser().parseFromString(clean, "text/html");
  linkClauses(page.body);
  return page.body.innerHTML;
}

/** The names of all clauses in a text. */
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
