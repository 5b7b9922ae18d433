import { createSkillHandlers } from "../api/skill-handlers.ts";
import { createSkillFinder } from "../knowledge/skills/find-skills.ts";
import { createMissingNeeds } from "../knowledge/skills/missing-needs.ts";
import { skillLines } from "../knowledge/skills/skill-lines.ts";
import { createSkillSource } from "../knowledge/skills/skill-source.ts";
import { findProgram } from "../sandbox/find-programs.ts";
import { withFolders } from "../settings/path-folders.ts";
import type { Core } from "./core.ts";

export type SkillsFeature = ReturnType<typeof createSkillsFeature>;

/** Instructions for kinds of work: what a model hears of them, and what a person does with them. */
export function createSkillsFeature(core: Core) {
  const { host, files, folders, settings } = core;
  const find = createSkillFinder({
    files,
    clock: host,
    log: host.log,
    workspace: folders.workspace,
    builtIn: folders.skills,
  });
  const missing = createMissingNeeds({
    clock: host,
    async hasProgram(name) {
      const current = await settings.current();
      const env = current.ok ? withFolders(core.childEnv(current.value), core.loginPath.known) : {};
      return (await findProgram(name, env, files)) !== null;
    },
    hasVariable: (name) => (host.env[name] ?? "") !== "",
  });
  const source = createSkillSource({ find, missing });
  return {
    skills: {
      ...source,
      /** Of the system prompt. */
      async parts() {
        const current = await settings.current();
        return current.ok ? source.parts(current.value) : [];
      },
      describe: async (current: Parameters<typeof source.rows>[0]) => skillLines(await source.rows(current)),
    },
    handlers: createSkillHandlers({ settings, source }),
  };
}
