// Which role this browser has shown already at which seat: who comes back to a table need not read it again.

const storageKey = (table: string, seat: string) => `fireteam.role.${table}.${seat}`;

/** The title of the role that was read; nothing where none was. */
export function readRole(table: string, seat: string): string {
  try {
    return sessionStorage.getItem(storageKey(table, seat)) ?? "";
  } catch {
    return "";
  }
}

/** A role was read. */
export function saveReadRole(table: string, seat: string, title: string): void {
  try {
    sessionStorage.setItem(storageKey(table, seat), title);
  } catch {
    // a browser that keeps nothing shows it again
  }
}
