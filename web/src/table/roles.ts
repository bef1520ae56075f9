// Which role this browser has shown already at which seat: who comes back to a table need not read it again.

const name = (table: string, seat: string) => `fireteam.role.${table}.${seat}`;

/** The title of the role that was read; nothing where none was. */
export function roleRead(table: string, seat: string): string {
  try {
    return sessionStorage.getItem(name(table, seat)) ?? "";
  } catch {
    return "";
  }
}

/** A role was read. */
export function keepRole(table: string, seat: string, title: string): void {
  try {
    sessionStorage.setItem(name(table, seat), title);
  } catch {
    // a browser that keeps nothing shows it again
  }
}
