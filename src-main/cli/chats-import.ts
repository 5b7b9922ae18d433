import { basename, resolve } from "node:path";
import { parseArgs } from "node:util";
import type { Connection } from "../../src-preload/contract/connection.ts";
import { contractError } from "../../src-preload/contract/errors.ts";
import { type AsyncResult, fail, ok, type Result } from "../../src-preload/contract/result.ts";
import { type ImportResult, importPieceBytes, maxImportBytes } from "../../src-preload/contract/transfer.ts";
import { storageError } from "../storage/storage-error.ts";
import { text } from "../words.ts";
import type { CliContext, ExitCode } from "./context.ts";
import { wrongOption } from "./wrong-option.ts";

export interface ImportCall {
  readonly kind: "import";
  readonly file: string;
  readonly json: boolean;
}

/** What follows `perch chats import`; a failure is the sentence that says what is wrong with it. */
export async function readImportCall(args: readonly string[]): Promise<Result<ImportCall, string>> {
  const [file = "", ...rest] = args;
  if (file === "" || file.startsWith("-")) return fail(text("cli.chats.noFile"));
  const options = { json: { type: "boolean" } } as const;
  const wrong = await wrongOption(rest, options);
  if (wrong !== null) return fail(wrong);
  return ok({ kind: "import", file, json: parseArgs({ args: [...rest], options }).values.json === true });
}

/** Takes every chat of the file; what of it is not taken is told, each with its reason. */
export async function runImport(
  { file, json }: ImportCall,
  connection: Connection,
  context: CliContext,
): Promise<ExitCode> {
  const taken = await takeFile(resolve(context.startFolder, file), connection, context);
  if (!taken.ok) {
    context.say(taken.error.message);
    return 1;
  }
  const { broken, moreBroken, isStopped: _, ...counts } = taken.value;
  if (json) context.out(`${JSON.stringify(taken.value)}\n`);
  else context.out(`${text("cli.chats.imported", counts)}\n`);
  for (const { title, reason } of broken) context.say(title === "" ? reason : `${title}: ${reason}`);
  if (moreBroken > 0) context.say(text("cli.chats.moreBroken", { count: moreBroken }));
  return 0;
}

async function takeFile(path: string, connection: Connection, context: CliContext): AsyncResult<ImportResult> {
  const importId = context.host.createId();
  const brought = await bringFile({ path, importId }, connection, context);
  if (!brought.ok) return brought;
  const taken = await connection.request("session.import", { importId, name: basename(path) });
  await connection.request("session.dropImport", { importId });
  return taken;
}

/** Hands the file over in pieces: another process may own the home, and be where this path is not read. */
async function bringFile(
  { path, importId }: { readonly path: string; readonly importId: string },
  connection: Connection,
  { files }: CliContext,
): AsyncResult<void> {
  try {
    await using handle = await files.open(path, "r");
    const { size } = await handle.stat();
    if (size > maxImportBytes) {
      return fail(contractError("too-large", text("import.tooLarge", { most: maxImportBytes / 1024 / 1024 })));
    }
    const piece = Buffer.alloc(Math.min(importPieceBytes, Math.max(size, 1)));
    for (let offset = 0; offset === 0 || offset < size; offset += importPieceBytes) {
      const { bytesRead } = await handle.read(piece, 0, piece.length, offset);
      const base64 = piece.subarray(0, bytesRead).toString("base64");
      const brought = await connection.request("session.bring", { importId, offset, base64 });
      if (!brought.ok) return brought;
    }
    return ok(undefined);
  } catch (cause) {
    return fail(storageError(cause, path));
  }
}
