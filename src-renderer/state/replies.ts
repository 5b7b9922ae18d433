import type { SessionKey } from "../../src-preload/contract/ids.ts";
import type { ApprovalMode } from "../../src-preload/contract/records.ts";
import type { AsyncResult } from "../../src-preload/contract/result.ts";
import type { AgentClient } from "../client/agent-client.ts";
import { text } from "../ui/text.ts";
import type { OpenChat } from "./open-chat.ts";

interface Needed {
  readonly client: AgentClient;
  readonly chat: Pick<OpenChat, "reread" | "store">;
  /** What is pressed twice is asked once. */
  readonly goOnWith: (sessionKey: SessionKey, ask: () => AsyncResult<unknown>) => Promise<void>;
}

/** What a person says to a chat by a press. */
export function createReplies({ client, chat, goOnWith }: Needed) {
  const say = (sessionKey: SessionKey, words: string): Promise<void> =>
    goOnWith(sessionKey, () => client.request("chat.send", { sessionKey, text: words }));

  return {
    /** Tells the model to go on from where it was stopped. */
    continue: (sessionKey: SessionKey): Promise<void> => say(sessionKey, text("chat.goOnWords")),
    /** One of the answers that a question of the chat offers. */
    answer: say,
    /** Accepts the plan that the chat ended in: from now on in this mode, beginning with it. */
    async runPlan(sessionKey: SessionKey, mode: ApprovalMode): Promise<void> {
      await goOnWith(sessionKey, async () => {
        const updated = await client.request("session.update", { sessionKey, patch: { mode } });
        if (!updated.ok) return updated;
        await chat.reread(sessionKey);
        return client.request("chat.send", { sessionKey, text: text("plan.message") });
      });
    },
    /** Asks for a command of the open chat to run outside of the sandbox; whether it does is asked again, with its card. */
    async runOutside(command: string): Promise<void> {
      const open = chat.store.getState();
      if (open.kind === "open") await say(open.key, text("chat.runOutsideWords", { command }));
    },
  };
}
