import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { type DiagnosisName, diagnosisNames } from "../../src-preload/contract/diagnosis.ts";
import { fail, ok, type Result } from "../../src-preload/contract/result.ts";
import { storageError } from "../storage/storage-error.ts";
import { systemCodeOf } from "../thrown.ts";
import { text } from "../words.ts";
import { askYesNo } from "./ask-yes-no.ts";
import type { CliContext, ExitCode } from "./context.ts";
import { openHome } from "./open-home.ts";
import { wrongOption } from "./wrong-option.ts";

export interface ZipCall {
  readonly kind: "zip";
  readonly file: string;
  readonly names: readonly DiagnosisName[];
  readonly yes: boolean;
}

const options = {
  zip: { type: "string" },
  without: { type: "string", multiple: true },
  yes: { type: "boolean" },
} as const;

export async function readZipCall(args: readonly string[]): Promise<Result<ZipCall, string>> {
  const wrong = await wrongOption(args, options);
  if (wrong !== null) return fail(wrong);
  const { values } = parseArgs({ args: [...args], options });
  const left = values.without ?? [];
  const unknown = left.find((name) => !diagnosisNames.some((known) => known === name));
  if (unknown !== undefined) {
    return fail(text("cli.doctor.zipUnknown", { name: unknown, names: diagnosisNames.join(", ") }));
  }
  const names = diagnosisNames.filter((name) => !left.includes(name));
  if (names.length === 0) return fail(text("cli.doctor.zipNothing"));
  return ok({ kind: "zip", file: values.zip ?? "", names, yes: values.yes === true });
}

/** Says what goes in, asks, and writes it; a file that is there already is not overwritten. */
export async function writeDiagnosis({ file, names, yes }: ZipCall, context: CliContext): Promise<ExitCode> {
  const home = await openHome(context);
  if (!home.ok) return failed(home.error.message, context);
  const { connection } = home.value;
  try {
    const path = resolve(context.startFolder, file);
    const listed = await connection.request("diagnosis.list", {});
    if (!listed.ok) return failed(listed.error.message, context);
    for (const one of listed.value.files) {
      if (names.includes(one.name)) context.say(text("cli.doctor.zipHolds", { file: one.file, holds: one.holds }));
    }
    if (!yes) {
      if (!context.isTerminal) {
        context.say(text("cli.doctor.zipWantsYes"));
        return 2;
      }
      if (!(await askYesNo(text("cli.doctor.zipAsk", { path })))) return failed(text("cli.doctor.zipLeft"), context);
    }
    const made = await connection.request("diagnosis.make", { names: [...names] });
    if (!made.ok) return failed(made.error.message, context);
    return await write(path, Buffer.from(made.value.base64, "base64"), context);
  } finally {
    await home.value.close();
  }
}

async function write(path: string, bytes: Buffer, context: CliContext): Promise<ExitCode> {
  try {
    await context.files.writeFile(path, bytes, { flag: "wx", mode: 0o600 });
  } catch (cause) {
    const code = systemCodeOf(cause);
    const known = code === "EEXIST" ? "cli.doctor.zipThere" : code === "ENOENT" ? "cli.doctor.zipNoFolder" : null;
    return failed(known === null ? storageError(cause, path).message : text(known, { path }), context);
  }
  context.out(`${text("cli.doctor.zipWritten", { path })}\n`);
  return 0;
}

function failed(message: string, context: CliContext): ExitCode {
  context.say(message);
  return 1;
}
