// Keys that the board does not use itself, and what they mean to the hand.
import { isSame } from "../board/plane";
import { describePlace as told } from "../board/describe";
import { bestChance } from "./menu";
import type { Play } from "./play.svelte";

/** A key is pressed; true if it meant something here. */
export function onKey(play: Play, event: KeyboardEvent): boolean {
  const entry = play.builder.draft ? undefined : play.entries.find((one) => one.key === event.key);
  if (event.key === "Enter") return enter(play);
  if (event.key === "Escape") return play.back();
  if (event.key === "Tab") return tab(play, event.shiftKey ? -1 : 1);
  if (event.key === "t") void play.toggleThreats();
  else if (event.key === "l") play.toggleSight();
  else if (event.key === "w" && play.keepStillLines.length) void play.keepStill();
  else if (event.key === "?") play.keysShown = !play.keysShown;
  else if (entry?.option) play.press(entry.option);
  else if (entry) play.build(entry.verb);
  else return false;
  return true;
}

/** Enter does what is laid ready, unless the cursor has gone elsewhere since. */
function enter(play: Play): boolean {
  if (!play.pending || (play.cursor && !isSame(play.cursor, play.selection.pendingAt))) return false;
  play.confirm();
  return true;
}

/** The next target of the unit taken up, else the next unit, else the next place of the only one; false after the last,
 * so that the focus can go on. */
function tab(play: Play, by: 1 | -1): boolean {
  const menu = play.menu;
  if (!menu) return false;
  const targets = play.unit ? menu.targets(play.unit).map((one) => one.unit) : [];
  if (!targets.length) return play.overlay.readyUnits.some((one) => one !== play.unit) ? nextUnit(play, by) : nextPlace(play, by);
  const at = targets.indexOf(play.pending?.target ?? "");
  const next = targets[at < 0 ? (by > 0 ? 0 : -1) : at + by];
  const option = next && menu.optionsOf(play.unit).filter((one) => one.target === next).sort((a, b) => bestChance(b) - bestChance(a))[0];
  if (option) play.prepare(option);
  else play.clear();
  return !!option || nextUnit(play, by);
}

function nextPlace(play: Play, by: 1 | -1): boolean {
  const places = play.overlay.reach;
  const at = places.findIndex((spot) => isSame(spot, play.cursor));
  const next = places[at < 0 ? (by > 0 ? 0 : places.length - 1) : at + by];
  if (!next) return false;
  play.cursor = next;
  play.table.announce([told(play.menu!.scene, next), "in reach"].join(" · "));
  return true;
}

function nextUnit(play: Play, by: 1 | -1): boolean {
  const units = play.overlay.readyUnits;
  const at = units.indexOf(play.unit ?? "");
  const next = units[at < 0 ? (by > 0 ? 0 : units.length - 1) : at + by];
  if (next) play.selectUnit(next);
  return !!next;
}
