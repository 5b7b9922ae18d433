import { ok } from "../../src-preload/contract/result.ts";
import type { RefusedEntries } from "../knowledge/recall/refused-entries.ts";
import type { DomainHandlers } from "./router.ts";

export function createRecallHandlers(open: () => Promise<RefusedEntries>): DomainHandlers<"recall"> {
  return {
    async "recall.refuse"({ id, refused }) {
      const entries = await open();
      const set = await entries.set(id, refused);
      return set.ok ? ok({}) : set;
    },
  };
}
