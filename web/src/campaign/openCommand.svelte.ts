// A command of a campaign that is being written: its values, what is wrong with them, and what would come of it.
import type { ApiError } from "../api/client";
import type { CampaignEntry, CommandForm, SheetProblem } from "../api/messages";
import type { Json } from "../sheets/value";
import { commandOf, fieldOf, idFor, makesNew, problem, problemsBefore, type Values } from "./forms";
import type { OpenCampaign } from "./openCampaign.svelte";

type Command = Readonly<Record<string, Json>>;

export class OpenCommand {
  values: Values = $state.raw({});
  problems: Readonly<Record<string, readonly SheetProblem[]>> = $state.raw({});
  refusal: { readonly sentence: string; readonly clause: string } | null = $state.raw(null);
  previewed: CampaignEntry | null = $state.raw(null); // what would come of it
  reason = $state("");
  busy = $state(false);
  #hasOwnId = false; // the id was typed, and no longer follows the name

  constructor(
    private readonly open: Pick<OpenCampaign, "view" | "give" | "preview">,
    private readonly form: CommandForm,
    values: Values,
    private readonly settled: readonly string[] = [], // fields that are not asked for
  ) {
    this.values = values;
  }

  /** Change a field; what was said of it, or of the whole, holds no longer. */
  set(name: string, to: Json | undefined): void {
    const isLeftOut = to === "" && !this.form.fields.some((field) => field.name === name && field.required);
    const next = { ...this.values, [name]: isLeftOut ? undefined : to };
    if (name === "id") this.#hasOwnId = true;
    if (name === "name" && makesNew(this.form) && !this.#hasOwnId) next["id"] = idFor(String(to ?? ""), (this.open.view?.people ?? []).map((one) => one.id));
    this.values = next;
    this.problems = { ...this.problems, [name]: [] };
    [this.refusal, this.previewed] = [null, null];
  }

  /** Give the command; the entry that came of it, or null if something is wrong. */
  give(): Promise<CampaignEntry | null> {
    return this.#send((command) => this.open.give(command, this.reason.trim()));
  }

  /** See what would come of it as it stands. */
  async preview(): Promise<void> {
    const { values } = this;
    const previewed = await this.#send((command) => this.open.preview(command));
    if (this.values === values) this.previewed = previewed;
  }

  /** Send the command, one at a time; what is missing, or what the rules have against it, is shown. */
  async #send(to: (command: Command) => Promise<CampaignEntry>): Promise<CampaignEntry | null> {
    if (this.busy) return null;
    this.problems = problemsBefore(this.form, this.values);
    [this.refusal, this.previewed] = [null, null];
    if (Object.keys(this.problems).length) return null;
    this.busy = true;
    try {
      return await to(commandOf(this.form, this.values));
    } catch (failure) {
      this.#blame(failure as ApiError);
      return null;
    } finally {
      this.busy = false;
    }
  }

  /** Show a refusal beside the field that it is about, else below all of them. */
  #blame({ message, clause }: ApiError): void {
    const name = fieldOf(message, this.form.fields.filter((field) => !this.settled.includes(field.name)), this.values);
    if (name) this.problems = { [name]: [problem(name, message, clause)] };
    else this.refusal = { sentence: message, clause };
  }
}
