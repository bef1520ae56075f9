// The HTTP client. Every refusal is thrown as an `ApiError` with a sentence for people.

import { goToServer } from "../routes";
import type {
  AdvanceCampaign,
  Ask,
  AskReply,
  CampaignAct,
  CampaignCard,
  CampaignEntry,
  CampaignFight,
  CampaignLink,
  CampaignSheet,
  CampaignToken,
  CampaignView,
  ClauseText,
  GameOffer,
  Join,
  LessonChoice,
  LessonStep,
  Moment,
  NewCampaign,
  NewFight,
  NewLink,
  NewTable,
  Now,
  Reach,
  Refusal,
  Rulebook,
  Scene,
  SeatToken,
  SheetForm,
  SheetQuestion,
  SheetReport,
  TableCard,
  TableOffer,
  TableTokens,
  UndoEntry,
  Welcome,
} from "./messages";
import { withoutCodes } from "./sentences";

const KEY_BYTES = 12;

/** A new idempotency key: random bytes in 16 letters, as a URL may have them. Without TLS, browsers have no randomUUID. */
export function newKey(): string {
  const letters = btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(KEY_BYTES))));
  return letters.replaceAll("+", "-").replaceAll("/", "_");
}

/** The server refused, or could not be reached. */
export class ApiError extends Error {
  constructor(
    readonly code: string,
    sentence: string,
    readonly status: number,
    readonly clause = "", // of the rulebook, where a rule refused
    readonly address = "", // of the server that has the table
  ) {
    super(sentence);
  }
}

/** The prompt for a server's password; requests wait until it has been entered. */
export const passwordPrompt: { ask: (() => Promise<void>) | null } = { ask: null };

const RETRY_PAUSES = [0.5, 1.5, 4]; // seconds before each retry of a request that may be repeated, when the network fails

type Body = object | string | Blob | undefined;

const pause = (seconds: number) => new Promise((then) => setTimeout(then, seconds * 1000));

/** Send a request. What is asked of a table that another server has, is asked there: the page goes to it. Requests with a `key` are idempotent and may be repeated. One that is aborted counts as unreachable. With the `tag` of an answer that is known, the answer may be 304. */
async function send(method: string, path: string, body?: Body, token = "", key = "", signal: AbortSignal | null = null, tag = ""): Promise<Response> {
  for (const delay of [...(method === "GET" || key ? RETRY_PAUSES : []), null]) {
    let answer: Response;
    try {
      answer = await fetch(path, { method, headers: headers(body, token, key, tag), body: encodeBody(body), signal });
    } catch {
      if (delay === null) break;
      await pause(delay);
      continue;
    }
    if (answer.ok || (tag && answer.status === 304)) return answer;
    const refusal = await errorOf(answer);
    if (refusal.code === "E_ELSEWHERE") {
      if (goToServer(refusal.address, path, token)) return new Promise(() => {}); // this page is left
      if (delay !== null) {
        await pause(delay); // a server that has gone is known to have after some seconds
        continue;
      }
    }
    if (refusal.code !== "E_PASSWORD" || !passwordPrompt.ask || path === ENTER_PATH) throw refusal;
    await passwordPrompt.ask();
    return send(method, path, body, token, key, signal, tag);
  }
  throw new ApiError("unreachable", "The server cannot be reached. Is it running, and are you online?", 0);
}

function headers(body: Body, token: string, key: string, tag: string): Record<string, string> {
  const kind = body instanceof Blob ? "application/zip" : typeof body === "string" ? "text/plain; charset=utf-8" : "application/json";
  return {
    ...(body === undefined ? {} : { "Content-Type": kind }),
    ...(token ? { Authorization: `Bearer ${token}` } : {}),
    ...(key ? { "Idempotency-Key": key } : {}),
    ...(tag ? { "If-None-Match": tag } : {}),
  };
}

function encodeBody(body: Body): string | Blob | null {
  return body === undefined ? null : typeof body === "string" || body instanceof Blob ? body : JSON.stringify(body);
}

async function errorOf(answer: Response): Promise<ApiError> {
  try {
    const refusal = (await answer.json()) as Refusal;
    return new ApiError(refusal.code, withoutCodes(refusal.sentence), answer.status, refusal.clause, refusal.address);
  } catch {
    return new ApiError("strange", `The server answered with ${answer.status}.`, answer.status);
  }
}

