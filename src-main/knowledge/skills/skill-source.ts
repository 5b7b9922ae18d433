import { chatCommands } from "../../../src-preload/contract/chat-commands.ts";
import type { Settings } from "../../../src-preload/contract/settings.ts";
import type { SkillRow } from "../../../src-preload/contract/skills.ts";
import { callableName } from "./callable-name.ts";
import { namedAmong } from "./named-skills.ts";
import type { Skill, UsableSkill } from "./skill.ts";
import type { SkillNeeds } from "./skill-head.ts";
import { type NamedPart, type OfferedSkill, skillParts, withoutEnd } from "./skill-prompt.ts";

interface SourceParts {
  readonly find: () => Promise<readonly Skill[]>;
  readonly missing: (needs: SkillNeeds) => Promise<readonly string[]>;
}

/**
 * The skills as they are now: what a model hears of them, what a message calls, and what a person is shown. `only`: those that
 * a chat has, where it has not all.
 */
export interface SkillSource {
  /** Parts of the system prompt, the same bytes as long as no skill, setting or program changes. */
  parts(settings: Settings, only?: ReadonlySet<string> | null): Promise<readonly NamedPart[]>;
  /** Whether `/name` calls a skill. */
  has(name: string, settings: Settings, only?: ReadonlySet<string> | null): Promise<boolean>;
  /** What goes along with a message that calls skills, each cut to `mostChars`; "" where it calls none. */
  named(message: string, settings: Settings, mostChars: number, only?: ReadonlySet<string> | null): Promise<string>;
  rows(settings: Settings): Promise<readonly SkillRow[]>;
  /** The folders of the person's own skills that are in use. */
  ownFolders(settings: Settings): Promise<readonly string[]>;
}

const commands: ReadonlySet<string> = new Set(chatCommands);

export function createSkillSource({ find, missing }: SourceParts): SkillSource {
  async function usable(
    { skills }: Settings,
    only: ReadonlySet<string> | null = null,
  ): Promise<readonly UsableSkill[]> {
    const off = new Set(skills.disabled);
    const isIn = (name: string): boolean => !off.has(name) && (only === null || only.has(name));
    return (await find()).filter((skill) => skill.kind === "usable").filter(({ name }) => isIn(name));
  }

  async function offered(settings: Settings, only?: ReadonlySet<string> | null): Promise<readonly OfferedSkill[]> {
    const skills = await usable(settings, only);
    return Promise.all(skills.map(async (skill) => ({ skill, missing: await missing(skill.needs) })));
  }

  return {
    parts: async (settings, only) => skillParts(await offered(settings, only)),
    async has(name, settings, only) {
      const called = callableName(name);
      return called !== null && (await usable(settings, only)).some((skill) => skill.name === called);
    },
    async named(message, settings, mostChars, only) {
      if (!/^\/|\$/.test(message)) return "";
      const skills = new Map((await usable(settings, only)).map((skill) => [skill.name, skill]));
      const called = namedAmong(message, skills);
      const blocks = called.map(async (skill) => skillInUse(skill, await missing(skill.needs), mostChars));
      return (await Promise.all(blocks)).join("\n");
    },
    async rows(settings) {
      const off = new Set(settings.skills.disabled);
      return Promise.all((await find()).map((skill) => rowOf(skill, off, missing)));
    },
    async ownFolders(settings) {
      return (await usable(settings)).filter(({ source }) => source === "own").map(({ entry }) => entry);
    },
  };
}

/** A skill as it goes along with the message that calls it. `agent/skills-in-use.ts` reads its first line. */
function skillInUse({ name, path, body }: UsableSkill, missing: readonly string[], mostChars: number): string {
  const said = body.length <= mostChars ? body : `${body.slice(0, mostChars)}\n[cut: read ${path} for the rest]`;
  const lacks = missing.length === 0 ? "" : ` missing="${missing.join(", ")}"`;
  const place = path.replaceAll("&", "&amp;").replaceAll('"', "&quot;");
  return `<skill-in-use name="${name}" path="${place}"${lacks}>\n${withoutEnd(said, "skill-in-use")}\n</skill-in-use>`;
}

async function rowOf(skill: Skill, off: ReadonlySet<string>, missing: SourceParts["missing"]): Promise<SkillRow> {
  const { name, source, shownPath: path } = skill;
  if (skill.kind === "unusable") {
    const { problem } = skill;
    return { name, description: "", source, state: "unusable", path, missing: [], problem, isShadowed: false };
  }
  const lacks = await missing(skill.needs);
  const working = lacks.length > 0 ? "missing" : skill.always ? "always" : "ready";
  const state = off.has(name) ? "off" : working;
  const { description } = skill;
  return { name, description, source, state, path, missing: lacks, problem: "", isShadowed: commands.has(name) };
}
