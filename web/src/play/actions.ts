// What the controls of a seat can do. Components and shortcuts know these actions, and not what carries them out.
import type { Decision, FreeAct, Option } from "../api/messages";
import type { Spot } from "../board/overlay";

/** Something that can be chosen without pointing, by a number key: an option, or a verb to build a choice of. */
export interface Entry {
  readonly key: string;
  readonly option: Option | null;
  readonly verb: string;
}

export interface Actions {
  /** Tap a place, or press Enter on it. */
  point(spot: Spot): void;
  /** Move the cursor to a place in reach, and announce it. */
  moveCursor(spot: Spot): void;
  /** Select a unit: its reach and targets are shown. */
  selectUnit(unit: string): void;
  /** Open another of the decisions that the seat owes. */
  openSlot(slot: number): void;
  /** Make a choice pending. */
  prepare(option: Option): void;
  /** Make another way to go the pending path pending. */
  vary(option: Option): void;
  /** Choose an option of a list; one with odds, a target or a final verb becomes pending first. */
  press(option: Option): void;
  choose(option: Option): Promise<boolean>;
  /** Make the pending choice, or walk the pending way. */
  confirm(): void;
  /** Drop the pending choice and the refusal. */
  clear(): void;
  /** Choose what was put together beforehand. */
  choosePreset(preset: Decision["presets"][number]): Promise<boolean>;
  /** Choose by a line of notation, for the slot that decides or for another of the seat. */
  chooseLine(line: string, slot?: string): Promise<boolean>;
  /** Carry out what is typed: a choice, or a change of an order that is there. Throws a CommandError for what means nothing. */
  runCommand(typed: string): Promise<boolean>;
  /** Go to the field where choices are typed. */
  openCommands(): void;
  /** Begin to build a choice of a verb. */
  build(verb: string, free?: FreeAct): void;
  /** Go on building the pending choice: its other parts. */
  extend(): void;
  /** Choose what has been built. */
  chooseDraft(reason: string): Promise<boolean>;
  /** Take back a sealed choice. */
  withdraw(slot: string): Promise<boolean>;
  /** Plan to keep still on all counts ahead. */
  keepStill(): Promise<boolean>;
  dropPlan(slot: string): Promise<boolean>;
  /** One step back; false if there is nothing to go back from. */
  back(): boolean;
  toggleThreats(): Promise<void>;
  toggleSight(): void;
  toggleKeys(): void;
}
