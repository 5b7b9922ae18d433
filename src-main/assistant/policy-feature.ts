import { join } from "node:path";
import { createPolicy } from "../policy/decide.ts";
import { createDecisionLog } from "../policy/decision-log.ts";
import { createFolderTrust } from "../policy/folder-trust.ts";
import { createRuleStore } from "../policy/rule-store.ts";
import { isMissing } from "../thrown.ts";
import type { Core } from "./core.ts";
import { watchPermissions } from "./watch-permissions.ts";

export type PolicyFeature = ReturnType<typeof createPolicyFeature>;

/** What calls may do: the rules that were made, the folders that are trusted, and what was decided. */
export function createPolicyFeature(core: Core) {
  const { host, files, events, trustFile } = core;
  const { home, userHome } = host.paths;
  const changed = (): void => events.publish({ topic: "approval", type: "rules-changed" });
  const rules = createRuleStore({ host, files, path: join(home, "rules.json"), changed });
  const decisions = createDecisionLog({
    host,
    files,
    path: join(home, "ledger", "decisions.jsonl"),
    backups: join(home, "backups"),
  });
  const ownFolder = async (): Promise<string | null> => {
    try {
      return await files.realpath(join(userHome, "Assistant"));
    } catch (cause) {
      if (isMissing(cause)) return null;
      throw cause;
    }
  };
  const trust = createFolderTrust({ file: trustFile, ownFolder, changed });
  const watch = watchPermissions(core, { rules, trust, changed });
  return {
    rules,
    watchRules: watch.begin,
    decisions,
    trust,
    policy: createPolicy({ rules, trust }),
    async [Symbol.asyncDispose]() {
      await watch[Symbol.asyncDispose]();
      await rules[Symbol.asyncDispose]();
      await decisions[Symbol.asyncDispose]();
    },
  };
}
