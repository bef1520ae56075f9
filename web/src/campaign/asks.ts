// How a part of the page asks for a command: its form opens with some values, of which some are not asked for again.
import type { CommandForm } from "../api/messages";
import type { Values } from "./forms";

export interface CommandAsk {
  readonly form: CommandForm;
  readonly values?: Values;
  readonly settled?: readonly string[];
  readonly about?: string; // whom it is about, by name
}

export type AskCommand = (ask: CommandAsk) => void;
