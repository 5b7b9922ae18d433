import type { McpPrompt, McpResource } from "../../src-preload/contract/mcp-offers.ts";
import { fail, ok, type Result } from "../../src-preload/contract/result.ts";
import { text } from "../words.ts";
import { isTimeout, lineAfter, type McpConnection } from "./connection.ts";
import { plain } from "./plain-text.ts";
import { reasonOf } from "./problem.ts";
import { untilStopped } from "./until-stopped.ts";

/** Of one server; more help nobody to choose. */
const mostResources = 500;
const mostPrompts = 200;
const mostWordsChars = 300;
const mostAddressChars = 2000;

export interface OfferedBy {
  readonly resources: readonly McpResource[];
  readonly prompts: readonly McpPrompt[];
}

/** The resources and prompts of one server: their lists, kept until it says that they are others, and what is in them. */
export interface ServerOffers {
  /** As they were last listed; asked for first where it is connected. */
  list(): Promise<OfferedBy>;
  /** They may be others now. */
  changed(): void;
  /** Asks for one of them, twice where the server was gone; why there is none, as a sentence. Throws when it was stopped. */
  ask<Value>(work: (connection: McpConnection) => Promise<Value>, signal: AbortSignal): Promise<Result<Value, string>>;
}

interface OffersParts {
  readonly server: string;
  readonly timeoutMs: () => number;
  /** Null where it is not connected now. */
  readonly now: () => McpConnection | null;
  /** Null where it cannot be connected. */
  readonly connected: () => Promise<McpConnection | null>;
  readonly lost: (connection: McpConnection) => void;
  /** Why it cannot be connected. */
  readonly problem: () => string;
  readonly redact: (text: string) => string;
  readonly onNote: (words: string) => void;
}

const nothing: OfferedBy = { resources: [], prompts: [] };

export function createServerOffers(parts: OffersParts): ServerOffers {
  const { server } = parts;
  let kept = nothing;
  /** Of which connection the lists are; null: to be asked for. */
  let listedBy: McpConnection | null = null;
  let asking: { readonly by: McpConnection; readonly done: Promise<void> } | null = null;

  async function look(connection: McpConnection): Promise<void> {
    listedBy = connection;
    const options = { signal: new AbortController().signal, timeoutMs: parts.timeoutMs() };
    try {
      const resources = await connection.resources(options);
      const prompts = await connection.prompts(options);
      kept = {
        resources: resources.slice(0, mostResources).flatMap(resourceOf),
        prompts: prompts.slice(0, mostPrompts).map(promptOf),
      };
    } catch (cause) {
      kept = nothing;
      parts.onNote(text("mcp.log.noOffers", { reason: reasonOf(cause) }));
    }
  }

  const said = (words: string | undefined): string => parts.redact(plain(words ?? "")).slice(0, mostWordsChars);

  function resourceOf({
    uri,
    name,
    title,
    description,
    mimeType,
  }: Awaited<ReturnType<McpConnection["resources"]>>[number]): readonly McpResource[] {
    // What is hidden in an address, or does not fit a line, could not be read where it is named.
    if (uri.length > mostAddressChars || plain(uri) !== uri || parts.redact(uri) !== uri) return [];
    const shown = { title: said(title ?? name), description: said(description), mediaType: said(mimeType) };
    return [{ server, uri, ...shown }];
  }

  function promptOf(prompt: Awaited<ReturnType<McpConnection["prompts"]>>[number]): McpPrompt {
    const { name, title, description, arguments: given = [] } = prompt;
    const taken = given.map((one) => ({
      name: one.name,
      description: said(one.description),
      isRequired: one.required === true,
    }));
    return { server, name, title: said(title ?? name), description: said(description), arguments: taken };
  }

  return {
    async list() {
      const connection = parts.now();
      if (connection !== null && listedBy !== connection && asking?.by !== connection) {
        asking = { by: connection, done: look(connection) };
      }
      await asking?.done;
      asking = null;
      return kept;
    },
    changed() {
      listedBy = null;
      asking = null;
    },
    async ask(work, signal) {
      for (let attempt = 1; ; attempt += 1) {
        const connection = await untilStopped(parts.connected(), signal);
        if (connection === null) return fail(text("mcp.offer.notConnected", { server, reason: parts.problem() }));
        try {
          return ok(await untilStopped(work(connection), signal));
        } catch (cause) {
          signal.throwIfAborted();
          const isGone = lineAfter(cause, connection.hasSession) !== "up";
          if (isGone) parts.lost(connection);
          if (isGone && attempt === 1) continue;
          return fail(problemOf(cause, isGone));
        }
      }
    },
  };

  function problemOf(cause: unknown, isGone: boolean): string {
    if (isGone) return text("mcp.offer.gone", { server });
    const seconds = Math.round(parts.timeoutMs() / 1000);
    if (isTimeout(cause)) return text("mcp.offer.timeout", { server, seconds });
    return text("mcp.offer.failed", { server, reason: parts.redact(plain(reasonOf(cause))).slice(0, 500) });
  }
}
