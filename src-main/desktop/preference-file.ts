import { readFileSync, renameSync } from "node:fs";
import { join } from "node:path";
import type { Log } from "../host.ts";
import { isMissing, reasonOf } from "../thrown.ts";
import { type DesktopPreferences, firstPreferences, readPreferences } from "./preferences.ts";

/** What a library that keeps settings does for us; electron-store is one. */
interface PreferenceStore {
  set(content: Partial<DesktopPreferences>): void;
}

export interface PreferenceFile {
  current(): DesktopPreferences;
  /** Holds at once; one that cannot be written is told to the log and holds until the end. */
  change(patch: Partial<DesktopPreferences>): void;
}

interface FileParts {
  /** Absolute; the file is `NAME.json` in it. */
  readonly folder: string;
  readonly name: string;
  readonly openStore: () => PreferenceStore;
  readonly log: Log;
  readonly now: () => number;
}

/** Reads the file once. One that cannot be used is kept beside, as `NAME.broken-TIME.json`, and what can be used of it is. */
export function openPreferenceFile({ folder, name, openStore, log, now }: FileParts): PreferenceFile {
  const path = join(folder, `${name}.json`);
  const { preferences, isWhole } = readFile(path);
  let current = preferences;
  const store = attempt(() => {
    // The library refuses to open what is no JSON, or writes over it.
    if (!isWhole) renameSync(path, join(folder, `${name}.broken-${now()}.json`));
    const opened = openStore();
    if (!isWhole) opened.set(current);
    return opened;
  });

  function attempt<Value>(work: () => Value): Value | null {
    try {
      return work();
    } catch (cause) {
      log("warn", "the preferences of this desktop could not be kept", { path, reason: reasonOf(cause) });
      return null;
    }
  }

  if (!isWhole) log("warn", "the preferences of this desktop could not be read whole", { path });
  return {
    current: () => current,
    change(patch) {
      current = { ...current, ...patch };
      attempt(() => store?.set(patch));
    },
  };
}

function readFile(path: string): ReturnType<typeof readPreferences> {
  try {
    return readPreferences(JSON.parse(readFileSync(path, "utf8")));
  } catch (cause) {
    // A folder in its place, half of a file, no right to read it.
    return { preferences: firstPreferences, isWhole: isMissing(cause) };
  }
}
