import { InsufficientScopeError } from "@modelcontextprotocol/client";
import type { McpProblem, McpTarget } from "../../../src-preload/contract/mcp.ts";
import type { McpServerSettings } from "../../../src-preload/contract/settings.ts";
import { text } from "../../words.ts";
import { type McpConnection, statusOf } from "../connection.ts";
import { targetOf } from "../launch.ts";
import type { ServerSignIn } from "./server-sign-in.ts";

/** Why a server cannot be used without somebody who signs in; null where that is not why. */
export function signInProblem({ isNeeded, isNarrow }: ServerSignIn, target: McpTarget): McpProblem | null {
  if (!isNeeded || target.kind !== "address") return null;
  const { host } = new URL(target.url);
  const message = text(isNarrow ? "mcp.signIn.moreRights" : "mcp.signIn.needed", { host });
  return { message, nextStep: text("mcp.next.signIn"), missing: null };
}

interface AskedServer {
  readonly name: string;
  readonly signIn: ServerSignIn | null;
  readonly settings: McpServerSettings;
}

interface SignInRefusal {
  /** For a model. */
  readonly words: string;
  /** Why the whole server cannot be used now; null where only this call cannot. */
  readonly problem: McpProblem | null;
}

/**
 * What a call lacked: somebody who signs in, or rights; null where it failed for another reason. A server that knows us by a
 * session may only have forgotten that: a new connection finds out.
 */
export function signInRefusal(
  cause: unknown,
  { name, signIn, settings }: AskedServer,
  { hasSession }: Pick<McpConnection, "hasSession">,
): SignInRefusal | null {
  if (signIn?.isNeeded !== true) return null;
  if (cause instanceof InsufficientScopeError) {
    return { words: text("mcp.call.moreRights", { server: name }), problem: null };
  }
  if (statusOf(cause) !== 401 || hasSession) return null;
  return { words: text("mcp.call.signIn", { server: name }), problem: signInProblem(signIn, targetOf(settings)) };
}
