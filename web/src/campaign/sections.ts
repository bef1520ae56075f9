// Parts of a report: what of their tables is for people.
import type { Section } from "../api/messages";
import { isCode } from "../api/sentences";

/** The columns that people read, by their numbers: no codes, which are for programs, and matches only where one is among the `tables` here. */
export function shownColumns(section: Section, tables: readonly string[]): number[] {
  const cells = (column: number) => section.rows.map((row) => row[column] ?? "");
  return section.columns.flatMap((name, n) => {
    const isShown = name && name === section.match_column ? cells(n).some((cell) => tables.includes(cell)) : !cells(n).every(isCode);
    return isShown ? [n] : [];
  });
}
