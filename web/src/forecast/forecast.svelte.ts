// A forecast at a table: it is begun, looked at until it has ended, and stopped.
import { isRefusal, type Ask, type ForecastReply, type Now } from "../api/messages";
import type { Questions } from "../play/requests";

export const LOOK_TIME = 700; // milliseconds from one look at a forecast to the next

export type AskForecast = Extract<Ask, { ask: "forecast" }>;
export type Wish = Omit<AskForecast, "ask" | "what">;

/** Whether a seat may have a forecast: a referee may, and who has nobody but bots beside it. The server is the judge. */
export function mayForecast(now: Now | null, seat: string): boolean {
  if (!now || now.over) return false;
  const own = now.seats.find((one) => one.name === seat);
  const others = now.seats.filter((one) => one.slots.length && one.name !== seat);
  return own?.referee || others.every((one) => one.by !== "person" && one.by !== "open");
}

export class Forecasting {
  reply: ForecastReply | null = $state.raw(null);
  refusal = $state(""); // why it could not be begun, looked at or stopped
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isOpen = true;

  constructor(private readonly table: Pick<Questions, "ask">) {}

  get isRunning(): boolean {
    return this.reply?.is_running ?? false;
  }

  /** How much of it has been played, 0 to 1. */
  get progress(): number {
    return this.reply?.games ? this.reply.played / this.reply.games : 0;
  }

  begin(wish: Wish): Promise<void> {
    return this.#ask({ ...wish, ask: "forecast", what: "begin" });
  }

  look(): Promise<void> {
    return this.#ask({ ask: "forecast", what: "look" });
  }

  stop(): Promise<void> {
    return this.#ask({ ask: "forecast", what: "stop" });
  }

  /** Look no more; the forecast itself goes on. */
  close(): void {
    this.#isOpen = false;
    clearTimeout(this.#timer);
  }

  async #ask(ask: AskForecast): Promise<void> {
    clearTimeout(this.#timer);
    const answer = await this.table.ask(ask);
    this.refusal = isRefusal(answer) ? answer.sentence : "";
    if (!isRefusal(answer) && answer.forecast) this.reply = answer.forecast;
    if (this.#isOpen && this.isRunning) {
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => void this.look(), LOOK_TIME);
    }
  }
}
