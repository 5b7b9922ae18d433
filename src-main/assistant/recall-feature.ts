import { join } from "node:path";
import type { AsyncResult } from "../../src-preload/contract/result.ts";
import type { RecallSource } from "../agent/dependencies.ts";
import { createRecallHandlers } from "../api/recall-handlers.ts";
import type { Knowledge } from "../knowledge/knowledge.ts";
import type { Recalling } from "../knowledge/recall/recalling.ts";
import { recallTool } from "../tools/recall.ts";
import type { Meter } from "../usage/meter.ts";
import type { Core } from "./core.ts";
import { createEmbeddingsFeature, type EmbeddingsFeature } from "./embeddings-feature.ts";
import { once } from "./once.ts";
import type { Transcripts } from "./transcripts.ts";

export type RecallFeature = ReturnType<typeof createRecallFeature>;

interface RecallNeeds {
  readonly transcripts: Pick<Transcripts, "recallStore" | "sessions">;
  readonly knowledge: Pick<Knowledge, "read">;
  readonly meter: Meter;
}

/** A process that ends after one answer reads no index. */
const afterFirstRunMs = 5000;

/** What was known, noted and said before: unasked for a message, and by a tool. Loaded when it is first needed. */
export function createRecallFeature(core: Core, needs: RecallNeeds) {
  const { host, events } = core;
  const embeddings = createEmbeddingsFeature(core, { store: needs.transcripts.recallStore, meter: needs.meter });
  let recalling: Recalling | null = null;
  let timer: Disposable | null = null;
  let opening: Promise<Recalling> | null = null;

  async function openOnce(): Promise<Recalling> {
    recalling = await openRecalling(core, needs, embeddings);
    return recalling;
  }
  function open(): Promise<Recalling> {
    opening ??= openOnce();
    return opening;
  }

  function begin(): void {
    open().then(
      (opened) => opened.begin(),
      (error: unknown) => host.log("error", "nothing can be recalled", { error }),
    );
  }

  const subscription = events.subscribe(["agent", "memory", "session"], (delivery) => {
    if (delivery.kind !== "event") return;
    recalling?.take(delivery.event);
    if (delivery.event.type === "run-end") timer ??= host.setTimer(afterFirstRunMs, begin);
  });
  subscription.start();

  const openRefused = once(async () => {
    const { createRefusedEntries } = await import("../knowledge/recall/refused-entries.ts");
    return createRefusedEntries({ path: join(host.paths.home, "recall-refused.json"), files: core.files, clock: host });
  });

  /** Where they cannot be read nothing is recalled: what is refused may be among it. */
  async function refused(): AsyncResult<readonly string[]> {
    return (await openRefused()).list();
  }

  const source: RecallSource = {
    async forMessage(content, wanted, signal) {
      // Unasked only where it takes no time: nothing is opened or read for it.
      if (recalling?.isReady !== true) return [];
      const { recallForMessage } = await import("../knowledge/recall/ask-recall.ts");
      const struck = await refused();
      if (!struck.ok) return [];
      const exclude = [...wanted.exclude, ...struck.value];
      const parts = { clock: host, log: host.log };
      return recallForMessage(recalling, { content, limit: wanted.limit, exclude }, parts, signal);
    },
  };
  const tool = recallTool({
    localTime: host.localTime,
    async find(query, signal) {
      const { recallAsked } = await import("../knowledge/recall/ask-recall.ts");
      const struck = await refused();
      if (!struck.ok) return struck;
      return recallAsked(await open(), needs.knowledge, { query, exclude: struck.value }, signal);
    },
  });

  return {
    source,
    tool,
    /** How far the vectors are by which things are found by meaning. */
    describeEmbeddings: embeddings.describe,
    handlers: createRecallHandlers(openRefused, embeddings.handlers),
    warmUp: begin,
    async [Symbol.asyncDispose]() {
      subscription.stop();
      timer?.[Symbol.dispose]();
      await embeddings[Symbol.asyncDispose]();
      await (await opening)?.[Symbol.asyncDispose]();
    },
  };
}

async function openRecalling(
  { host }: Core,
  { transcripts, knowledge }: RecallNeeds,
  { current, onProblem, begin, want }: EmbeddingsFeature,
): Promise<Recalling> {
  const [{ createRecalling }, { createRecall }, { createRecallFiles }] = await Promise.all([
    import("../knowledge/recall/recalling.ts"),
    import("../knowledge/recall/recall.ts"),
    import("../knowledge/recall/recall-files.ts"),
  ]);
  const store = transcripts.recallStore;
  const recall = createRecall({ store, embeddings: current, onProblem, log: host.log, clock: host });
  await begin(recall);
  const files = createRecallFiles({ sessions: transcripts.sessions, knowledge });
  return createRecalling({ host, recall, files, onChanged: want });
}
