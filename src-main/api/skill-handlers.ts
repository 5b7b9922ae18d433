import { ok } from "../../src-preload/contract/result.ts";
import type { SkillSource } from "../knowledge/skills/skill-source.ts";
import type { SettingsStore } from "../settings/settings-store.ts";
import type { DomainHandlers } from "./router.ts";

interface SkillHandlerNeeds {
  readonly settings: Pick<SettingsStore, "current" | "update">;
  readonly source: Pick<SkillSource, "rows">;
}

export function createSkillHandlers({ settings, source }: SkillHandlerNeeds): DomainHandlers<"skill"> {
  return {
    async "skill.list"() {
      const current = await settings.current();
      return current.ok ? ok({ skills: await source.rows(current.value) }) : current;
    },
  };
}
