// Keyboard shortcuts that the board does not use itself.
import type { Overlay } from "../board/overlay";
import { isSame } from "../board/plane";
import type { Actions, Entry } from "./actions";
import { type Menu, bestChance } from "./menu";
import type { Selection } from "./selection.svelte";

type Shortcuts = Pick<
  Actions,
  "back" | "build" | "clear" | "confirm" | "keepStill" | "moveCursor" | "openCommands" | "prepare" | "press" | "selectUnit" | "toggleKeys" | "toggleSight" | "toggleThreats"
>;

/** What a key can act on. */
export interface KeyState {
  readonly menu: Menu | null;
  readonly selection: Pick<Selection, "unit" | "cursor" | "pending" | "pendingAt">;
  readonly overlay: Pick<Overlay, "readyUnits" | "reach">;
  readonly entries: readonly Entry[];
  readonly isBuilding: boolean;
  readonly canKeepStill: boolean;
}

/** Carry out a key; false if it has no meaning now. */
export function onKey(event: KeyboardEvent, state: KeyState, actions: Shortcuts): boolean {
  const entry = state.isBuilding ? undefined : state.entries.find((one) => one.key === event.key);
  if (event.key === "Enter") return enter(state, actions);
  if (event.key === "Escape") return actions.back();
  if (event.key === "Tab") return tab(state, actions, event.shiftKey ? -1 : 1);
  if (event.key === "t") void actions.toggleThreats();
  else if (event.key === "l") actions.toggleSight();
  else if (event.key === "w" && state.canKeepStill) void actions.keepStill();
  else if (event.key === "?") actions.toggleKeys();
  else if (event.key === "/" || event.key === ":") actions.openCommands();
  else if (entry?.option) actions.press(entry.option);
  else if (entry) actions.build(entry.verb);
  else return false;
  return true;
}

/** Confirm the pending choice, unless the cursor has moved since. */
function enter({ selection }: KeyState, actions: Shortcuts): boolean {
  if (!selection.pending || (selection.cursor && !isSame(selection.cursor, selection.pendingAt))) return false;
  actions.confirm();
  return true;
}

/** Go to the next target of the selected unit, else to the next unit, else to the next place of the only unit; false
 * after the last, so that the focus can move on. */
function tab(state: KeyState, actions: Shortcuts, by: 1 | -1): boolean {
  const { menu, selection, overlay } = state;
  if (!menu) return false;
  const targets = selection.unit ? menu.targets(selection.unit).map((one) => one.unit) : [];
  if (!targets.length) {
    const hasOthers = overlay.readyUnits.some((one) => one !== selection.unit);
    return hasOthers ? nextUnit(state, actions, by) : nextPlace(state, actions, by);
  }
  const index = targets.indexOf(selection.pending?.target ?? "");
  const next = index < 0 && by < 0 ? undefined : neighbour(targets, index, by); // backwards, the unit before comes first
  const option = next && menu.optionsOf(selection.unit).filter((one) => one.target === next).sort((a, b) => bestChance(b) - bestChance(a))[0];
  if (option) actions.prepare(option);
  else actions.clear();
  return !!option || nextUnit(state, actions, by);
}

function nextPlace({ selection, overlay }: KeyState, actions: Shortcuts, by: 1 | -1): boolean {
  const index = overlay.reach.findIndex((spot) => isSame(spot, selection.cursor));
  const next = neighbour(overlay.reach, index, by);
  if (next) actions.moveCursor(next);
  return !!next;
}

function nextUnit({ selection, overlay }: KeyState, actions: Shortcuts, by: 1 | -1): boolean {
  const next = neighbour(overlay.readyUnits, overlay.readyUnits.indexOf(selection.unit ?? ""), by);
  if (next) actions.selectUnit(next);
  return !!next;
}

/** The element after an index or before it; from no index (-1) the first or the last. */
function neighbour<T>(all: readonly T[], index: number, by: 1 | -1): T | undefined {
  return all[index < 0 ? (by > 0 ? 0 : all.length - 1) : index + by];
}
