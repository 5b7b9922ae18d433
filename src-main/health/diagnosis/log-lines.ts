import { join } from "node:path";
import { parseBoundedJson } from "../../../src-preload/contract/bounded-json.ts";
import { isRecord } from "../../../src-preload/contract/own-value.ts";
import type { FileSystem } from "../../storage/file-system.ts";
import { isMissing } from "../../thrown.ts";

interface LogLines {
  readonly folder: string;
  readonly files: FileSystem;
  readonly shorten: (text: string) => string;
}

const mostFiles = 3;
/** From the end of each. */
const mostBytes = 256 * 1024;

/** Facts of a line whose words are the program's own; every other text of a line is left out. */
const toldFields: ReadonlySet<string> = new Set([
  ...["reason", "error", "cause", "code", "route", "provider", "status", "state", "stage", "step"],
]);

/** The end of the last days' logs, a line of JSON each. Numbers stay; texts are shortened, or left out. */
export async function logLines({ folder, files, shorten }: LogLines): Promise<string> {
  const names = await namesIn(folder, files);
  const lines: string[] = [];
  for (const name of names.slice(-mostFiles)) {
    for (const line of (await endOf(join(folder, name), files)).split("\n")) {
      const told = toldLine(line, shorten);
      if (told !== null) lines.push(told);
    }
  }
  return lines.map((line) => `${line}\n`).join("");
}

async function namesIn(folder: string, files: FileSystem): Promise<readonly string[]> {
  try {
    return (await files.readdir(folder)).filter((name) => /^\d{4}-\d{2}-\d{2}\.jsonl$/.test(name)).toSorted();
  } catch (cause) {
    if (isMissing(cause)) return [];
    throw cause;
  }
}

async function endOf(path: string, files: FileSystem): Promise<string> {
  await using handle = await files.open(path, "r");
  const { size } = await handle.stat();
  const from = Math.max(0, size - mostBytes);
  const buffer = Buffer.alloc(size - from);
  const { bytesRead } = await handle.read(buffer, 0, buffer.length, from);
  const text = buffer.subarray(0, bytesRead).toString("utf8");
  return from === 0 ? text : text.slice(text.indexOf("\n") + 1);
}

/** Null for what is no line of a log. */
function toldLine(line: string, shorten: (text: string) => string): string | null {
  const parsed = parsedLine(line);
  if (parsed === null) return null;
  const told = Object.entries(parsed).flatMap(([name, value]): [string, unknown][] => {
    if (name === "time" || name === "level") return typeof value === "string" ? [[name, value.slice(0, 40)]] : [];
    if (typeof value === "number" || typeof value === "boolean" || value === null) return [[name, value]];
    if (typeof value === "string" && (name === "message" || toldFields.has(name))) return [[name, shorten(value)]];
    return [[name, "…"]];
  });
  return JSON.stringify(Object.fromEntries(told));
}

function parsedLine(line: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = parseBoundedJson(line);
    return isRecord(value) ? value : null;
  } catch (cause) {
    if (cause instanceof SyntaxError) return null;
    throw cause;
  }
}
