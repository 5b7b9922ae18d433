import { contractError } from "../../src-preload/contract/errors.ts";
import { fail, ok } from "../../src-preload/contract/result.ts";
import type { Memory } from "../knowledge/memory/memory.ts";
import { text } from "../words.ts";
import type { DomainHandlers } from "./router.ts";

export function createMemoryHandlers(memory: Memory): DomainHandlers<"memory"> {
  return {
    async "memory.proposals"() {
      const listed = await memory.proposals();
      return listed.ok ? ok({ proposals: listed.value }) : listed;
    },
    async "memory.propose"({ fact }) {
      const proposed = await memory.remember({ fact }, { author: { kind: "outside" } }, "program");
      if (!proposed.ok) return proposed;
      switch (proposed.value.kind) {
        case "proposed":
          return ok({ isKnown: false });
        case "known":
          return ok({ isKnown: true });
        case "refused":
          return fail(contractError("forbidden", text("memory.proposalRefused")));
        default:
          return fail(contractError("invalid-input", text("memory.proposalUnfit")));
      }
    },
    async "memory.decide"({ id, decision, fact }) {
      const decided = await memory.decide(id, decision, fact);
      return decided.ok ? ok({}) : decided;
    },
  };
}
