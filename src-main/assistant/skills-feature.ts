import { join } from "node:path";
import type { Settings } from "../../src-preload/contract/settings.ts";
import { expandHome } from "../agent/in-force.ts";
import { createSkillHandlers } from "../api/skill-handlers.ts";
import type { Knowledge } from "../knowledge/knowledge.ts";
import { createSkillFinder } from "../knowledge/skills/find-skills.ts";
import type { ImportParts, SkillImport } from "../knowledge/skills/import/skill-import.ts";
import { createMissingNeeds } from "../knowledge/skills/missing-needs.ts";
import { skillLines } from "../knowledge/skills/skill-lines.ts";
import { createSkillSource } from "../knowledge/skills/skill-source.ts";
import { createSkillSwitch } from "../knowledge/skills/switch-skill.ts";
import { findProgram } from "../sandbox/find-programs.ts";
import { withFolders } from "../settings/path-folders.ts";
import type { WebAccess } from "../tools/web-access.ts";
import type { Core } from "./core.ts";
import { once } from "./once.ts";
import type { Workspace } from "./workspace.ts";

export type SkillsFeature = ReturnType<typeof createSkillsFeature>;

interface HandlerNeeds {
  readonly workspace: Workspace;
  readonly knowledge: Pick<Knowledge, "save" | "written">;
  readonly web: Pick<WebAccess, "get">;
}

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
  const closing = new AbortController();

  return {
    skills: {
      ...source,
      /** Of the system prompt. */
      async parts(only: ReadonlySet<string> | null) {
        const current = await settings.current();
        return current.ok ? source.parts(current.value, only) : [];
      },
      describe: async (current: Settings) => skillLines(await source.rows(current)),
      /** Of the person's own skills that are in use, absolute: what confined commands may read. */
      async folders() {
        const current = await settings.current();
        return current.ok
          ? (await source.ownFolders(current.value)).map((entry) => join(folders.workspace, "skills", entry))
          : [];
      },
    },
    handlersWith(needs: HandlerNeeds) {
      const switches = createSkillSwitch(settings, find);
      return createSkillHandlers({
        settings,
        source,
        switches,
        openImport: once(() =>
          openImport(core, needs, { find, missing, switchOff: switches.off, signal: closing.signal }),
        ),
        async create(given) {
          const { createSkill } = await import("../knowledge/skills/create-skill.ts");
          const path = join(host.paths.resources, "skill-template.md");
          return createSkill(given, { find, knowledge: needs.knowledge, template: () => files.readFile(path, "utf8") });
        },
      });
    },
    [Symbol.dispose]: () => closing.abort(),
  };
}

type ImportNeeds = Pick<ImportParts, "find" | "missing" | "switchOff" | "signal">;

/** Loaded when somebody imports a skill; first clears up what a process left that was killed meanwhile. */
async function openImport(
  core: Core,
  { knowledge, workspace, web }: HandlerNeeds,
  needs: ImportNeeds,
): Promise<SkillImport> {
  const [{ createSkillImport }, { clearLeftSkills }, { unifiedDiff }] = await Promise.all([
    import("../knowledge/skills/import/skill-import.ts"),
    import("../knowledge/skills/import/write-skill.ts"),
    import("../tools/text-diff.ts"),
  ]);
  const { host, files, folders, events } = core;
  const root = join(folders.workspace, "skills");
  await workspace.ready();
  const cleared = await clearLeftSkills(root, files);
  if (!cleared.ok) host.log("warn", "what an import left could not be cleared up", { reason: cleared.error.message });
  const opened = createSkillImport({
    ...needs,
    files,
    clock: host,
    root,
    diffOf: unifiedDiff,
    get: web.get,
    expand: (path) => expandHome(path, host.paths.userHome),
    told(entry) {
      const path = `skills/${entry}/SKILL.md`;
      void knowledge.written(path, { kind: "you" });
      events.publish({ topic: "memory", type: "knowledge-changed", path });
    },
  });
  needs.signal.addEventListener("abort", () => opened[Symbol.dispose](), { once: true });
  return opened;
}
