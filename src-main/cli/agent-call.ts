import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { type SessionKey, sessionKeySchema } from "../../src-preload/contract/ids.ts";
import type { ApprovalMode } from "../../src-preload/contract/records.ts";
import { fail, ok, type Result } from "../../src-preload/contract/result.ts";
import { text } from "../settings/text.ts";
import type { CliContext } from "./context.ts";

export interface AgentCall {
  /** Null: a conversation. */
  readonly message: string | null;
  readonly sessionKey: SessionKey;
  readonly json: boolean;
  readonly mode: ApprovalMode | null;
  readonly workFolder: string;
}

const modes: readonly ApprovalMode[] = ["ask", "accept-edits", "plan", "auto", "full"];

/** Reads the call; a failure is the sentence that says what is wrong with it. */
export async function parseAgentCall(args: readonly string[], context: CliContext): Promise<Result<AgentCall, string>> {
  const parsed = readOptions(args);
  if (!parsed.ok) return parsed;
  const { message, session = "cli:direct", json = false, approve, workdir } = parsed.value;
  if (message !== undefined && message.trim() === "") return fail(text("cli.emptyMessage"));
  const sessionKey = sessionKeySchema.safeParse(session);
  if (!sessionKey.success) return fail(text("cli.badSession", { key: session }));
  const mode = modes.find((known) => known === approve);
  if (approve !== undefined && mode === undefined) return fail(text("cli.badMode", { mode: approve }));
  const workFolder = resolve(context.startFolder, workdir ?? ".");
  if (!(await isFolder(workFolder, context))) return fail(text("cli.badFolder", { path: workFolder }));
  return ok({ message: message ?? null, sessionKey: sessionKey.data, json, mode: mode ?? null, workFolder });
}

function readOptions(args: readonly string[]) {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        message: { type: "string", short: "m" },
        session: { type: "string", short: "s" },
        json: { type: "boolean" },
        approve: { type: "string" },
        workdir: { type: "string" },
      },
    });
    return ok(values);
  } catch (cause) {
    if (!(cause instanceof TypeError)) throw cause;
    return fail(cause.message);
  }
}

async function isFolder(path: string, context: CliContext): Promise<boolean> {
  try {
    return (await context.files.stat(path)).isDirectory();
  } catch (cause) {
    if (cause instanceof Error && "code" in cause) return false;
    throw cause;
  }
}
