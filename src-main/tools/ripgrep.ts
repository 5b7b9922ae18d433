import { StringDecoder } from "node:string_decoder";
import type { OpenedFolder } from "../policy/open-in-roots.ts";
import { type ChildEnd, runChild } from "../processes/child-process.ts";
import { ripgrepPath } from "../real-files.ts";
import type { ToolContext } from "./tool.ts";

/** What ripgrep calls `./a/b`, as a path that the other tools take. */
export function pathInFolder(line: string, folder: OpenedFolder): string {
  const inner = line.replace(/^\.[\\/]/, "");
  if (folder.display === ".") return inner;
  return folder.display.endsWith("/") ? folder.display + inner : `${folder.display}/${inner}`;
}

export interface RipgrepRun {
  readonly end: ChildEnd;
  readonly stderr: string;
  /** The reader of the lines had enough, and ripgrep was ended. */
  readonly isCut: boolean;
}

/** As much of a tool's context as a search needs. */
export interface SearchContext extends Pick<ToolContext, "childEnv" | "platform" | "clock" | "signal"> {
  /** A minute unless told. */
  readonly timeoutMs?: number;
  /** Searched in place of the folder. */
  readonly input?: AsyncIterable<Uint8Array>;
}

const usualTimeoutMs = 60_000;
const maxStderrChars = 4000;
const maxLineChars = 16_384;

/**
 * Hidden files are searched, git's own are not; links are never followed. `.gitignore` counts in any folder. A pattern
 * that would take hundreds of megabytes to prepare is refused.
 */
const commonFlags = [
  "--no-config",
  "--no-messages",
  "--hidden",
  "--color=never",
  "--no-require-git",
  "--regex-size-limit=10M",
  "--dfa-size-limit=10M",
  "--glob=!**/.git/",
  // What a glob without regard to case asks for, it would have there too.
  "--iglob=!**/.git/",
];

/**
 * Runs ripgrep in an opened folder and hands over its output line by line, until `onLine` says false. Throws when
 * ripgrep is not installed.
 */
export async function runRipgrep(
  folder: OpenedFolder,
  flags: readonly string[],
  onLine: (line: string) => boolean,
  context: SearchContext,
): Promise<RipgrepRun> {
  const file = await ripgrepPath();
  const enough = new AbortController();
  const decoder = new StringDecoder("utf8");
  let open = "";
  let stderr = "";
  const onText = (text: string) => {
    const lines = (open + text).split("\n");
    open = (lines.pop() ?? "").slice(0, maxLineChars);
    for (const line of lines) {
      if (enough.signal.aborted) return;
      if (!onLine(line)) enough.abort();
    }
  };
  const { input } = context;
  const end = await runChild(
    {
      file,
      arguments: [...flags, ...commonFlags, input === undefined ? "." : "-"],
      ...(input === undefined ? {} : { input }),
      folder: folder.location,
      env: context.childEnv,
      platform: context.platform,
      clock: context.clock,
      signal: AbortSignal.any([context.signal, enough.signal]),
      timeoutMs: context.timeoutMs ?? usualTimeoutMs,
    },
    (chunk, stream) => {
      if (stream === "stdout") onText(decoder.write(chunk));
      else if (stderr.length < maxStderrChars) stderr += chunk.toString("utf8");
    },
  );
  context.signal.throwIfAborted();
  if (open !== "" && !enough.signal.aborted) onLine(open);
  return { end, stderr: stderr.trim(), isCut: enough.signal.aborted };
}

/** What ripgrep says is wrong with a pattern or a glob; null when it found nothing wrong. */
export function ripgrepProblem({ end, stderr, isCut }: RipgrepRun): string | null {
  if (isCut) return null;
  if (end.kind === "not-started") return `ripgrep could not be started: ${end.message}`;
  if (end.kind !== "exited") return null;
  if (end.code === null) return `ripgrep was ended by ${end.signal}`;
  // 2 without a word is a file that could not be read; the rest was searched.
  return end.code >= 2 && stderr !== "" ? stderr.replace(/^rg: /, "") : null;
}
