// Roles that have been read at a seat of this browser: after a reload they need not be read again.

const storageKey = (table: string, seat: string) => `fireteam.role.${table}.${seat}`;

/** The title of the role that was read; empty if none was. */
export function readRole(table: string, seat: string): string {
  try {
    return sessionStorage.getItem(storageKey(table, seat)) ?? "";
  } catch {
    return "";
  }
}

/** Save that a role was read. */
export function saveReadRole(table: string, seat: string, title: string): void {
  try {
    sessionStorage.setItem(storageKey(table, seat), title);
  } catch {
    // without storage it is shown again
  }
}
