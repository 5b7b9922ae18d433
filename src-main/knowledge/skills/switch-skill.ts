import { contractError } from "../../../src-preload/contract/errors.ts";
import { type AsyncResult, fail, ok } from "../../../src-preload/contract/result.ts";
import { createLane } from "../../bus/lane.ts";
import type { SettingsStore } from "../../settings/settings-store.ts";
import { text } from "../../words.ts";
import type { Skill } from "./skill.ts";

/** Switches skills on and off in the settings, one after the other: each change begins with what the one before left. */
export interface SkillSwitch {
  /** Fails with `not-found` where there is no such skill to switch off. */
  set(name: string, enabled: boolean): AsyncResult<void>;
  /** Of one that is not there yet. */
  off(name: string): AsyncResult<void>;
}

export function createSkillSwitch(
  settings: Pick<SettingsStore, "current" | "update">,
  find: () => Promise<readonly Skill[]>,
): SkillSwitch {
  const inTurn = createLane();

  async function change(name: string, enabled: boolean): AsyncResult<void> {
    const current = await settings.current();
    if (!current.ok) return current;
    const { disabled: before } = current.value.skills;
    if (before.includes(name) === !enabled) return ok(undefined);
    const disabled = enabled ? before.filter((one) => one !== name) : [...before, name];
    const saved = await settings.update({ skills: { disabled } });
    return saved.ok ? ok(undefined) : saved;
  }

  return {
    off: (name) => inTurn(() => change(name, false)),
    set: (name, enabled) =>
      inTurn(async () => {
        const isThere = (await find()).some((skill) => skill.kind === "usable" && skill.name === name);
        if (!isThere && !enabled) return fail(contractError("not-found", text("skill.unknown", { name })));
        return change(name, enabled);
      }),
  };
}
