import { contractError } from "../../src-preload/contract/errors.ts";
import { fail, ok } from "../../src-preload/contract/result.ts";
import type { Subagents } from "../subagents/subagents.ts";
import { text } from "../words.ts";
import type { DomainHandlers } from "./router.ts";

export function createSubagentHandlers(subagents: Pick<Subagents, "list" | "stopOne">): DomainHandlers<"subagent"> {
  return {
    async "subagent.list"({ sessionKey }) {
      const listed = await subagents.list(sessionKey);
      return listed.ok ? ok({ subagents: listed.value }) : listed;
    },
    async "subagent.stop"({ key }) {
      const isStopped = await subagents.stopOne(key);
      return isStopped ? ok({}) : fail(contractError("not-found", text("subagent.notOn")));
    },
  };
}
