import { type ContractError, contractError } from "../../../src-preload/contract/errors.ts";
import type { McpAskFact } from "../../../src-preload/contract/events.ts";
import { filledValues, type Values, wrongField } from "../../../src-preload/contract/mcp-ask-values.ts";
import type { McpAsk, McpAskAction } from "../../../src-preload/contract/mcp-asks.ts";
import { fail, ok, type Result } from "../../../src-preload/contract/result.ts";
import type { RouteInput } from "../../../src-preload/contract/routes.ts";
import type { Host } from "../../host.ts";
import { text } from "../../words.ts";

/** What the person said. Without an answer it is `cancel`. */
export interface AskAnswer {
  readonly action: McpAskAction;
  /** Of a form: those of its fields that were filled in, and fit. */
  readonly values: Values;
}

/** What servers ask of the person and nobody has answered yet, in every chat. */
export interface AskDesk {
  /** The oldest first. */
  list(): readonly McpAsk[];
  /** Asks, and waits for as long as it takes; `cancel` once the signal says that nobody waits for it any more. */
  ask(asked: Omit<McpAsk, "id" | "askedAt">, signal: AbortSignal): Promise<AskAnswer>;
  answer(answer: RouteInput<"ask.answer">): Result<void, ContractError>;
}

interface AskDeskOptions {
  readonly host: Pick<Host, "createId" | "now">;
  readonly publish: (fact: McpAskFact) => void;
}

const unanswered: AskAnswer = { action: "cancel", values: {} };

export function createAskDesk({ host, publish }: AskDeskOptions): AskDesk {
  const open = new Map<string, { readonly ask: McpAsk; readonly settle: (answer: AskAnswer) => void }>();

  function close(id: string, answer: AskAnswer): void {
    const asked = open.get(id);
    if (asked === undefined) return;
    open.delete(id);
    const { sessionKey } = asked.ask;
    publish({ topic: "mcp", type: "ask-closed", sessionKey, id, action: answer.action });
    asked.settle(answer);
  }

  return {
    list: () => [...open.values()].map(({ ask }) => ask),
    async ask(asked, signal) {
      if (signal.aborted) return unanswered;
      const ask: McpAsk = { ...asked, id: host.createId(), askedAt: host.now() };
      const { promise, resolve } = Promise.withResolvers<AskAnswer>();
      const onAbort = (): void => close(ask.id, unanswered);
      open.set(ask.id, { ask, settle: resolve });
      signal.addEventListener("abort", onAbort, { once: true });
      publish({ topic: "mcp", type: "ask-opened", sessionKey: ask.sessionKey, ask });
      try {
        return await promise;
      } finally {
        signal.removeEventListener("abort", onAbort);
      }
    },
    answer({ id, action, values }) {
      const ask = open.get(id)?.ask;
      if (ask === undefined) return fail(contractError("not-found", text("ask.notFound")));
      const fields = action === "accept" && ask.asked.kind === "form" ? ask.asked.fields : [];
      const wrong = wrongField(fields, values);
      if (wrong !== null) {
        const { code, limit } = wrong.problem;
        return fail(contractError("invalid-input", text(`ask.wrong.${code}`, { limit }), { field: wrong.field.name }));
      }
      close(id, { action, values: filledValues(fields, values) });
      return ok(undefined);
    },
  };
}
