// A component as the page draws it first, for tests: its markup without what only Svelte reads.
import type { Component } from "svelte";
import { render } from "svelte/server";

/** The markup of a component with some props. */
export function markup<Props extends Record<string, unknown>>(component: Component<Props>, props: Props): string {
  const { body } = render(component as unknown as Component<Record<string, unknown>>, { props });
  return body.replaceAll(/<!--.*?-->/gs, "").replaceAll(/ ?svelte-\w+/g, "").replaceAll(/ class=""/g, "");
}

/** What people read of it. */
export function textOf(html: string): string {
  return html.replaceAll(/<title>.*?<\/title>/gs, "").replaceAll(/<[^>]*>/g, " ").replaceAll(/&amp;/g, "&").replaceAll(/\s+/g, " ").trim();
}

/** The tags of a name and a class in the markup, as they stand. */
export function tags(html: string, name: string, ofClass = ""): string[] {
  return [...html.matchAll(new RegExp(`<${name}\\b[^>]*>`, "g"))].map(([tag]) => tag).filter((tag) => !ofClass || new RegExp(`class="[^"]*\\b${ofClass}\\b`).test(tag));
}
