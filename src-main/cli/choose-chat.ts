import { basename } from "node:path";
import type { Connection } from "../../src-preload/contract/connection.ts";
import { contractError } from "../../src-preload/contract/errors.ts";
import { type SessionKey, sessionKeyOf } from "../../src-preload/contract/ids.ts";
import { type AsyncResult, assertNever, fail, ok, type Result } from "../../src-preload/contract/result.ts";
import type { SessionSummary } from "../../src-preload/contract/session.ts";
import type { FileSystem } from "../storage/file-system.ts";
import { text } from "../words.ts";
import { listChats } from "./chat-list.ts";

/** Which chat a call is about. */
export type ChatChoice =
  /** The chat of the work folder. */
  | { readonly kind: "folder" }
  | { readonly kind: "named"; readonly sessionKey: SessionKey }
  /** One that there is: its key, or enough of it. */
  | { readonly kind: "existing"; readonly typed: string }
  /** The one that something happened in last. */
  | { readonly kind: "newest" }
  /** A list is shown to pick from. */
  | { readonly kind: "pick" };

/** The chat of every folder before each had its own. */
const formerChat = sessionKeyOf("cli", "direct");
const maxSlug = 40;
const digestLength = 10;

/** The chat of a folder: its name for people, and what tells it from others of that name. */
export function folderChat(folder: string): SessionKey {
  const { createHash } = process.getBuiltinModule("node:crypto");
  const slug = basename(folder)
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-+|-+$/g, "")
    .slice(0, maxSlug);
  const digest = createHash("sha256").update(folder).digest("hex").slice(0, digestLength);
  return sessionKeyOf("cli", slug === "" ? digest : `${slug}-${digest}`);
}

interface Chosen {
  readonly chat: ChatChoice;
  readonly workFolder: string;
}

/** The key of the chat; the folder that `cli:direct` works in keeps that one. `pick` is for a terminal and is the newest here. */
export async function chooseChat(
  { chat, workFolder }: Chosen,
  connection: Connection,
  files: FileSystem,
): AsyncResult<SessionKey> {
  switch (chat.kind) {
    case "named":
      return ok(chat.sessionKey);
    case "folder": {
      const folder = await realFolder(workFolder, files);
      const former = await connection.request("session.open", { sessionKey: formerChat, limit: 1 });
      const isFormer = former.ok && (await realFolder(former.value.workFolder, files)) === folder;
      return ok(isFormer ? formerChat : folderChat(folder));
    }
    case "existing": {
      const chats = await listChats(connection);
      if (!chats.ok) return chats;
      const found = findChat(chat.typed, chats.value);
      return found.ok ? found : fail(contractError("not-found", found.error));
    }
    case "newest":
    case "pick": {
      const chats = await listChats(connection, 1);
      if (!chats.ok) return chats;
      const [newest] = chats.value;
      return newest === undefined ? fail(contractError("not-found", text("terminal.noChats"))) : ok(newest.key);
    }
    default:
      return assertNever(chat);
  }
}

/** The key that a person means: a number of the list, a whole key, or the only one that begins so. */
export function findChat(typed: string, chats: readonly SessionSummary[]): Result<SessionKey, string> {
  const word = typed.trim();
  const keys = chats.map(({ key }) => key);
  const numbered = /^\d{1,3}$/.test(word) ? keys[Number(word) - 1] : undefined;
  if (numbered !== undefined) return ok(numbered);
  const begun = keys.filter((key) => key.startsWith(word) || key.startsWith(`cli:${word}`));
  const exact = keys.find((key) => key === word) ?? (begun.length === 1 ? begun[0] : undefined);
  return exact === undefined ? fail(text("terminal.noSuchChat", { key: word })) : ok(exact);
}

/** A link to a folder is the folder; one that is gone is what it is called. */
async function realFolder(path: string, files: FileSystem): Promise<string> {
  try {
    return await files.realpath(path);
  } catch (cause) {
    if (cause instanceof Error && "code" in cause) return path;
    throw cause;
  }
}
