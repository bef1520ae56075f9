// Rules are written in Markdown. What comes of it holds no script, and clauses named in it are links.

import DOMPurify from "dompurify";
import { marked } from "marked";

const CLAUSE = /\b[A-Z]{2,8}-\d+(?:\.\d+)+[a-z]?\b/g; // an AK-47 is no clause

/** Markdown as HTML that is safe to show, every clause a link to its rule. */
export function html(text: string): string {
  const made = marked.parse(text, { async: false, gfm: true });
  const clean = DOMPurify.sanitize(made, { FORBID_ATTR: ["style", "id", "class"], FORBID_TAGS: ["img", "style", "form"] });
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
  for (const text of texts) if (!text.parentElement?.closest("a")) split(text);
}

function split(text: Text): void {
  const whole = text.data;
  const parts: Node[] = [];
  let from = 0;
  for (const found of whole.matchAll(CLAUSE)) {
    parts.push(new Text(whole.slice(from, found.index)), link(found[0], text.ownerDocument));
    from = found.index + found[0].length;
  }
  if (from) text.replaceWith(...parts, whole.slice(from));
}

function link(clause: string, page: Document): HTMLAnchorElement {
  const made = page.createElement("a");
  made.href = `#/rules/${clause}`;
  made.textContent = clause;
  return made;
}
