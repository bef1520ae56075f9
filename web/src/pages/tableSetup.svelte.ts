// A table that is being set up: game, scenario, options, packs and seats, and what the server offers for them.
import { createTable, fetchGames, fetchOffer, fetchPreview, fetchSheetForm, type ApiError } from "../api/client";
import type { GameOffer, GameOption, Scene, SheetForm, TableOffer } from "../api/messages";
import { defaultBot } from "../bots";
import { navigate } from "../router.svelte";
import type { MatchPlan } from "../sheets/chosenSheets.svelte";
import { newSeats, oneSeatEach, saveTableTokens, type SeatPlan } from "./seatPlan";

type Options = Readonly<Record<string, string>>;

const USUAL_SECONDS = 60; // of a clock that does not run

export class TableSetup {
  games: readonly GameOffer[] = $state.raw([]);
  gameId = $state("");
  scenario = $state("");
  options: Options = $state.raw({}); // those that are not as usual
  packs: readonly string[] = $state.raw([]);
  offer: TableOffer | null = $state.raw(null);
  scene: Scene | null = $state.raw(null); // how the board begins
  plan: readonly SeatPlan[] = $state.raw([]);
  forms: readonly SheetForm[] = $state.raw([]);
  sheetPlan: MatchPlan | null = $state.raw(null); // what sheets have to suit
  title = $state("");
  listed = $state(false);
  seconds = $state("0"); // of the clock for each decision; 0: none
  error = $state("");
  busy = $state(false);
  #formsOf = ""; // the game and packs that the forms are of
  #number = 0; // of the last question: only its answer counts

  readonly game: GameOffer | undefined = $derived(this.games.find((one) => one.id === this.gameId));
  readonly bot: string = $derived(defaultBot(this.game?.bots ?? []));
  /** What a table is made with first of all. */
  readonly mainOptions: readonly GameOption[] = $derived(this.offer?.options.filter((one) => this.#isMain(one)) ?? []);
  readonly houseRules: readonly GameOption[] = $derived(this.offer?.options.filter((one) => !this.#isMain(one)) ?? []);

  /** Load the games, and begin with one of them and one of its scenarios: the first unless there is the one that is wanted. */
  async open(game: string, scenario: string): Promise<void> {
    try {
      this.games = await fetchGames();
    } catch (failure) {
      this.error = (failure as ApiError).message;
      return;
    }
    await this.chooseGame(this.games.find((one) => one.id === game)?.id ?? this.games[0]?.id ?? "", scenario);
  }

  /** Set up a table of another game: nothing stays that is of the game before. */
  chooseGame(id: string, wanted = ""): Promise<void> {
    this.gameId = id;
    const scenarios = this.game?.scenarios ?? [];
    this.scenario = scenarios.find((one) => one.id === wanted)?.id ?? scenarios[0]?.id ?? "";
    [this.options, this.offer, this.scene, this.plan, this.packs] = [{}, null, null, [], []];
    [this.forms, this.#formsOf, this.sheetPlan] = [[], "", null];
    return this.#load();
  }

  /** Play another scenario: sheets have to suit it anew. */
  chooseScenario(id: string): Promise<void> {
    this.scenario = id;
    this.options = this.#withoutSheets();
    return this.#load();
  }

  /** Set an option; `null`: as usual. */
  setOption(name: string, value: string | null): Promise<void> {
    const { [name]: _, ...others } = this.options;
    return this.setOptions(value === null ? others : { ...others, [name]: value });
  }

  setOptions(options: Options): Promise<void> {
    this.options = options;
    return this.#load();
  }

  /** Take a pack or leave it; they keep the order in which they are listed. */
  togglePack(name: string, listed: readonly string[]): Promise<void> {
    this.packs = listed.filter((one) => (one === name) !== this.packs.includes(one));
    return this.#load();
  }

  /** Make the table, and go to it, or to its links where there is somebody to invite. */
  async create(): Promise<void> {
    [this.busy, this.error] = [true, ""];
    try {
      const clock = { kind: Number(this.seconds) ? "each" : "none", seconds: Number(this.seconds) || USUAL_SECONDS };
      const { gameId: game, scenario, options, packs, title, listed, plan } = this;
      const created = await createTable({ game, scenario, options, packs, seats: newSeats(plan), clock, title, listed });
      const name = title || this.game?.scenarios.find((one) => one.id === scenario)?.title || "";
      navigate(saveTableTokens(created, plan, name) ? `#/invite/${created.table}` : `#/t/${created.table}`);
    } catch (failure) {
      this.error = (failure as ApiError).message;
    }
    this.busy = false;
  }

  #isMain(option: GameOption): boolean {
    return this.game?.main_options.includes(option.name) ?? false;
  }

  /** Load the offer for these options, with a preview of the board, and the sheets that the game takes. */
  async #load(): Promise<void> {
    const number = ++this.#number;
    const { gameId, scenario, options, packs } = this;
    try {
      const [offer, scene] = await Promise.all([
        fetchOffer(gameId, scenario, options, packs),
        fetchPreview(gameId, scenario, options, packs).catch(() => null),
      ]);
      if (number !== this.#number) return;
      if (String(this.offer?.slots) !== String(offer.slots)) this.plan = oneSeatEach(offer, "friend", this.bot);
      [this.offer, this.scene, this.error] = [offer, scene, ""];
      if (!(await this.#loadForms())) return;
      const usual = Object.fromEntries(offer.options.map((one) => [one.name, one.default]));
      if (number === this.#number || !this.sheetPlan) this.sheetPlan = { ...this.#matchPlan(), usual };
    } catch (failure) {
      if (number !== this.#number) return;
      this.error = (failure as ApiError).message;
      if (this.sheetPlan) this.sheetPlan = { ...this.sheetPlan, ...this.#matchPlan() }; // it may be a sheet that does not suit
    }
  }

  /**
   * Load the forms of the sheets that the game takes, unless they are there; false if game or packs have changed
   * meanwhile. Options do not matter: where they are refused, another sheet may be what helps.
   */
  async #loadForms(): Promise<boolean> {
    const { gameId, packs, game } = this;
    const formsOf = [gameId, ...packs].join(" ");
    if (formsOf === this.#formsOf) return true;
    const forms = await Promise.all((game?.sheets ?? []).map((name) => fetchSheetForm(gameId, name, packs)));
    if (formsOf !== [this.gameId, ...this.packs].join(" ")) return false;
    if (formsOf !== this.#formsOf) [this.forms, this.#formsOf] = [forms, formsOf];
    return true;
  }

  /** What sheets have to suit, but for what is usual. */
  #matchPlan(): Omit<MatchPlan, "usual"> {
    return { scenario: this.scenario, options: this.#withoutSheets(), packs: this.packs };
  }

  /** The options without the sheets among them. */
  #withoutSheets(): Options {
    const taken = new Set(this.forms.flatMap((form) => form.uses.map((use) => use.option)));
    return Object.fromEntries(Object.entries(this.options).filter(([name]) => !taken.has(name)));
  }
}
