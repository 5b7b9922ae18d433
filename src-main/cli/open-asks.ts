import type { Connection } from "../../src-preload/contract/connection.ts";
import type { SessionKey } from "../../src-preload/contract/ids.ts";
import type { McpAsk } from "../../src-preload/contract/mcp-asks.ts";
import { answerAsk } from "./answer-ask.ts";
import { AskFlow } from "./ask-flow.ts";
import type { Line } from "./terminal/styled-line.ts";

interface AsksPlace {
  sessionKey(): SessionKey | null;
  print(lines: readonly Line[]): void;
  say(words: string): void;
}

/** What servers ask of the chat that is open, one question after the other. */
export class OpenAsks {
  readonly #place: AsksPlace;
  #open: readonly McpAsk[] = [];
  #flow: AskFlow | null = null;

  constructor(place: AsksPlace) {
    this.#place = place;
  }

  /** The one whose answer is typed now; its card is shown when it comes up. */
  get flow(): AskFlow | null {
    const key = this.#place.sessionKey();
    const first = this.#open.find(({ sessionKey, parent }) => sessionKey === key || parent === key) ?? null;
    if (first?.id === this.#flow?.ask.id) return this.#flow;
    this.#flow = first === null ? null : new AskFlow(first);
    if (this.#flow !== null) this.#place.print(this.#flow.card);
    return this.#flow;
  }

  opened(ask: McpAsk): void {
    if (!this.#open.some(({ id }) => id === ask.id)) this.#open = [...this.#open, ask];
  }

  closed(id: string): void {
    this.#open = this.#open.filter((ask) => ask.id !== id);
  }

  /** The list of all that wait; what is not in it is over. */
  read(listed: readonly McpAsk[]): void {
    this.#open = listed;
  }

  async take(flow: AskFlow, typed: string, connection: Connection): Promise<void> {
    const step = flow.take(typed);
    if (step.kind === "goes-on") return this.#place.print(step.lines);
    this.closed(flow.ask.id);
    const wrong = await answerAsk(connection, flow.ask, step);
    if (wrong !== null) this.#place.say(wrong);
  }
}
