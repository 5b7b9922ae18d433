import { ok } from "../../src-preload/contract/result.ts";
import type { Memory } from "../knowledge/memory/memory.ts";
import type { DomainHandlers } from "./router.ts";

export function createMemoryHandlers(memory: Memory): DomainHandlers<"memory"> {
  return {
    async "memory.proposals"() {
      const listed = await memory.proposals();
      return listed.ok ? ok({ proposals: listed.value }) : listed;
    },
    async "memory.decide"({ id, decision, fact }) {
      const decided = await memory.decide(id, decision, fact);
      return decided.ok ? ok({}) : decided;
    },
  };
}
