import type { Stats } from "node:fs";
import { join } from "node:path";
import { contractError } from "../../../src-preload/contract/errors.ts";
import type { ProfileRow } from "../../../src-preload/contract/profiles.ts";
import { fail, ok, type Result } from "../../../src-preload/contract/result.ts";
import { revealLine } from "../../../src-preload/contract/reveal-controls.ts";
import type { Profile, ProfileSource } from "../../agent/profile.ts";
import type { Clock, Log } from "../../host.ts";
import type { FileSystem } from "../../storage/file-system.ts";
import { isBelow } from "../../storage/is-below.ts";
import { createKeptReader } from "../../storage/kept-reader.ts";
import { isMissing, reasonOf } from "../../thrown.ts";
import { text } from "../../words.ts";
import { knownPath } from "../known-path.ts";
import { maxProfileBytes, profileName, readProfileFile } from "./profile-file.ts";

interface FinderParts {
  readonly files: FileSystem;
  readonly clock: Pick<Clock, "now">;
  readonly log: Log;
  readonly workspace: string;
}

/** The profiles of `agents/` in the workspace, each a folder with an AGENT.md. */
export interface Profiles extends ProfileSource {
  /** By name, those that cannot be used too. */
  rows(): Promise<readonly ProfileRow[]>;
  /** From now on a profile that names a tool which is none says so. `isTool`: also of a pattern, whether a tool fits it. */
  knowTools(isTool: (name: string) => boolean): void;
}

const folderName = "agents";
const fileName = "AGENT.md";
const mostEntries = 200;

/** Thrown by a look at a file that is not read. */
class NotRead extends Error {}

export function createProfiles({ files, clock, log, workspace }: FinderParts): Profiles {
  const root = join(workspace, folderName);
  const read = createKeptReader(files, clock, checkSize);
  let isTool = (_: string): boolean => true;

  /** Null where the folder holds no AGENT.md. */
  async function look(entry: string): Promise<Result<Profile, string> | null> {
    const path = join(root, entry, fileName);
    try {
      if (!isBelow(await files.realpath(path), await files.realpath(root))) return fail(text("profile.leadsOut"));
      return await readProfileFile(await read(path), entry);
    } catch (cause) {
      if (cause instanceof NotRead) return fail(cause.message);
      if (isMissing(cause)) return null;
      log("warn", "an agent profile could not be read", { entry, reason: reasonOf(cause) });
      return fail(text("profile.unreadable"));
    }
  }

  async function entries(): Promise<readonly string[]> {
    try {
      return (await files.readdir(root)).toSorted().slice(0, mostEntries);
    } catch (cause) {
      if (!isMissing(cause)) log("warn", "the agent profiles could not be listed", { reason: reasonOf(cause) });
      return [];
    }
  }

  async function row(entry: string): Promise<ProfileRow | null> {
    const found = await look(entry);
    if (found === null) return null;
    const path = knownPath(`${folderName}/${entry}/${fileName}`)?.path ?? null;
    if (!found.ok) return { name: entry, description: "", model: null, path, problem: found.error, warning: "" };
    const { name, description, model } = found.value;
    const unknown = (found.value.tools ?? []).filter((tool) => !isTool(tool));
    const warning = unknown.length === 0 ? "" : text("profile.noSuchTools", { names: toldNames(unknown) });
    return { name, description, model, path, problem: "", warning };
  }

  async function rows(): Promise<readonly ProfileRow[]> {
    const found = await Promise.all((await entries()).map(row));
    return found.filter((one) => one !== null);
  }

  return {
    rows,
    knowTools(given) {
      isTool = given;
    },
    async find(given) {
      const name = profileName(given);
      const entry = name === null ? undefined : (await entries()).find((one) => profileName(one) === name);
      const found = entry === undefined ? null : await look(entry);
      if (found === null) return fail(contractError("not-found", text("profile.gone", { name: given })));
      if (found.ok) return ok(found.value);
      return fail(contractError("invalid-input", text("profile.unusable", { name: given, reason: found.error })));
    },
    async describe(chosen) {
      const lines = (await rows()).map(lineOf);
      const now = chosen === null ? text("profile.none") : text("profile.chosen", { name: chosen });
      return [now, ...(lines.length === 0 ? [text("profile.noneYet")] : lines), text("profile.howTo")].join("\n");
    },
  };
}

function lineOf({ name, description, problem, warning }: ProfileRow): string {
  if (problem !== "") return text("profile.badLine", { name, problem });
  return warning === ""
    ? text("profile.line", { name, description })
    : text("profile.warnedLine", { name, description, warning });
}

/** So many names are told, each in so many characters. */
const toldTools = 5;
const toldChars = 40;

function toldNames(names: readonly string[]): string {
  const told = names.slice(0, toldTools).map((name) => revealLine(name.slice(0, toldChars)));
  return names.length > told.length ? `${told.join(", ")}, …` : told.join(", ");
}

function checkSize(stats: Stats): void {
  if (!stats.isFile()) throw new NotRead(text("profile.notAFile"));
  if (stats.size > maxProfileBytes) throw new NotRead(text("profile.tooLarge", { most: maxProfileBytes / 1024 }));
}
