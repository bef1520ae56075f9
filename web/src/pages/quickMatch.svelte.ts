// A match of one game against bots, as the start page asks for it.
import { fetchOffer, fetchSheetForm, type ApiError } from "../api/client";
import type { GameOffer, GameOption, SheetForm } from "../api/messages";
import { defaultBot } from "../bots";
import { navigate } from "../router.svelte";
import type { MatchPlan } from "../sheets/chosenSheets.svelte";
import { createBotMatch } from "./botMatch";

export class QuickMatch {
  scenario = $state("");
  bot = $state("");
  busy = $state(false);
  error = $state("");
  asked: readonly GameOption[] = $state.raw([]); // the main options of the game
  forms: readonly SheetForm[] = $state.raw([]); // of the sheets that it takes
  plan: MatchPlan | null = $state.raw(null); // what the sheets have to suit
  #main: Readonly<Record<string, string>> = $state.raw({}); // the main options that were changed
  #sheets: Readonly<Record<string, string>> = {};
  #number = 0; // of the last question: only its answer counts
  #isClosed = false;

  constructor(readonly game: GameOffer) {
    this.scenario = game.scenarios[0]?.id ?? "";
    this.bot = defaultBot(game.bots);
    void this.#load();
  }

  chooseScenario(id: string): void {
    this.scenario = id;
    void this.#load();
  }

  /** The value of a main option. */
  valueOf(option: GameOption): string {
    return this.#main[option.name] ?? option.default;
  }

  setMain(name: string, value: string): void {
    this.#main = { ...this.#main, [name]: value };
    if (this.plan) this.plan = { ...this.plan, options: { ...this.plan.options, [name]: value } };
  }

  /** Play a sheet; `null`: the usual one. */
  setSheet(option: string, value: string | null): void {
    const { [option]: _, ...others } = this.#sheets;
    this.#sheets = value === null ? others : { ...others, [option]: value };
  }

  /** Create the table, and go to it, unless the dialog has been closed meanwhile. */
  async start(): Promise<void> {
    [this.busy, this.error] = [true, ""];
    try {
      const address = await createBotMatch(this.game, this.scenario, this.bot, { ...this.#main, ...this.#sheets });
      if (!this.#isClosed) navigate(address);
    } catch (failure) {
      this.error = (failure as ApiError).message;
    }
    this.busy = false;
  }

  close(): void {
    this.#isClosed = true;
  }

  /** Load what the game asks for even here: its main options, and the sheets that it takes with the usual ones. */
  async #load(): Promise<void> {
    const number = ++this.#number;
    const { game, scenario } = this;
    [this.#sheets, this.error] = [{}, ""];
    if (!game.sheets.length && !game.main_options.length) return;
    try {
      const [found, offer] = await Promise.all([
        Promise.all(game.sheets.map((sheet) => fetchSheetForm(game.id, sheet))),
        fetchOffer(game.id, scenario, game.alone, []),
      ]);
      if (number !== this.#number) return;
      if (!this.forms.length) this.forms = found;
      this.asked = offer.options.filter((one) => game.main_options.includes(one.name));
      this.#main = Object.fromEntries(Object.entries(this.#main).filter(([name]) => this.asked.some((one) => one.name === name)));
      this.plan = { scenario, options: { ...game.alone, ...this.#main }, packs: [], usual: Object.fromEntries(offer.options.map((one) => [one.name, one.default])) };
    } catch (failure) {
      if (number === this.#number) this.error = (failure as ApiError).message;
    }
  }
}
