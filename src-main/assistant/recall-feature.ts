import { join } from "node:path";
import type { AsyncResult } from "../../src-preload/contract/result.ts";
import type { RecallSource } from "../agent/dependencies.ts";
import { createRecallHandlers } from "../api/recall-handlers.ts";
import type { Knowledge } from "../knowledge/knowledge.ts";
import type { Recalling } from "../knowledge/recall/recalling.ts";
import { recallTool } from "../tools/recall.ts";
import type { Core } from "./core.ts";
import { once } from "./once.ts";
import type { Transcripts } from "./transcripts.ts";

export type RecallFeature = ReturnType<typeof createRecallFeature>;

interface RecallNeeds {
  readonly transcripts: Pick<Transcripts, "recallStore" | "sessions">;
  readonly knowledge: Pick<Knowledge, "read">;
}

/** A process that ends after one answer reads no index. */
const afterFirstRunMs = 5000;

/** What was known, noted and said before: unasked for a message, and by a tool. Loaded when it is first needed. */
export function createRecallFeature(core: Core, needs: RecallNeeds) {
  const { host, events } = core;
  let recalling: Recalling | null = null;
  let timer: Disposable | null = null;
  let opening: Promise<Recalling> | null = null;

  async function openOnce(): Promise<Recalling> {
    recalling = await openRecalling(core, needs);
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
    handlers: createRecallHandlers(openRefused),
    warmUp: begin,
    async [Symbol.asyncDispose]() {
      subscription.stop();
      timer?.[Symbol.dispose]();
      await (await opening)?.[Symbol.asyncDispose]();
    },
  };
}

async function openRecalling({ host }: Core, { transcripts, knowledge }: RecallNeeds): Promise<Recalling> {
  const [{ createRecalling }, { createRecall }, { createRecallFiles }] = await Promise.all([
    import("../knowledge/recall/recalling.ts"),
    import("../knowledge/recall/recall.ts"),
    import("../knowledge/recall/recall-files.ts"),
  ]);
  const recall = createRecall({
    store: transcripts.recallStore,
    embeddings: () => null,
    onEmbeddingFailure: () => undefined,
    log: host.log,
  });
  return createRecalling({ host, recall, files: createRecallFiles({ sessions: transcripts.sessions, knowledge }) });
}