async function get<T>(path: string, token = ""): Promise<T> {
  return (await (await send("GET", path, undefined, token)).json()) as T;
}

/** Create something, or take a seat: once, even if the answer is lost. */
async function post<T>(path: string, body?: Body, token = ""): Promise<T> {
  return (await (await send("POST", path, body, token, newKey())).json()) as T;
}

const ENTER_PATH = "/api/enter";
const segment = encodeURIComponent;

function queryOf(parts: Record<string, string | readonly string[]>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parts)) [value].flat().forEach((one) => one && query.append(name, one));
  return query.size ? `?${query}` : "";
}

export const fetchGames = () => get<GameOffer[]>("/api/games");

export const fetchOffer = (game: string, scenario: string, options: Record<string, string>, packs: readonly string[]) =>
  get<TableOffer>(`/api/games/${segment(game)}/offer${queryOf({ scenario, option: optionPairs(options), pack: packs })}`);

export const fetchPreview = (game: string, scenario: string, options: Record<string, string>, packs: readonly string[]) =>
  get<Scene>(`/api/games/${segment(game)}/preview${queryOf({ scenario, option: optionPairs(options), pack: packs })}`);

export const fetchSheetForm = (game: string, sheet: string, packs: readonly string[] = []) =>
  get<SheetForm>(`/api/games/${segment(game)}/sheets/${segment(sheet)}${queryOf({ pack: packs })}`);
/** What is to be told of a sheet; nothing changes by it. */
export const checkSheet = (game: string, sheet: string, question: SheetQuestion) =>
  send("POST", `/api/games/${segment(game)}/sheets/${segment(sheet)}/check`, question).then((answer) => answer.json() as Promise<SheetReport>);

/** The part of a table's Scenes that does not change, at the address that its welcome names. */
export const fetchBoard = (address: string, token: string) => get<Scene>(address, token);

export const fetchPacks = () => get<string[]>("/api/packs");
export const fetchRulebook = (game: string) => get<Rulebook>(`/api/games/${segment(game)}/rules`);
export const fetchClause = (id: string) => get<ClauseText>(`/api/rules/${segment(id)}`);

export const fetchTables = () => get<TableCard[]>("/api/tables");
export const fetchCard = async (table: string) => (await get<Welcome>(`/api/tables/${segment(table)}`)).card;
export const fetchNow = (table: string, token: string) => get<Now>(`/api/tables/${segment(table)}/now`, token);
export const createTable = (table: NewTable) => post<TableTokens>("/api/tables", table);
/** Take an open seat; with its token, give one's own seat a name. */
export const joinTable = (table: string, how: Join, token = "") =>
  post<SeatToken>(`/api/tables/${segment(table)}/join`, how, token);
export const importMatch = (file: string) => post<TableTokens>("/api/tables/import", file);
/** Make a table that goes on after an event of a match (null: after its last); under the same key it is the same table. */
export const forkMatch = (table: string, event: number | null, key: string, token = "") =>
  send("POST", `/api/tables/${segment(table)}/fork`, { event }, token, key).then((answer) => answer.json() as Promise<TableTokens>);
/** The table that follows from one that is over, with the token there of who has this one. */
export const rematch = (table: string, token: string) => post<TableTokens>(`/api/tables/${segment(table)}/rematch`, undefined, token);

const PAGE_SIZE = 500; // moments in one answer

/** All moments of a match from a number on, as the holder of a token may see them. */
export async function fetchMoments(table: string, token = "", first = 0): Promise<Moment[]> {
  const all: Moment[] = [];
  let page: Moment[];
  do {
    page = await get<Moment[]>(`/api/tables/${segment(table)}/moments?from=${first + all.length}`, token);
    all.push(...page);
  } while (page.length === PAGE_SIZE);
  return all;
}

/** The match file. */
export const fetchMatchFile = async (table: string, token = "") =>
  (await send("GET", `/api/tables/${segment(table)}/match`, undefined, token)).text();

export const startLesson = (game: string, lesson = "") => post<LessonStep>(`/api/lessons/${segment(game)}${lesson ? `?lesson=${segment(lesson)}` : ""}`);
export const chooseInLesson = (game: string, lesson: string, choice: LessonChoice) =>
  send("POST", `/api/lessons/${segment(game)}/${segment(lesson)}`, choice).then((answer) => answer.json() as Promise<LessonStep>);
