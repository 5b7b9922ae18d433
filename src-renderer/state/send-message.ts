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

type WhenBusy = RouteCall<"chat.send">["whenBusy"];

/** A draft as it was sent, and what it does to a run. */
interface Outgoing {
  readonly draft: Draft;
  readonly whenBusy: WhenBusy;
}

function messageOf(sessionKey: SessionKey, { text, media, replaces }: Draft, draftBy: string) {
  return { sessionKey, text, media: [...media], draftBy, ...(replaces === undefined ? {} : { replaces }) };
}

/**
 * Brings a draft to the agent once: its message has an id, so that it counts once however often it has to be sent. It leaves
 * the field at once; while the line is lost, and where it is refused, it stands there again.
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

  /** By chat: what the person sent and the agent does not have yet, the first of it on its way. */
  const outgoing = new Map<SessionKey, Outgoing[]>();

  const take = (key: SessionKey, whenBusy: WhenBusy): Outgoing => ({ draft: drafts.take(key), whenBusy });

  /** All of it stands where it was written again. */
  function putBack(key: SessionKey): void {
    for (const { draft } of outgoing.get(key)?.splice(0).toReversed() ?? []) drafts.putBack(key, draft);
  }

  /** Sends it again until an answer comes. Null where the person kept it. */
  async function untilAnswered(key: SessionKey, { draft: first, whenBusy }: Outgoing): Promise<Sent | null> {
    const messageId = `m_${crypto.randomUUID()}`;
    let draft = first;
    let again = false;
    let release = keeper.hold(key, draft);
    for (;;) {
      const wasUp = agent.store.getState().link.kind === "up";
      const message = { ...messageOf(key, draft, keeper.by), whenBusy, messageId, ...(again ? { again } : {}) };
      const sent: Sent = await client.request("chat.send", message);
      if (!sent.ok) putBack(key);
      else if (again) drafts.sent(key, draft);
      if (sent.ok || sent.error.code !== "disconnected") {
        release(sent.ok ? "sent" : "not-sent");
        return sent;
      }
      again ||= wasUp;
      if (again) await lineBack(key, "asked");
      else {
        // What never left is a draft like any other: it is kept, and may still be mended.
        release("not-sent");
        if (!(await lineBack(key, "not-sent")) || isEmpty(drafts.of(key))) return null;
        const mended = take(key, whenBusy);
        outgoing.get(key)?.push(mended);
        draft = mended.draft;
        release = keeper.hold(key, draft);
      }
    }
  }

  return {
    /** What became of the draft of this chat, and of what was sent behind it; null where the person kept it after all. */
    async send(key: SessionKey, whenBusy: WhenBusy): Promise<Sent | null> {
      // Before it is taken out: what is left of it must not come to the agent as what is being sent.
      const release = keeper.hold(key, drafts.of(key));
      const own = [take(key, whenBusy)];
      outgoing.set(key, own);
      let sent: Sent | null = null;
      for (let [next] = own; next !== undefined; [next] = own) {
        sent = await untilAnswered(key, next);
        own.shift();
      }
      outgoing.delete(key);
      release("not-sent");
      return sent;
    },
    /** Goes as soon as what is on its way has gone; while that stands in the field, it goes again by itself. */
    sendNext(key: SessionKey, whenBusy: WhenBusy): void {
      const ahead = outgoing.get(key) ?? [];
      if (ahead.length > 0) ahead.push(take(key, whenBusy));
    },
    /** The page is being closed: what has not begun its way yet stands where it was written, to be kept there. */
    leave(): void {
      for (const [key, ahead] of outgoing) {
        for (const { draft } of ahead.splice(1).toReversed()) drafts.putBack(key, draft);
      }
    },
    /** Does not send what waits. */
    keep: (key: SessionKey): void => given.get(key)?.(),
  };
}
