// The parts of a table that stand behind one another: beside the board, and on a phone below it.

export type Tab = "play" | "log" | "chat" | "more" | "referee";
export type Tabs = readonly (readonly [tab: Tab, label: string])[];