export const askInLesson = (game: string, lesson: string, ask: Ask, signal: AbortSignal) =>
  send("POST", `/api/lessons/${segment(game)}/${segment(lesson)}/ask`, { ask }, "", "", signal).then((answer) => answer.json() as Promise<AskReply>);

function campaignPath(campaign: string, ...parts: string[]): string {
  return ["/api/campaigns", campaign, ...parts].map((part, k) => (k ? segment(part) : part)).join("/");
}

export const createCampaign = (campaign: NewCampaign) => post<CampaignToken>("/api/campaigns", campaign);
/** Bring a campaign from its file; with the token of the same campaign here, what it lacks is added to it. */
export const importCampaign = (file: Blob, token = "") => post<CampaignToken>("/api/campaigns/import", file, token);
/** The campaign that a token opens. */
export const fetchCampaignCard = async (token: string) => (await get<CampaignCard[]>("/api/campaigns", token))[0];
/** A campaign as the holder of the token may see it, with the tag of that; null if it is still what has the `tag` that is given. */
export async function fetchCampaign(campaign: string, token: string, tag = ""): Promise<{ view: CampaignView; tag: string } | null> {
  const answer = await send("GET", campaignPath(campaign), undefined, token, "", null, tag);
  return answer.status === 304 ? null : { view: (await answer.json()) as CampaignView, tag: answer.headers.get("ETag") ?? "" };
}
/** The entries after one, as the holder of the token may read them. */
export const fetchEntries = (campaign: string, since: number, token: string) =>
  get<CampaignEntry[]>(`${campaignPath(campaign, "log")}?since=${since}`, token);
export const giveCommand = (campaign: string, act: CampaignAct, token: string) => post<CampaignEntry>(campaignPath(campaign, "commands"), act, token);
export const advanceCampaign = (campaign: string, how: AdvanceCampaign, token: string) => post<CampaignEntry>(campaignPath(campaign, "advance"), how, token);
export const undoEntry = (campaign: string, which: UndoEntry, token: string) => post<CampaignEntry>(campaignPath(campaign, "undo"), which, token);
export const fetchCampaignSheet = (campaign: string, who: string, token: string) => get<CampaignSheet>(campaignPath(campaign, "sheets", who), token);
/** What is to be told of a sheet in its campaign; nothing changes by it. */
export const checkCampaignSheet = (campaign: string, who: string, question: SheetQuestion, token: string) =>
  send("POST", campaignPath(campaign, "sheets", who, "check"), question, token).then((answer) => answer.json() as Promise<SheetReport>);
export const fetchSheetMarkdown = async (campaign: string, who: string, token: string) =>
  (await send("GET", campaignPath(campaign, "sheets", who, "markdown"), undefined, token)).text();
export const exportCampaign = async (campaign: string, token: string) => (await send("GET", campaignPath(campaign, "export"), undefined, token)).blob();
/** Make a link for somebody; an earlier one of the same name opens nothing any more. */
export const makeCampaignLink = (campaign: string, link: NewLink, token: string) => post<CampaignToken>(campaignPath(campaign, "links"), link, token);
export const revokeCampaignLink = (campaign: string, name: string, token: string) => post<CampaignLink[]>(campaignPath(campaign, "revoke"), { name }, token);
export const startFight = (campaign: string, fight: NewFight, token: string) => post<CampaignFight>(campaignPath(campaign, "fights"), fight, token);
export const takeFightSeat = (campaign: string, table: string, seat: string, token: string) =>
  send("POST", campaignPath(campaign, "fights", table, "seat"), { seat }, token).then((answer) => answer.json() as Promise<SeatToken>);
export const recordFight = (campaign: string, table: string, reason: string, token: string) =>
  post<CampaignEntry[]>(campaignPath(campaign, "fights", table, "record"), { reason }, token);

/** Whether others can reach this server; answered only to its own computer. */
export const fetchReach = () => get<Reach>("/api/reach");
export const openToNetwork = () => send("POST", "/api/reach").then((answer) => answer.json() as Promise<Reach>);

export const enterPassword = (password: string) => send("POST", ENTER_PATH, { password });

function optionPairs(options: Record<string, string>): string[] {
  return Object.entries(options).map(([name, value]) => `${name}=${value}`);
}
