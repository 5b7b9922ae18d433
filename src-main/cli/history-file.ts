import { join } from "node:path";
import { parseBoundedJson } from "../../src-preload/contract/bounded-json.ts";
import { createLane } from "../bus/lane.ts";
import { writeFileAtomic } from "../storage/atomic-file.ts";
import { systemCodeOf } from "../thrown.ts";
import type { CliContext } from "./context.ts";
import { maxEntryChars } from "./terminal/typed-history.ts";

const maxKept = 500;

/** What was typed in this home's terminals, newest first; kept with each message, so that no end of a terminal loses it. */
export interface HistoryFile {
  readonly entries: readonly string[];
  add(message: string): void;
  /** Resolves when all is kept. */
  settled(): Promise<void>;
}

export async function openHistory(context: CliContext): Promise<HistoryFile> {
  const path = join(context.host.paths.home, "terminal-history.json");
  const inTurn = createLane();

  async function read(): Promise<readonly string[]> {
    try {
      const kept: unknown = parseBoundedJson(await context.files.readFile(path, "utf8"));
      return Array.isArray(kept) ? kept.filter((entry) => typeof entry === "string") : [];
    } catch (cause) {
      const isMissing = systemCodeOf(cause) === "ENOENT";
      if (!isMissing) context.host.log("warn", "the terminal's history cannot be read", { reason: String(cause) });
      return [];
    }
  }

  /** Another terminal may have added to it meanwhile. */
  async function write(message: string): Promise<void> {
    const others = (await read()).filter((entry) => entry !== message);
    const kept = JSON.stringify([message, ...others].slice(0, maxKept));
    const saved = await writeFileAtomic(path, kept, { files: context.files, mode: 0o600 });
    if (!saved.ok) context.host.log("warn", "the terminal's history was not saved", { reason: saved.error.message });
  }

  return {
    entries: await read(),
    add(message) {
      if (message.length > maxEntryChars) return;
      void inTurn(() => write(message));
    },
    settled: () => inTurn(async () => undefined),
  };
}
