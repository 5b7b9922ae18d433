import type { StoreApi } from "zustand/vanilla";
import type { ContractError } from "../../src-preload/contract/errors.ts";
import type { SessionKey } from "../../src-preload/contract/ids.ts";
import type { Result } from "../../src-preload/contract/result.ts";
import type { SendReceipt } from "../../src-preload/contract/route-outputs.ts";
import type { RouteCall } from "../../src-preload/contract/routes.ts";
import type { AgentClient } from "../client/agent-client.ts";
import type { Agent } from "./agent.ts";
import type { DraftKeeper } from "./draft-keeper.ts";
import { type Draft, type Drafts, isEmpty } from "./drafts.ts";

/** By chat: `not-sent` never left this window, `asked` may have come to the agent, whose answer was lost. */
export type Waiting = Readonly<Record<string, "not-sent" | "asked">>;

interface Needed {
  readonly client: AgentClient;
  readonly agent: Agent;
  readonly drafts: Drafts;
  readonly keeper: DraftKeeper;
  readonly store: StoreApi<{ readonly waiting: Waiting }>;
}

type Sent = Result<SendReceipt, ContractError>;

/**
 * Brings a draft to the agent once: its message has an id, so that it counts once however often it has to be sent. While
 * the line is lost the draft stays where it is and waits.
 */
export function createSending({ client, agent, drafts, keeper, store }: Needed) {
  /** Ends the waiting of a chat: the message is not to be sent any more. */
  const given = new Map<SessionKey, () => void>();

  /** Resolves when the line is there anew; false where the person keeps the message. */
  async function lineBack(key: SessionKey, how: Waiting[string]): Promise<boolean> {
    const { line } = agent.store.getState();
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const stop = agent.store.subscribe((now) => {
      if (now.line !== line) resolve(true);
    });
    given.set(key, () => resolve(false));
    store.setState(({ waiting }) => ({ waiting: { ...waiting, [key]: how } }));
    const isBack = await promise;
    stop();
    given.delete(key);
    store.setState(({ waiting: { [key]: _, ...others } }) => ({ waiting: others }));
    return isBack;
  }

  function messageOf(sessionKey: SessionKey, { text, media, replaces }: Draft) {
    return { sessionKey, text, media: [...media], draftBy: keeper.by, ...(replaces === undefined ? {} : { replaces }) };
  }

  /** Null where the person kept it. */
  async function untilAnswered(key: SessionKey, how: Pick<RouteCall<"chat.send">, "whenBusy" | "messageId">) {
    let draft = drafts.of(key);
    let again = false;
    let release = keeper.hold(key);
    for (;;) {
      const wasUp = agent.store.getState().link.kind === "up";
      const sent: Sent = await client.request("chat.send", {
        ...messageOf(key, draft),
        ...how,
        ...(again ? { again } : {}),
      });
      if (sent.ok || sent.error.code !== "disconnected") return { sent, draft, release };
      again ||= wasUp;
      if (again) await lineBack(key, "asked");
      else {
        // What never left is a draft like any other: it is kept, and may still be mended.
        release("not-sent");
        if (!(await lineBack(key, "not-sent"))) return null;
        draft = drafts.of(key);
        if (isEmpty(draft)) return null;
        release = keeper.hold(key);
      }
    }
  }

  return {
    /** What became of the draft of this chat; null where the person kept it after all. */
    async send(key: SessionKey, whenBusy: "steer" | "queue"): Promise<Sent | null> {
      const done = await untilAnswered(key, { whenBusy, messageId: `m_${crypto.randomUUID()}` });
      if (done === null) return null;
      if (done.sent.ok) drafts.sent(key, done.draft);
      done.release(done.sent.ok ? "sent" : "not-sent");
      return done.sent;
    },
    /** Does not send what waits. */
    keep: (key: SessionKey): void => given.get(key)?.(),
  };
}
