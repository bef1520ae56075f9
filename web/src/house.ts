// What is asked of the server by HTTP. Every refusal is an `Unwelcome` with a sentence for people.

import type {
  Answered,
  Ask,
  ClauseText,
  GameOffer,
  Join,
  Joined,
  LessonChoice,
  LessonStep,
  Made,
  Moment,
  NewTable,
  Reach,
  Refusal,
  Rulebook,
  Scene,
  TableCard,
  TableOffer,
  Welcome,
} from "./messages";

/** A key that nobody else has. On pages without TLS the browser keeps randomUUID to itself. */
export function newKey(): string {
  if (typeof crypto.randomUUID === "function") return crypto.randomUUID();
  return [...crypto.getRandomValues(new Uint8Array(16))].map((part) => part.toString(16).padStart(2, "0")).join("");
}

/** The server said no, or could not be reached. */
export class Unwelcome extends Error {
  constructor(
    readonly code: string,
    sentence: string,
    readonly status: number,
  ) {
    super(sentence);
  }
}

/** The door of a server that asks for a password: whoever calls waits there until it opens. */
export const door: { ask: (() => Promise<void>) | null } = { ask: null };

const PATIENCE = [0.5, 1.5, 4]; // seconds before each further try of what may be asked twice, where the network fails

type Body = object | string | undefined;

/** Ask the server something; under a `key` it makes what is asked for once, however often it is asked. */
async function call(method: string, path: string, body?: Body, token = "", key = ""): Promise<Response> {
  for (const pause of [...(method === "GET" || key ? PATIENCE : []), null]) {
    let answer: Response;
    try {
      answer = await fetch(path, { method, headers: headers(body, token, key), body: written(body) });
    } catch {
      if (pause === null) break;
      await new Promise((then) => setTimeout(then, pause * 1000));
      continue;
    }
    if (answer.ok) return answer;
    const refusal = await refusalOf(answer);
    if (refusal.code !== "E_PASSWORD" || !door.ask || path === ENTER) throw refusal;
    await door.ask();
    return call(method, path, body, token, key);
  }
  throw new Unwelcome("unreachable", "The server cannot be reached. Is it running, and are you online?", 0);
}

function headers(body: Body, token: string, key: string): Record<string, string> {
  const kind = typeof body === "string" ? "text/plain; charset=utf-8" : "application/json";
  return {
    ...(body === undefined ? {} : { "Content-Type": kind }),
    ...(token ? { Authorization: `Bearer ${token}` } : {}),
    ...(key ? { "Idempotency-Key": key } : {}),
  };
}

function written(body: Body): string | null {
  return body === undefined ? null : typeof body === "string" ? body : JSON.stringify(body);
}

async function refusalOf(answer: Response): Promise<Unwelcome> {
  try {
    const said = (await answer.json()) as Refusal;
    return new Unwelcome(said.code, said.sentence, answer.status);
  } catch {
    return new Unwelcome("strange", `The server answered with ${answer.status}.`, answer.status);
  }
}

async function get<T>(path: string, token = ""): Promise<T> {
  return (await (await call("GET", path, undefined, token)).json()) as T;
}

/** Something is made, or a seat is taken: once, also where the answer is lost on its way. */
async function made<T>(path: string, body?: Body, token = ""): Promise<T> {
  return (await (await call("POST", path, body, token, newKey())).json()) as T;
}

const ENTER = "/api/enter";
const word = encodeURIComponent;

function asked(parts: Record<string, string | readonly string[]>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parts)) [value].flat().forEach((one) => one && query.append(name, one));
  return query.size ? `?${query}` : "";
}

export const games = () => get<GameOffer[]>("/api/games");

export const offer = (game: string, scenario: string, options: Record<string, string>, packs: readonly string[]) =>
  get<TableOffer>(`/api/games/${word(game)}/offer${asked({ scenario, option: paired(options), pack: packs })}`);

export const preview = (game: string, scenario: string, options: Record<string, string>, packs: readonly string[]) =>
  get<Scene>(`/api/games/${word(game)}/preview${asked({ scenario, option: paired(options), pack: packs })}`);

export const packs = () => get<string[]>("/api/packs");
export const rulebook = (game: string) => get<Rulebook>(`/api/games/${word(game)}/rules`);
export const clause = (id: string) => get<ClauseText>(`/api/rules/${word(id)}`);

export const lobby = () => get<TableCard[]>("/api/tables");
export const card = async (table: string) => (await get<Welcome>(`/api/tables/${word(table)}`)).card;
export const make = (table: NewTable) => made<Made>("/api/tables", table);
/** Take an open seat; or, with its token, put a name to one's own. */
export const join = (table: string, how: Join, token = "") =>
  made<Joined>(`/api/tables/${word(table)}/join`, how, token);
export const bring = (file: string) => made<Made>("/api/tables/import", file);
export const fork = (table: string, event: number) => made<Made>(`/api/tables/${word(table)}/fork`, { event });

const AT_ONCE = 500; // moments that are told at once

/** A match event by event, as the holder of a token may see it. */
export async function moments(table: string, token = ""): Promise<Moment[]> {
  const all: Moment[] = [];
  let some: Moment[];
  do {
    some = await get<Moment[]>(`/api/tables/${word(table)}/moments?from=${all.length}`, token);
    all.push(...some);
  } while (some.length === AT_ONCE);
  return all;
}

/** The match file. */
export const file = async (table: string, token = "") =>
  (await call("GET", `/api/tables/${word(table)}/match`, undefined, token)).text();

export const lessonBegins = (game: string) => made<LessonStep>(`/api/lessons/${word(game)}`);
export const lessonGoes = (game: string, lesson: string, choice: LessonChoice) =>
  call("POST", `/api/lessons/${word(game)}/${word(lesson)}`, choice).then((answer) => answer.json() as Promise<LessonStep>);
export const lessonAsks = (game: string, lesson: string, ask: Ask) =>
  call("POST", `/api/lessons/${word(game)}/${word(lesson)}/ask`, { ask }).then((answer) => answer.json() as Promise<Answered>);

/** Whether others can come to this server; only its own computer is told. */
export const reach = () => get<Reach>("/api/reach");
export const letIn = () => call("POST", "/api/reach").then((answer) => answer.json() as Promise<Reach>);

export const enter = (password: string) => call("POST", ENTER, { password });

function paired(options: Record<string, string>): string[] {
  return Object.entries(options).map(([name, value]) => `${name}=${value}`);
}
