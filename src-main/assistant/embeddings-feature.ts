import { type AsyncResult, ok } from "../../src-preload/contract/result.ts";
import type { EmbeddingChoice } from "../knowledge/recall/embedding-choice.ts";
import type { Recall } from "../knowledge/recall/recall.ts";
import type { VectorWork } from "../knowledge/recall/vector-work.ts";
import type { RecallStore } from "../storage/recall-store.ts";
import type { Meter } from "../usage/meter.ts";
import type { Core } from "./core.ts";
import { once } from "./once.ts";

export type EmbeddingsFeature = ReturnType<typeof createEmbeddingsFeature>;

interface EmbeddingsNeeds {
  readonly store: RecallStore;
  readonly meter: Meter;
}

/** What makes vectors of what can be recalled: the endpoint that the settings choose, asked in the background. */
export function createEmbeddingsFeature(core: Core, { store, meter }: EmbeddingsNeeds) {
  const { host, ids, events, settings } = core;
  const closing = new AbortController();
  let problem: string | null = null;
  let running: { readonly recall: Recall; readonly work: VectorWork } | null = null;
  const prices = once(async () => {
    const { createEmbeddingPrices } = await import("../knowledge/recall/embedding-prices.ts");
    return createEmbeddingPrices(host);
  });
  const open = once(async (): Promise<EmbeddingChoice> => {
    const { createEmbeddingChoice } = await import("../knowledge/recall/embedding-choice.ts");
    return createEmbeddingChoice({ host, ids, events, settings, meter, store, prices: await prices() });
  });
  const changed = (): void => events.publish({ topic: "memory", type: "vectors-changed" });
  const describe = async () => (await open()).describe(problem);

  const subscription = events.subscribe(["settings"], (delivery) => {
    if (delivery.kind !== "event") return;
    // What was in the way may be mended, or of another model.
    running?.recall.endRest();
    running?.work.hurry();
  });
  subscription.start();

  return {
    describe,
    current: async () => (await open()).current(),
    onProblem(message: string | null): void {
      problem = message;
      changed();
    },
    /** The index is open: what has no vector gets one from now on. */
    async begin(recall: Recall): Promise<void> {
      const { createVectorWork } = await import("../knowledge/recall/vector-work.ts");
      const work = createVectorWork({ clock: host, log: host.log, recall, onStep: changed });
      running = { recall, work };
    },
    want: () => running?.work.want(),
    handlers: {
      async describe() {
        const place = await describe();
        return place.ok ? ok({ place: place.value, models: await (await prices()).models() }) : place;
      },
      async agree(address: string): AsyncResult<Readonly<Record<string, never>>> {
        const agreed = await (await open()).agree(address);
        return agreed.ok ? ok({}) : agreed;
      },
      test: async () => (await open()).test(closing.signal),
    },
    async [Symbol.asyncDispose]() {
      subscription.stop();
      closing.abort();
      await running?.work[Symbol.asyncDispose]();
    },
  };
}
