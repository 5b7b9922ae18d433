import type { MessageId } from "../../../src-preload/contract/ids.ts";
import type { ModelSink } from "../../models/model.ts";
import type { AgentDependencies, RunContext } from "../dependencies.ts";

export interface StreamTeller {
  readonly sink: ModelSink;
  /** Tells what was held back, before the whole message is told. */
  flush(): void;
  end(): void;
}

/** Tells of an answer while it comes; a key that comes in pieces is held back until it is known for one. */
export function createStreamTeller(
  deps: Pick<AgentDependencies, "events" | "keys">,
  run: RunContext,
  messageId: MessageId,
): StreamTeller {
  const at = { sessionKey: run.session.key, runId: run.runId, messageId };
  let started = false;
  const start = (): void => {
    if (started) return;
    started = true;
    deps.events.publish({ topic: "stream", type: "message-start", ...at });
  };
  const thoughts = deps.keys.stream((text) => {
    start();
    deps.events.publish({ topic: "stream", type: "reasoning-delta", ...at, text });
  });
  const words = deps.keys.stream((text) => {
    start();
    deps.events.publish({ topic: "stream", type: "message-delta", ...at, text });
  });
  const sink: ModelSink = {
    text(text) {
      thoughts.end();
      words.push(text);
    },
    reasoning: thoughts.push,
    retry(attempt, delayMs, message) {
      const { sessionKey, runId } = at;
      deps.events.publish({ topic: "agent", type: "retry-start", sessionKey, runId, attempt, delayMs, message });
    },
  };
  return {
    sink,
    flush(): void {
      thoughts.end();
      words.end();
    },
    end(): void {
      if (started) deps.events.publish({ topic: "stream", type: "message-end", ...at });
    },
  };
}
