// The menu of a decision by unit, place and verb. Knows no game: it goes by the fields of options and of verb forms.
// How a verb is used comes with the decision (Interaction).
import type { Spot } from "../board/overlay";
import { Plane, distance, parsePoint, isSame, formatLength } from "../board/plane";
import { unitAt } from "../board/describe";
import type { Decision, Option, Scene, Token, VerbForm, VerbUse } from "../api/messages";
import { attempts } from "./attempts";
import { parseLine, writeLine } from "./notation";

const MAX_ANSWERERS = 6; // units whose answers stand in one list
const MAX_ANSWERS = 4; // of each
const TOLERANCE = 0.01; // how much farther than a step still counts as one

export class Menu {
  readonly plane: Plane;
  readonly forms: Map<string, VerbForm>;
  readonly groups: Map<string, Option[]>;
  readonly uses: Map<string, VerbUse>;
  readonly options: readonly Option[];
  readonly builtVerbs: readonly string[]; // verbs whose choices must be built
  readonly buildableVerbs: readonly string[]; // verbs whose choices can be built
  readonly units: readonly string[]; // units that have an option, those on the table first

  constructor(
    readonly scene: Scene,
    readonly decision: Decision,
    verbs: readonly VerbForm[],
  ) {
    this.plane = new Plane(scene);
    this.forms = new Map(verbs.map((form) => [form.verb, form]));
    this.uses = new Map(decision.interaction.uses.map((use) => [use.verb, use]));
    this.options = decision.options;
    this.groups = new Map(decision.verbs.map((verb) => [verb, []]));
    for (const option of this.options) {
      if (!this.groups.has(option.verb)) this.groups.set(option.verb, []);
      this.groups.get(option.verb)!.push(option);
    }
    const uses = [...this.groups.keys()].map((verb) => this.uses.get(verb)).filter((use) => use !== undefined);
    this.builtVerbs = uses.filter((use) => use.is_built || use.gathers_things).map((use) => use.verb);
    this.buildableVerbs = uses.filter((use) => use.is_buildable || use.gathers_things).map((use) => use.verb);
    this.units = this.#units();
  }

  get isComplete(): boolean {
    return this.decision.count <= this.decision.options.length;
  }

  /** Whether an option is listed: not if it must be built, unless it only names a target. */
  isListed(option: Option): boolean {
    return !this.builtVerbs.includes(option.verb) || (option.target !== "" && this.uses.get(option.verb)!.lists_targets === true);
  }

  /** Whether the table finds the path to a place that is pointed at. */
  isRoutedVerb(verb: string): boolean {
    return this.uses.get(verb)?.is_routed ?? false;
  }

  /** Whether pointing at a place of a free table gives all the fields that a verb needs. */
  isPointVerb(verb: string): boolean {
    return this.uses.get(verb)?.is_pointed ?? false;
  }

  /** Verbs that may say a path besides, which the table finds to a place that is pointed at. */
  get pathVerbs(): readonly string[] {
    return [...this.groups.keys()].filter((verb) => this.uses.get(verb)?.takes_path);
  }

