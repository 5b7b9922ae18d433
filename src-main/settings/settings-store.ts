import { join } from "node:path";
import { type ContractError, contractError } from "../../src-preload/contract/errors.ts";
import { type AsyncResult, fail, ok, type Result } from "../../src-preload/contract/result.ts";
import type { Settings } from "../../src-preload/contract/settings.ts";
import { createLane } from "../bus/lane.ts";
import type { Host } from "../host.ts";
import type { FileSystem } from "../storage/file-system.ts";
import { systemCodeOf } from "../thrown.ts";
import { text } from "../words.ts";
import { keepWritten } from "./keep-written.ts";
import { mergePatch } from "./merge-patch.ts";
import { isTooDeep, maxLevels } from "./nesting.ts";
import { type ParsedSettings, parseSettings, type SettingsProblem, settingsInForce } from "./parse-settings.ts";
import { readRegular } from "./read-regular.ts";
import type { UnknownKey } from "./read-shape.ts";

/** How settings reach the disk; handed in, so that saving is as safe as everything else that is written. */
export type WriteText = (path: string, content: string) => AsyncResult<void>;

export interface SettingsStore {
  readonly path: string;
  /**
   * What is in force: file, environment and defaults. The very same value until an `update`, or until the file was changed
   * by somebody else, which counts within a second.
   */
  current(): AsyncResult<Settings>;
  /** Keys that no setting has, of the file as it is now; none of a file that cannot be read. */
  unknownKeys(): Promise<readonly UnknownKey[]>;
  /** Looks at the file at once, for somebody may have changed it. */
  look(): Promise<void>;
  /** Patches the file; environment overrides are never written into it. A broken file is not touched. */
  update(patch: Readonly<Record<string, unknown>>): AsyncResult<Settings>;
}

/** The file is looked at no more often than this. */
const lookEveryMs = 1000;

/** `onChanged` hears of every change, whoever made it: an `update`, or a hand's edit of the file as soon as it is noticed. */
export function createSettingsStore(
  host: Host,
  files: FileSystem,
  write: WriteText,
  onChanged: () => void = () => undefined,
): SettingsStore {
  const path = join(host.paths.home, "config.json");
  let cached: AsyncResult<Settings> | null = null;
  /** One that threw is its caller's; the next one is saved all the same. */
  const inTurn = createLane();
  /** The file as it was when it was last looked at; null before that. */
  let stamp: string | null = null;
  let lookedAt = Number.NEGATIVE_INFINITY;

  async function stampNow(): Promise<string> {
    try {
      const { mtimeMs, size, ino } = await files.stat(path);
      return `${mtimeMs} ${size} ${ino}`;
    } catch {
      // Missing, or not to be looked at: reading it says why.
      return "none";
    }
  }

  async function look(): AsyncResult<Settings> {
    lookedAt = host.monotonic();
    const now = await stampNow();
    if (now === stamp) return inForce();
    const isFirst = stamp === null;
    stamp = now;
    cached = null;
    const read = inForce();
    if (!isFirst) void read.then(changedOutside);
    return read;
  }

  function changedOutside(read: Result<Settings, ContractError>): void {
    if (!read.ok) host.log("warn", "settings were changed and cannot be used", { path, reason: read.error.message });
    onChanged();
  }

  function inForce(): AsyncResult<Settings> {
    cached ??= load().then((result) => {
      if (!result.ok) cached = null;
      return result;
    });
    return cached;
  }

  async function readText(): AsyncResult<string> {
    try {
      return ok(await readRegular(files, path));
    } catch (cause) {
      if (systemCodeOf(cause) === "ENOENT") return ok("{}");
      return fail(contractError("bad-settings", text("settings.unreadable", { path, reason: String(cause) })));
    }
  }

  async function read(): AsyncResult<ParsedSettings> {
    const content = await readText();
    return content.ok ? parseSettings(content.value, host.env, path) : content;
  }

  async function load(): AsyncResult<Settings> {
    const parsed = await read();
    if (!parsed.ok) return parsed;
    const { settings, unknown } = parsed.value;
    if (unknown.length > 0)
      host.log("warn", "keys that are no settings", { path, fields: unknown.map((key) => key.field) });
    return ok(settings);
  }

  async function save(patch: Readonly<Record<string, unknown>>): AsyncResult<Settings> {
    if (isTooDeep(patch)) {
      return fail(contractError("invalid-input", text("settings.changeTooDeep", { limit: maxLevels })));
    }
    const before = await read();
    if (!before.ok) return before;
    const { raw, settings } = before.value;
    const next = mergePatch(raw, keepWritten(patch, raw, settings));
    const after = settingsInForce(next, host.env);
    if (!after.ok) return fail(badChange(after.error));
    const written = await write(path, `${JSON.stringify(next, null, 2)}\n`);
    if (!written.ok) {
      // The file may be the old or the new one: what it holds is what is in force.
      cached = null;
      return written;
    }
    const result = ok(after.value.settings);
    cached = Promise.resolve(result);
    stamp = await stampNow();
    onChanged();
    return result;
  }

  return {
    path,
    current: () => (host.monotonic() - lookedAt < lookEveryMs ? inForce() : look()),
    // An update that is being written is no change by somebody else.
    look: () => inTurn(async () => void (await look())),
    async unknownKeys() {
      const parsed = await read();
      return parsed.ok ? parsed.value.unknown : [];
    },
    update: (patch) => inTurn(() => save(patch)),
  };
}

/** The file is as it should be: it is the change that is wrong, or a variable. */
function badChange({ kind, ...values }: SettingsProblem): ContractError {
  return contractError("invalid-input", text(changeSentences[kind], values), { field: values.field });
}

const changeSentences = {
  "wrong-value": "settings.badChange",
  "wrong-variable": "settings.changeMeetsVariable",
  "missing-variable": "settings.changeMissesVariable",
} as const;
