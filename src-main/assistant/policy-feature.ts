import { join } from "node:path";
import { createPolicy } from "../policy/decide.ts";
import { createDecisionLog } from "../policy/decision-log.ts";
import { createFolderTrust } from "../policy/folder-trust.ts";
import { createRuleStore } from "../policy/rule-store.ts";
import { isMissing } from "../thrown.ts";
import type { Core } from "./core.ts";

export type PolicyFeature = ReturnType<typeof createPolicyFeature>;

/** What calls may do: the rules that were made, the folders that are trusted, and what was decided. */
export function createPolicyFeature({ host, files, events, trustFile }: Core) {
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
  return {
    rules,
    decisions,
    trust,
    policy: createPolicy({ rules, trust }),
    async [Symbol.asyncDispose]() {
      await rules[Symbol.asyncDispose]();
      await decisions[Symbol.asyncDispose]();
    },
  };
}
