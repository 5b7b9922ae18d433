import { InsufficientScopeError } from "@modelcontextprotocol/client";
import type { McpProblem, McpTarget } from "../../src-preload/contract/mcp.ts";
import { ProxyFailure } from "../network/proxy-failure.ts";
import { text } from "../words.ts";
import { SignInFailure } from "./auth/sign-in-failure.ts";
import { isTimeout, lineAfter, statusOf, systemCodeOf } from "./connection.ts";
import { plain } from "./plain-text.ts";

/** What is known of a connection that did not come about. */
export interface Failure {
  readonly target: McpTarget;
  /** Null where the program runs, or there is none. */
  readonly exit: { readonly code: number | null; readonly signal: string | null } | null;
  readonly cause: unknown;
  /** The last lines that the program wrote, oldest first. */
  readonly lines: readonly string[];
  readonly timeoutMs: number;
}

/** A failure in a few words, for the stage that it ended, and in sentences. */
export interface Diagnosis {
  readonly short: string;
  readonly problem: McpProblem;
}

/** Why a server that was found did not say who it is, or what it can do. */
export function diagnose(failure: Failure): Diagnosis {
  return failure.target.kind === "command" ? ofProgram(failure) : ofAddress(failure, failure.target.url);
}

function ofProgram(failure: Failure): Diagnosis {
  const missing = missingVariable(failure.lines);
  const step = missing === null ? text("mcp.next.readLog") : text("mcp.next.setValue", { name: missing });
  // What was asked too long, or answered strangely, was ended by us: that is not why.
  if (lineAfter(failure.cause) !== "up") {
    const how = exitWords(failure.exit);
    const said = lastWords(failure.lines);
    const message = said === "" ? text("mcp.ended", { how }) : text("mcp.endedSaying", { how, said });
    return { short: how, problem: { message, nextStep: step, missing } };
  }
  if (isTimeout(failure.cause)) {
    const seconds = Math.round(failure.timeoutMs / 1000);
    const message = text("mcp.silent", { seconds });
    return { short: text("mcp.short.silent"), problem: { message, nextStep: text("mcp.next.isServer"), missing } };
  }
  const message = text("mcp.strange", { reason: reasonOf(failure.cause) });
  return { short: text("mcp.short.strange"), problem: { message, nextStep: text("mcp.next.isServer"), missing } };
}

function exitWords(exit: Failure["exit"]): string {
  if (exit?.code === 0) return text("mcp.short.exited");
  if (typeof exit?.code === "number") return text("mcp.short.exitCode", { code: exit.code });
  return exit?.signal == null ? text("mcp.short.exited") : text("mcp.short.exitSignal", { signal: exit.signal });
}

/** The line that most likely tells why: the last one that speaks of an error, else the last one. */
function lastWords(lines: readonly string[]): string {
  const said = lines
    .map((line) => plain(line).trim())
    .filter(
      (line) =>
        line !== "" &&
        !/^(at |\^|\}|node:|node\.js v\d|npm (notice|warn)|npm error (a complete log|code ))/i.test(line),
    );
  const error = said.findLast((line) => /error|fail|not |missing|required|invalid|cannot|denied/i.test(line));
  return (error ?? said.at(-1) ?? "").slice(0, 300);
}

const name = "['\"`]?([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)['\"`]?";
const missingSigns: readonly RegExp[] = [
  new RegExp(
    `${name}(?: environment)?(?: variable)? (?:is |was )?(?:not (?:set|defined|found|provided|configured)|required|missing|undefined|must be (?:set|provided))`,
  ),
  new RegExp(
    `(?:missing|requires?|set|provide|needs?|expected|no)(?: the| an?| your)?(?: required)?(?: environment)?(?: variables?)?:? ${name}`,
    "i",
  ),
  new RegExp(`KeyError: ${name}`),
];

/** The variable that a program says it lacks. */
function missingVariable(lines: readonly string[]): string | null {
  for (const line of lines.toReversed()) {
    for (const sign of missingSigns) {
      const found = sign.exec(plain(line))?.[1];
      if (found !== undefined && found === found.toUpperCase()) return found;
    }
  }
  return null;
}

function ofAddress({ cause, timeoutMs }: Failure, url: string): Diagnosis {
  const status = statusOf(cause);
  const host = URL.canParse(url) ? new URL(url).host : url;
  const said = (short: string, message: string, nextStep: string, missing: string | null = null): Diagnosis => ({
    short,
    problem: { message, nextStep, missing },
  });
  if (cause instanceof SignInFailure) return said(text("mcp.short.signIn"), cause.message, text("mcp.next.later"));
  const proxy = proxyFailureIn(cause);
  if (proxy !== null) return said(text("mcp.short.proxy"), proxy.message, proxy.nextStep);
  if (status === 401 || (cause instanceof Error && cause.name === "UnauthorizedError")) {
    return said(text("mcp.short.signIn"), text("mcp.signIn", { host }), text("mcp.next.key"), "Authorization");
  }
  if (status === 403 || cause instanceof InsufficientScopeError)
    return said(text("mcp.short.refused"), text("mcp.refused", { host }), text("mcp.next.key"));
  if (status === 404 || status === 405) {
    return said(text("mcp.short.status", { status }), text("mcp.noServer", { url }), text("mcp.next.address"));
  }
  if (status !== null && status >= 300 && status < 400) {
    return said(text("mcp.short.status", { status }), text("mcp.moved", { url }), text("mcp.next.address"));
  }
  if (status !== null && status >= 500) {
    return said(text("mcp.short.status", { status }), text("mcp.broken", { host, status }), text("mcp.next.later"));
  }
  if (isTimeout(cause)) {
    const seconds = Math.round(timeoutMs / 1000);
    return said(text("mcp.short.silent"), text("mcp.silentAddress", { host, seconds }), text("mcp.next.later"));
  }
  const code = systemCodeOf(cause);
  if (code === "ECONNREFUSED") {
    return said(text("mcp.short.notRunning"), text("mcp.notRunning", { host }), text("mcp.next.start"));
  }
  if (code === "ENOTFOUND" || code === "EAI_AGAIN") {
    return said(text("mcp.short.unknownHost"), text("mcp.unknownHost", { host }), text("mcp.next.address"));
  }
  const reason = reasonOf(cause);
  return said(text("mcp.short.strange"), text("mcp.strangeAddress", { host, reason }), text("mcp.next.address"));
}

function proxyFailureIn(cause: unknown): ProxyFailure | null {
  if (cause instanceof ProxyFailure) return cause;
  return cause instanceof Error && cause.cause !== undefined ? proxyFailureIn(cause.cause) : null;
}

/** The whole chain of causes in words: the innermost one is mostly what happened. */
export function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  const inner = cause.cause === undefined ? "" : reasonOf(cause.cause);
  const words = plain(cause.message).replace(/\s+/g, " ").slice(0, 300);
  return inner === "" || words.includes(inner) ? words : `${words} (${inner})`;
}
