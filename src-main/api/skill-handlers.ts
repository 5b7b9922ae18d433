import type { AsyncResult } from "../../src-preload/contract/result.ts";
import { ok } from "../../src-preload/contract/result.ts";
import type { KnowledgeText } from "../../src-preload/contract/window.ts";
import type { NewSkill } from "../knowledge/skills/create-skill.ts";
import type { SkillImport } from "../knowledge/skills/import/skill-import.ts";
import type { SkillSource } from "../knowledge/skills/skill-source.ts";
import type { SkillSwitch } from "../knowledge/skills/switch-skill.ts";
import type { SettingsStore } from "../settings/settings-store.ts";
import type { DomainHandlers } from "./router.ts";

interface SkillHandlerNeeds {
  readonly settings: Pick<SettingsStore, "current">;
  readonly source: Pick<SkillSource, "rows">;
  readonly switches: SkillSwitch;
  readonly create: (given: NewSkill) => AsyncResult<KnowledgeText>;
  /** Loaded when somebody imports. */
  readonly openImport: () => Promise<SkillImport>;
}

export function createSkillHandlers(needs: SkillHandlerNeeds): DomainHandlers<"skill"> {
  const { settings, source, switches, create, openImport } = needs;

  async function list() {
    const current = await settings.current();
    return current.ok ? ok({ skills: await source.rows(current.value) }) : current;
  }

  return {
    "skill.list": list,
    async "skill.enable"({ name, enabled }) {
      const set = await switches.set(name, enabled);
      return set.ok ? list() : set;
    },
    "skill.create": create,
    "skill.preview": async ({ origin }) => (await openImport()).preview(origin),
    async "skill.import"({ token, names }) {
      const written = await (await openImport()).bringIn(token, names);
      return written.ok ? list() : written;
    },
  };
}
