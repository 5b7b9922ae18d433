import { ok } from "../../src-preload/contract/result.ts";
import type { RefusedEntries } from "../knowledge/recall/refused-entries.ts";
import type { DomainHandlers, Handlers } from "./router.ts";

interface EmbeddingsNeeds {
  readonly describe: Handlers["recall.describe"];
  readonly agree: (address: string) => ReturnType<Handlers["recall.agree"]>;
  readonly test: Handlers["recall.test"];
}

export function createRecallHandlers(
  open: () => Promise<RefusedEntries>,
  embeddings: EmbeddingsNeeds,
): DomainHandlers<"recall"> {
  return {
    async "recall.refuse"({ id, refused }) {
      const entries = await open();
      const set = await entries.set(id, refused);
      return set.ok ? ok({}) : set;
    },
    "recall.describe": embeddings.describe,
    "recall.agree": ({ address }) => embeddings.agree(address),
    "recall.test": embeddings.test,
  };
}
