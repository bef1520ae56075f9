// The tabs of a table: beside the board, and on a phone below it.

export type Tab = "play" | "log" | "chat" | "more" | "referee" | "roster";
export type Tabs = readonly (readonly [tab: Tab, label: string])[];
