import { parseArgs } from "node:util";
import type { Connection } from "../../src-preload/contract/connection.ts";
import { fail, ok, type Result } from "../../src-preload/contract/result.ts";
import { text } from "../words.ts";
import type { CliContext, ExitCode } from "./context.ts";
import { findInChats } from "./find-messages.ts";
import { foundLines } from "./terminal/found-lines.ts";
import { wrongOption } from "./wrong-option.ts";

export interface SearchCall {
  readonly kind: "search";
  readonly query: string;
  /** Null: in all chats. */
  readonly chat: string | null;
  readonly limit: number;
  readonly json: boolean;
}

const usualLimit = 20;
const mostLimit = 10_000;

/** What follows `perch chats search`; a failure is the sentence that says what is wrong with it. */
export async function readSearchCall(args: readonly string[]): Promise<Result<SearchCall, string>> {
  const end = args.findIndex((arg) => arg.startsWith("--"));
  const words = end < 0 ? args : args.slice(0, end);
  const rest = end < 0 ? [] : args.slice(end);
  const options = { chat: { type: "string" }, limit: { type: "string" }, json: { type: "boolean" } } as const;
  const wrong = await wrongOption(rest, options);
  if (wrong !== null) return fail(wrong);
  const { chat = null, limit = String(usualLimit), json = false } = parseArgs({ args: [...rest], options }).values;
  // The shell took the quotes off a phrase.
  const query = words.map((word) => (/\s/.test(word) ? `"${word}"` : word)).join(" ");
  if (words.every((word) => word.trim() === "")) return fail(text("cli.chats.noWords"));
  const most = /^\d{1,5}$/.test(limit) ? Number(limit) : 0;
  if (most < 1 || most > mostLimit) return fail(text("cli.chats.badLimit", { limit, most: mostLimit }));
  return ok({ kind: "search", query, chat, limit: most, json });
}

/** With `json` an object each, one a line. `width`: of a line. */
export async function runSearch(
  { query, chat, limit, json }: SearchCall,
  connection: Connection,
  { context, width }: { readonly context: CliContext; readonly width: number },
): Promise<ExitCode> {
  const found = await findInChats(connection, { query, limit, ...(chat === null ? {} : { sessionKey: chat }) });
  if (!found.ok) {
    context.say(found.error.message);
    return 1;
  }
  const { hits, hasMore } = found.value;
  if (json) for (const hit of hits) context.out(`${JSON.stringify(hit)}\n`);
  else for (const line of foundLines(hits, context.host.now(), width)) context.out(`${line}\n`);
  if (hits.length === 0) context.say(text("terminal.found.none", { words: query }));
  else if (hasMore) context.say(text("cli.chats.moreFound"));
  return 0;
}
