import { parseArgs } from "node:util";
import type { Connection } from "../../src-preload/contract/connection.ts";
import { type AsyncResult, fail, ok, type Result } from "../../src-preload/contract/result.ts";
import type { ExportFormat } from "../../src-preload/contract/transfer.ts";
import { text } from "../words.ts";
import type { CliContext, ExitCode } from "./context.ts";
import { wrongOption } from "./wrong-option.ts";

const formats: Readonly<Record<string, ExportFormat>> = {
  md: "markdown",
  markdown: "markdown",
  html: "html",
  json: "json",
};

export interface ExportCall {
  readonly kind: "export";
  readonly key: string;
  readonly format: ExportFormat;
}

/** What follows `perch chats export`; a failure is the sentence that says what is wrong with it. */
export async function readExportCall(args: readonly string[]): Promise<Result<ExportCall, string>> {
  const [key = "", ...rest] = args;
  if (key === "" || key.startsWith("-")) return fail(text("cli.chats.noKey"));
  const options = { format: { type: "string" } } as const;
  const wrong = await wrongOption(rest, options);
  if (wrong !== null) return fail(wrong);
  const named = parseArgs({ args: [...rest], options }).values.format ?? "md";
  const format = Object.hasOwn(formats, named) ? formats[named] : undefined;
  return format === undefined
    ? fail(text("cli.chats.noFormat", { format: named }))
    : ok({ kind: "export", key, format });
}

/** Writes the chat to standard output, whole. */
export async function runExport(
  { key, format }: ExportCall,
  connection: Connection,
  context: CliContext,
): Promise<ExitCode> {
  const whole = await partsOf(connection, key, format);
  if (!whole.ok) {
    context.say(whole.error.message);
    return 1;
  }
  for (const part of whole.value) context.out(part);
  return 0;
}

/** They come from the end of the chat: each stands before those that came. */
async function partsOf(connection: Connection, key: string, format: ExportFormat): AsyncResult<readonly string[]> {
  const parts: string[] = [];
  let before: string | null = null;
  do {
    const from: { readonly before?: string } = before === null ? {} : { before };
    const part = await connection.request("session.export", { sessionKey: key, format, ...from });
    if (!part.ok) return part;
    parts.unshift(part.value.text);
    before = part.value.before;
  } while (before !== null);
  return ok(parts);
}
