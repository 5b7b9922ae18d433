import {
  type ElicitRequestParams,
  type ElicitResult,
  ProtocolError,
  ProtocolErrorCode,
} from "@modelcontextprotocol/client";
import type { RunId, SessionKey } from "../../../src-preload/contract/ids.ts";
import type { McpAsked } from "../../../src-preload/contract/mcp-asks.ts";
import { text } from "../../words.ts";
import { plain } from "../plain-text.ts";
import type { AskAnswer, AskDesk } from "./ask-desk.ts";
import { mostMessageChars, readAddress, readAsk } from "./read-ask.ts";

/** A call that is on: what its server asks meanwhile is about it. */
export interface AskPlace {
  readonly sessionKey: SessionKey;
  /** Null where no run is on: a prompt or a resource is read. */
  readonly runId: RunId | null;
  /** Somebody can be asked. */
  readonly isAttended: boolean;
  readonly signal: AbortSignal;
  /** No time passes for the call until it is disposed of. */
  standStill(): Disposable;
}

/** What one server may ask of Perch and of the person. */
export interface ServerAsks {
  /** A call is on until this is disposed of. */
  during(place: AskPlace): Disposable;
  /** A form, or a page to be opened. Throws the protocol's error for one that cannot be asked. `signal`: the server waits for it. */
  elicit(params: ElicitRequestParams, signal: AbortSignal): Promise<ElicitResult>;
  /** Pages that a call needs to have been opened first: whether the person went to all of them. */
  visit(pages: readonly { readonly message: string; readonly url: string }[], place: AskPlace): Promise<boolean>;
}

interface ServerAsksOptions {
  readonly server: string;
  readonly desk: Pick<AskDesk, "ask">;
  /** Of a sub-agent: the chat that asked for it. */
  readonly parentOf: (key: SessionKey) => Promise<SessionKey | null>;
  readonly redact: (text: string) => string;
  /** A line for the server's page. */
  readonly onNote: (words: string) => void;
}

/** A server that asks without end is not listened to beyond this many questions at once. */
const mostWaiting = 20;

export function createServerAsks(options: ServerAsksOptions): ServerAsks {
  const { server, desk, redact, onNote } = options;
  /** The one that began last is at the end. */
  const calls = new Set<AskPlace>();
  let waiting = 0;

  /** The call that a question is about: no message says it. Of several the last one that somebody watches. */
  function placeOfQuestion(): AskPlace | null {
    const all = [...calls];
    return all.findLast(({ isAttended }) => isAttended) ?? all.at(-1) ?? null;
  }

  async function ask(message: string, asked: McpAsked, place: AskPlace, signal: AbortSignal): Promise<AskAnswer> {
    const { sessionKey, runId } = place;
    const said = redact(plain(message)).trim().slice(0, mostMessageChars);
    if (waiting >= mostWaiting) {
      onNote(text("mcp.log.askedTooOften"));
      return { action: "cancel", values: {} };
    }
    waiting += 1;
    try {
      using _ = place.standStill();
      const both = AbortSignal.any([place.signal, signal]);
      const parent = await options.parentOf(sessionKey);
      const answer = await desk.ask({ server, message: said, asked, sessionKey, runId, parent }, both);
      onNote(text(`mcp.log.asked.${answer.action}`, { message: said.slice(0, 200) }));
      return answer;
    } finally {
      waiting -= 1;
    }
  }

  return {
    during(place) {
      // A call that is over is asked about no more, however it ended.
      const over = new AbortController();
      const own: AskPlace = { ...place, signal: AbortSignal.any([place.signal, over.signal]) };
      calls.add(own);
      return {
        [Symbol.dispose]() {
          calls.delete(own);
          over.abort();
        },
      };
    },
    async elicit(params, signal) {
      const place = placeOfQuestion();
      if (place === null || !place.isAttended) {
        onNote(text(place === null ? "mcp.log.askedOutside" : "mcp.log.askedNobody"));
        return { action: "decline" };
      }
      const asked = readAsk(params, redact);
      if (!asked.ok) {
        onNote(text("mcp.log.askedWrong", { reason: asked.error }));
        throw new ProtocolError(ProtocolErrorCode.InvalidParams, asked.error);
      }
      const { action, values } = await ask(params.message, asked.value, place, signal);
      if (action !== "accept") return { action };
      return asked.value.kind === "form" ? { action, content: contentOf(values) } : { action };
    },
    async visit(pages, place) {
      for (const { message, url } of pages) {
        const asked = readAddress(url);
        if (!asked.ok || !place.isAttended) return false;
        const { action } = await ask(message, asked.value, place, place.signal);
        if (action !== "accept") return false;
      }
      return true;
    },
  };
}

function contentOf(values: AskAnswer["values"]): NonNullable<ElicitResult["content"]> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, typeof value === "object" ? [...value] : value]),
  );
}
