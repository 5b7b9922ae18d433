import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { type SessionKey, sessionKeySchema } from "../../src-preload/contract/ids.ts";
import type { ApprovalMode } from "../../src-preload/contract/records.ts";
import { fail, ok, type Result } from "../../src-preload/contract/result.ts";
import { text } from "../words.ts";
import type { ChatChoice } from "./choose-chat.ts";
import type { CliContext } from "./context.ts";
import { newPrivateKey } from "./private-chats.ts";
import { wrongOption } from "./wrong-option.ts";

export interface AgentCall {
  /** Null: a conversation. */
  readonly message: string | null;
  readonly chat: ChatChoice;
  readonly json: boolean;
  readonly mode: ApprovalMode | null;
  readonly workFolder: string;
  /** The chat goes on in its own folder: it was picked from all, and no folder was named. */
  readonly keepsFolder: boolean;
}

const modes: readonly ApprovalMode[] = ["ask", "accept-edits", "plan", "auto", "full"];

/** Reads the call; a failure is the sentence that says what is wrong with it. */
export async function parseAgentCall(args: readonly string[], context: CliContext): Promise<Result<AgentCall, string>> {
  const parsed = await readOptions(args);
  if (!parsed.ok) return parsed;
  const { message, json = false, approve, workdir } = parsed.value;
  if (message !== undefined && message.trim() === "") return fail(text("cli.emptyMessage"));
  // One message is over before anybody could close its chat.
  if (parsed.value.private === true && message !== undefined) return fail(text("cli.privateMessage"));
  const chat = readChoice(parsed.value, () => newPrivateKey(context));
  if (!chat.ok) return chat;
  const mode = modes.find((known) => known === approve);
  if (approve !== undefined && mode === undefined) return fail(text("cli.badMode", { mode: approve }));
  const workFolder = resolve(context.startFolder, workdir ?? ".");
  if (!(await isFolder(workFolder, context))) return fail(text("cli.badFolder", { path: workFolder }));
  const isPicked = parsed.value.resume !== undefined || parsed.value.continue === true;
  const keepsFolder = isPicked && workdir === undefined;
  return ok({ message: message ?? null, chat: chat.value, json, mode: mode ?? null, workFolder, keepsFolder });
}

interface ChatOptions {
  readonly session?: string | undefined;
  readonly resume?: string | undefined;
  readonly continue?: boolean | undefined;
  readonly private?: boolean | undefined;
}

/** Which chat; at most one way to say it. */
function readChoice(
  { session, resume, continue: isNewest, private: isPrivate }: ChatOptions,
  newKey: () => SessionKey,
): Result<ChatChoice, string> {
  const ways = [session !== undefined, resume !== undefined, isNewest === true, isPrivate === true].filter(Boolean);
  if (ways.length > 1) return fail(text("cli.oneChat"));
  if (isPrivate === true) return ok({ kind: "named", sessionKey: newKey() });
  if (isNewest === true) return ok({ kind: "newest" });
  if (resume === "") return ok({ kind: "pick" });
  if (resume !== undefined) return ok({ kind: "existing", typed: resume });
  if (session === undefined) return ok({ kind: "folder" });
  const key = sessionKeySchema.safeParse(session);
  return key.success ? ok({ kind: "named", sessionKey: key.data }) : fail(text("cli.badSession", { key: session }));
}

const options = {
  message: { type: "string", short: "m" },
  session: { type: "string", short: "s" },
  continue: { type: "boolean", short: "c" },
  resume: { type: "string", short: "r" },
  json: { type: "boolean" },
  approve: { type: "string" },
  workdir: { type: "string" },
  private: { type: "boolean" },
} as const;

async function readOptions(given: readonly string[]) {
  const args = withResumeValue(given);
  const wrong = await wrongOption(args, options);
  return wrong === null ? ok(parseArgs({ args, options }).values) : fail(wrong);
}

/** `--resume` may stand alone, which the parser of Node has no word for. */
function withResumeValue(args: readonly string[]): string[] {
  return args.map((arg, at) => {
    if (arg !== "--resume" && arg !== "-r") return arg;
    const next = args[at + 1];
    return next === undefined || next.startsWith("-") ? "--resume=" : arg;
  });
}

async function isFolder(path: string, context: CliContext): Promise<boolean> {
  try {
    return (await context.files.stat(path)).isDirectory();
  } catch (cause) {
    if (cause instanceof Error && "code" in cause) return false;
    throw cause;
  }
}
