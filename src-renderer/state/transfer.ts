import "../ui/later-words.ts";
import { contractError } from "../../src-preload/contract/errors.ts";
import type { SessionKey } from "../../src-preload/contract/ids.ts";
import { type AsyncResult, fail, ok } from "../../src-preload/contract/result.ts";
import {
  type ExportFormat,
  type ImportPreview,
  type ImportResult,
  importPieceBytes,
  maxImportBytes,
} from "../../src-preload/contract/transfer.ts";
import type { AgentClient } from "../client/agent-client.ts";
import { text } from "../ui/text.ts";
import { encodeFile } from "./attach-files.ts";

/** How far a file is read, from 0 to 1; null while none is. */
export interface TransferState {
  readonly share: number | null;
}

/** A file that is handed over. */
export interface HandedOver {
  readonly importId: string;
  readonly name: string;
}

/** What is on can be ended; what was handed over is dropped then. */
interface Handling {
  readonly signal: AbortSignal;
  readonly onShare: (share: number) => void;
}

export interface WholeExport {
  readonly name: string;
  readonly mediaType: string;
  readonly content: string;
}

/** Asks for every part of a chat, from its end; each stands before those that came. */
export async function exportChat(
  client: AgentClient,
  asked: { readonly sessionKey: SessionKey; readonly format: ExportFormat },
): AsyncResult<WholeExport> {
  const parts: string[] = [];
  let before: string | null = null;
  for (;;) {
    const from: { readonly before?: string } = before === null ? {} : { before };
    const part = await client.request("session.export", { ...asked, ...from });
    if (!part.ok) return part;
    parts.push(part.value.text);
    const { name, mediaType } = part.value;
    if (part.value.before === null) return ok({ name, mediaType, content: parts.reverse().join("") });
    before = part.value.before;
  }
}

/** Hands a file over, a piece after the other, and has it looked at. */
export async function handOver(
  client: AgentClient,
  file: File,
  { signal, onShare }: Handling,
): AsyncResult<{ readonly file: HandedOver; readonly preview: ImportPreview }> {
  if (file.size > maxImportBytes) {
    return fail(contractError("too-large", text("transfer.tooLarge", { most: maxImportBytes / 1024 / 1024 })));
  }
  const handed = { importId: crypto.randomUUID(), name: file.name };
  for (let offset = 0; offset === 0 || offset < file.size; offset += importPieceBytes) {
    const piece = await encoded(file, offset);
    if (!piece.ok) return piece;
    if (signal.aborted) return stopped(client, handed);
    const brought = await client.request("session.bring", { importId: handed.importId, offset, base64: piece.value });
    if (!brought.ok) return brought;
    onShare(Math.min(1, (offset + importPieceBytes) / Math.max(1, file.size)));
  }
  const stop = (): void => void drop(client, handed);
  signal.addEventListener("abort", stop, { once: true });
  const preview = await client.request("session.preview", handed);
  signal.removeEventListener("abort", stop);
  return preview.ok ? ok({ file: handed, preview: preview.value }) : preview;
}

async function encoded(file: File, offset: number): AsyncResult<string> {
  try {
    return ok(await encodeFile(new File([file.slice(offset, offset + importPieceBytes)], file.name)));
  } catch (cause) {
    console.warn("a file could not be read", cause);
    return fail(contractError("invalid-input", text("composer.unreadable", { name: file.name })));
  }
}

async function stopped(client: AgentClient, file: HandedOver) {
  await drop(client, file);
  return fail(contractError("cancelled", text("transfer.stopped")));
}

/** Takes these chats of what was handed over. Stopping leaves those whole that were taken until then. */
export function takeChats(
  client: AgentClient,
  {
    file,
    chats,
    signal,
  }: { readonly file: HandedOver; readonly chats: readonly string[]; readonly signal: AbortSignal },
): AsyncResult<ImportResult> {
  signal.addEventListener("abort", () => void drop(client, file), { once: true });
  return client.request("session.import", { ...file, chats: [...chats] });
}

export async function drop(client: AgentClient, { importId }: Pick<HandedOver, "importId">): Promise<void> {
  await client.request("session.dropImport", { importId });
}