  /** Whether an option leads to a place along a path and does nothing else: any place can be pointed at instead. */
  #isWalk(option: Option): boolean {
    return option.point !== "" && option.target === "" && this.pathVerbs.includes(option.verb);
  }

  /** How far the paths of the menu lead. */
  pathLength(actor: Token): number {
    const spots = this.options.filter((option) => this.#isWalk(option)).map((option) => this.placeOf(option));
    return Math.max(0, ...spots.map((spot) => (spot ? distance([actor.x, actor.y], spot) : 0)));
  }

  /** A line of a verb with the path of another line, where both may say one; null if not. */
  withPathOf(line: string, other: string): string | null {
    const [form, from] = [line, other].map((one) => this.forms.get(one.split(" ")[0] ?? "") ?? null);
    const [field, source] = [form, from].map((one) => one?.fields.find((part) => part.kind === "path" && !part.needed));
    if (!form || !from || !field || !source) return null;
    return writeLine(form, { ...parseLine(form, line), [field.name]: parseLine(from, other)[source.name] ?? "-" });
  }

  #units(): string[] {
    const ownOptions = this.options.filter((one) => one.unit && this.isListed(one));
    const names = [...new Set(ownOptions.map((option) => option.unit))];
    const here = new Map(this.scene.tokens.map((token) => [token.unit, token]));
    const order = (unit: string) => here.get(unit) ?? null;
    return names.sort((one, other) => {
      const [a, b] = [order(one), order(other)];
      return Number(!a) - Number(!b) || (a && b ? a.x - b.x || a.y - b.y : 0);
    });
  }

  /** So many units, as the game calls them: by the first field of the menu's verbs that has to say one. */
  unitCount(count: number): string {
    const field = [...this.groups.keys()].flatMap((verb) => this.forms.get(verb)?.fields ?? []).find((one) => one.kind === "unit" && one.needed);
    const title = (field?.title || field?.name) ?? "unit";
    return count === 1 ? `One ${title}` : `${count} ${title}s`;
  }

  token(unit: string | null): Token | null {
    return this.scene.tokens.find((token) => token.unit === unit) ?? null;
  }

  /** The acting unit: the selected one, else on a free table the slot's only one. */
  actor(unit: string | null): Token | null {
    const own = this.scene.tokens.filter((token) => token.slot === this.decision.slot);
    return this.token(unit) ?? (this.scene.ground && own.length === 1 ? own[0]! : null);
  }

  /** The unit selected by default: the only one, or the first of the reserve if none is on the table. */
  get defaultUnit(): string | null {
    const only = this.actor(null);
    if (only) return only.unit;
    const here = this.units.filter((unit) => this.token(unit));
    if (here.length === 1 && this.units.length === 1) return here[0]!;
    return here.length === 0 ? (this.units[0] ?? null) : null;
  }

  placeOf(option: Option): Spot | null {
    return option.point ? this.plane.spotNamed(option.point) : null;
  }

  optionsOf(unit: string | null): Option[] {
    return this.options.filter((option) => option.unit === (unit ?? "") && this.isListed(option));
  }

  reach(unit: string | null): Spot[] {
    const spots = this.optionsOf(unit).filter((option) => !this.isPointVerb(option.verb) && !this.pathVerbs.includes(option.verb)).map((option) => this.placeOf(option));
    return distinct(spots.filter((spot): spot is Spot => spot !== null));
  }

  /** The targets of a unit's options, each with its best chance. */
  targets(unit: string | null): { unit: string; chance: number | null }[] {
    const chances = new Map<string, number | null>();
    for (const option of this.optionsOf(unit).filter((one) => this.token(one.target))) {
      const earlier = chances.get(option.target) ?? null;
      chances.set(option.target, option.odds.length ? Math.max(earlier ?? 0, bestChance(option)) : earlier);
    }
    return [...chances].map(([of, chance]) => ({ unit: of, chance })).sort((a, b) => (b.chance ?? 0) - (a.chance ?? 0));
  }

  /** The longest vector of a verb on the menu. */
  maxLength(verb: string): number {
    return this.uses.get(verb)?.reach ?? 0;
  }

  /** How far a step may go. */
  get stepLength(): number {
    return Math.max(0, ...[...this.groups.keys()].map((verb) => this.maxLength(verb)));
  }

  isBeyond(unit: string | null, spot: Spot): boolean {
    const actor = this.actor(unit);
    return !!actor && this.stepLength > 0 && distance([actor.x, actor.y], spot) > this.stepLength + TOLERANCE;
  }

  /** The options of a unit for a place, the likeliest first; on a free table also those made by pointing. */
  optionsAt(unit: string | null, spot: Spot): Option[] {
    const on = unitAt(this.scene, spot);
    const acting = this.actor(unit)?.unit ?? unit;
    const options = this.optionsOf(acting).filter(
      (option) => (option.target && option.target === on?.unit) || (!this.isPointVerb(option.verb) && !this.#isWalk(option) && this.#isAt(option, spot)),
    );
    return [...options.sort((one, other) => bestChance(other) - bestChance(one)), ...this.pointOptions(acting, spot)];
  }

  #isAt(option: Option, spot: Spot): boolean {
    const at = this.placeOf(option);
    return !!at && (this.scene.ground ? distance(at, spot) <= this.plane.step / 2 : isSame(at, spot));
  }

  /** The options that pointing at a place of a free table makes. */
  pointOptions(unit: string | null, spot: Spot): Option[] {
    const actor = this.actor(unit);
    if (!actor || isSame([actor.x, actor.y], spot)) return [];
    return [...this.groups.keys()].filter((verb) => this.isPointVerb(verb)).map((verb) => this.#optionToward(verb, actor, spot));
  }

  #optionToward(verb: string, actor: Token, spot: Spot): Option {
    const by = vectorToward([actor.x, actor.y], spot, this.maxLength(verb));
    const end: Spot = [actor.x + by[0], actor.y + by[1]];
    const form = this.forms.get(verb)!;
    const words: Record<string, string> = { unit: actor.unit, vector: this.#pointText(by), point: this.#pointText(spot), path: this.#pointText(spot) };
    const values = Object.fromEntries(form.fields.map((field) => [field.name, field.needed ? words[field.kind]! : field.default]));
    const clause = this.groups.get(verb)?.[0]?.clause ?? "";
    return newOption(writeLine(form, values), `to ${end.map((part) => String(Math.round(part * 100) / 100)).join(", ")}`, verb, clause, actor.unit, this.#pointText(end));
  }

  #pointText(spot: Spot): string {
    return spot.map(formatLength).join(",");
  }

  /** The options without place or target: of the unit, or of no unit; of a verb with paths those that stay in place. */
  plainOptions(unit: string | null): Option[] {
    const acting = this.actor(unit)?.unit ?? unit;
    return this.options.filter(
      (one) => !one.point && !one.target && this.isListed(one) && (!this.isPointVerb(one.verb) || this.isRoutedVerb(one.verb)) && (!one.unit || one.unit === acting),
    );
  }

  /**
   * What units could answer, unit by unit: where there are several ways for each, none of them needs pointing, and all
   * are few enough to be read at once. Empty otherwise.
   */
  get answers(): readonly (readonly [string, readonly Option[]])[] {
    const owned = this.plainUnitOptions;
    const rows = this.units.map((unit) => [unit, owned.filter((one) => one.unit === unit)] as const);
    const longest = Math.max(0, ...rows.map(([, options]) => options.length));
    const isShort = rows.length <= MAX_ANSWERERS && longest <= MAX_ANSWERS && new Set(owned.map((one) => one.verb)).size > 1;
    return longest > 1 && isShort ? rows : [];
  }

  /** The options of all units, where none of them needs pointing; else none. */
  get plainUnitOptions(): readonly Option[] {
    const owned = this.options.filter((one) => one.unit && this.isListed(one));
    return owned.every((one) => !one.point && !one.target && !this.isPointVerb(one.verb)) ? owned : [];
  }

  /** Choices that a unit could mean at a place, as lines, to ask why they are refused. */
  attemptLines(unit: string | null, spot: Spot): string[] {
    const on = unitAt(this.scene, spot);
    const actor = this.actor(unit);
    const isAtEnemy = on !== null && on.slot !== this.decision.slot;
    for (const forms of attempts([...this.forms.values()], this.uses, isAtEnemy)) {
      const lines = forms.flatMap((form) => this.#attemptLine(form, unit, actor, on, spot));
      if (lines.length) return lines;
    }
    return [];
  }

  #attemptLine(form: VerbForm, unit: string | null, actor: Token | null, on: Token | null, spot: Spot): string[] {
    const [place, target] = [this.plane.name(spot), on?.unit ?? ""];
    const words: Record<string, string> = { unit: actor?.unit ?? unit ?? "", target, split: target, point: place, path: place };
    if (actor && this.scene.ground) words["vector"] = this.#pointText(vectorToward([actor.x, actor.y], spot, this.maxLength(form.verb)));
    const needed = form.fields.filter((field) => field.needed);
    const hasAll = needed.every((field) => words[field.kind]);
    if (!hasAll || !needed.some((field) => ["point", "vector", "path", "target", "split"].includes(field.kind))) return [];
    return [writeLine(form, Object.fromEntries(form.fields.map((field) => [field.name, field.needed ? words[field.kind]! : field.default])))];
  }
}

/** The chance of an option's main odds; 0 where no die decides. */
export function bestChance(option: Option): number {
  return option.odds[0]?.chance ?? 0;
}

export function newOption(notation: string, label: string, verb: string, clause = "", unit = "", point = ""): Option {
  return { notation, label, verb, clause, unit, target: "", point, odds: [] };
}

/** The vector from one place to another, at most `most` long. */
export function vectorToward(start: Spot, goal: Spot, most: number): Spot {
  const [dx, dy] = [goal[0] - start[0], goal[1] - start[1]];
  const length = Math.hypot(dx, dy);
  const round = (part: number, digits: number) => Math.trunc(part * digits + Math.sign(part) * 1e-9) / digits;
  if (!(most > 0 && most < length)) return [Math.round(dx * 1e6) / 1e6, Math.round(dy * 1e6) / 1e6];
  return [round((dx * most) / length, 1000), round((dy * most) / length, 1000)];
}

function distinct(spots: readonly Spot[]): Spot[] {
  return [...new Map(spots.map((spot) => [spot.join(), spot])).values()];
}
