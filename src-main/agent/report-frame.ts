import { isSubagentKey } from "../../src-preload/contract/session-key.ts";
import type { ReportOrigin } from "../../src-preload/contract/unattended.ts";

/** Says to the model whose words a message holds that no person wrote. */
export function reportFrame({ name, sessionKey }: ReportOrigin): string {
  return isSubagentKey(sessionKey)
    ? `[No person wrote this message: it is what came of the sub-agent “${name}”, which you asked for.]`
    : `[No person wrote this message: it is what the job “${name}” brought, which ran by itself.]`;
}
