import { isAbsolute, join } from "node:path";
import { type ContractError, contractError } from "../../../../src-preload/contract/errors.ts";
import { type AsyncResult, fail, ok, type Result } from "../../../../src-preload/contract/result.ts";
import type { SkillCandidate, SkillOrigin, SkillPreview } from "../../../../src-preload/contract/skills.ts";
import { createLane } from "../../../bus/lane.ts";
import type { Clock } from "../../../host.ts";
import type { FileSystem } from "../../../storage/file-system.ts";
import { isMissing } from "../../../thrown.ts";
import { text } from "../../../words.ts";
import type { Skill } from "../skill.ts";
import { fetchArchive, type GetPage } from "./fetch-archive.ts";
import { findSkillsIn } from "./found-skill.ts";
import { hashOf, type Looked, type LookParts, lookAtSkill, marker, standingFiles } from "./look-at-skill.ts";
import { readFolder } from "./read-folder.ts";
import { readZip } from "./read-zip.ts";
import type { SkillFileData } from "./skill-files.ts";
import { writeSkill } from "./write-skill.ts";

export interface ImportParts extends LookParts {
  readonly clock: Pick<Clock, "setTimer">;
  readonly find: () => Promise<readonly Skill[]>;
  readonly get: GetPage;
  readonly expand: (path: string) => string;
  /** Switches a skill off before it is there. */
  readonly switchOff: (name: string) => AsyncResult<void>;
  readonly told: (entry: string) => void;
  readonly signal: AbortSignal;
}

export interface SkillImport extends Disposable {
  /** What is there; nothing is written. It can be brought in until another is looked at. */
  preview(origin: SkillOrigin): AsyncResult<SkillPreview>;
  /** Brings in what was shown, by names of it: just those bytes, in the place of just what they were compared with. */
  bringIn(token: string, names: readonly string[]): AsyncResult<void>;
}

interface Held {
  readonly token: string;
  readonly looked: readonly Looked[];
}

/** What was looked at is held so long. */
const heldMs = 15 * 60_000;

export function createSkillImport(parts: ImportParts): SkillImport {
  const { files, root } = parts;
  const inTurn = createLane();
  let held: Held | null = null;
  let forget: Disposable | null = null;

  function hold(next: Held | null): void {
    forget?.[Symbol.dispose]();
    held = next;
    forget = next === null ? null : parts.clock.setTimer(heldMs, () => hold(null));
  }

  async function write({ skill, entry, standing, startsOff }: Looked): AsyncResult<void> {
    const { name } = skill;
    if (await isLink(join(root, entry), files)) return fail(contractError("forbidden", text("skill.leadsOut")));
    if (hashOf(await standingFiles(join(root, entry), files)) !== standing) {
      return fail(contractError("conflict", text("skill.import.changed", { name })));
    }
    const off = startsOff ? await parts.switchOff(name) : ok(undefined);
    if (!off.ok) return off;
    const written = await writeSkill(root, entry, skill.files, files);
    if (written.ok) parts.told(entry);
    return written;
  }

  return {
    preview: (origin) =>
      inTurn(async () => {
        const read = await readOrigin(origin, parts);
        if (!read.ok) return fail(contractError("invalid-input", read.error));
        const found = await findSkillsIn(read.value);
        if (!found.ok) return fail(contractError("invalid-input", found.error));
        const skills = await parts.find();
        const looked: (readonly [Looked, SkillCandidate])[] = [];
        for (const skill of found.value) looked.push(await lookAtSkill(skill, skills, parts));
        const token = hashOf(looked.flatMap(([{ skill, standing }]) => [...skill.files, marker(standing)]));
        hold({ token, looked: looked.map(([one]) => one) });
        return ok({ token, skills: looked.map(([, candidate]) => candidate) });
      }),
    bringIn: (token, names) =>
      inTurn(async () => {
        if (held?.token !== token) return fail(contractError("conflict", text("skill.import.over")));
        const chosen = chosenOf(held, names);
        if (!chosen.ok) return chosen;
        for (const one of chosen.value) {
          const written = await write(one);
          if (!written.ok) return written;
        }
        hold(null);
        return ok(undefined);
      }),
    [Symbol.dispose]: () => hold(null),
  };
}

/** The skills of these names, each of which can be brought in. */
function chosenOf({ looked }: Held, names: readonly string[]): Result<readonly Looked[], ContractError> {
  const chosen: Looked[] = [];
  for (const name of new Set(names)) {
    const one = looked.find(({ skill }) => skill.name === name);
    if (one === undefined) return fail(contractError("not-found", text("skill.unknown", { name })));
    const { problem } = one.skill;
    if (problem !== "") return fail(contractError("invalid-input", text("skill.import.notUsable", { name, problem })));
    chosen.push(one);
  }
  return ok(chosen);
}

function readOrigin(origin: SkillOrigin, parts: ImportParts): Promise<Result<readonly SkillFileData[], string>> {
  switch (origin.kind) {
    case "folder":
      return readChosenFolder(parts.expand(origin.path.trim()), parts.files);
    case "zip":
      return readZip(Buffer.from(origin.base64, "base64"));
    case "address":
      return fetchArchive(origin.address, parts.get, parts.signal);
  }
}

/** The files stand below the folder's own name, which counts for a skill without one. */
async function readChosenFolder(path: string, files: FileSystem): Promise<Result<readonly SkillFileData[], string>> {
  if (!isAbsolute(path)) return fail(text("skill.import.relative"));
  const read = await readFolder(path, files);
  const name = path.replaceAll("\\", "/").replace(/\/+$/, "").split("/").at(-1) ?? "";
  if (!read.ok || name === "") return read;
  return ok(read.value.map((file) => ({ ...file, path: `${name}/${file.path}` })));
}

async function isLink(path: string, files: FileSystem): Promise<boolean> {
  try {
    return (await files.lstat(path)).isSymbolicLink();
  } catch (cause) {
    if (isMissing(cause)) return false;
    throw cause;
  }
}
