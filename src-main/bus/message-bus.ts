import type { ContractError } from "../../src-preload/contract/errors.ts";
import type { MessageId, SessionAddress, SessionKey } from "../../src-preload/contract/ids.ts";
import type { PromptOrigin } from "../../src-preload/contract/mentioned.ts";
import type { ReportOrigin } from "../../src-preload/contract/origins.ts";
import type { ApprovalMode, Media, RunEndReason } from "../../src-preload/contract/records.ts";
import type { Result } from "../../src-preload/contract/result.ts";
import type { SendReceipt } from "../../src-preload/contract/route-outputs.ts";

/** A message on its way to the agent. */
export interface InboundMessage extends SessionAddress {
  /** The sender's own id, under which the message counts once however often it comes. */
  readonly id?: MessageId;
  readonly sessionKey: SessionKey;
  readonly senderId: string;
  readonly content: string;
  readonly media: readonly Media[];
  /** Its words are those of a prompt of a server. */
  readonly prompt?: PromptOrigin;
  /** No person wrote it: it is what a run brought that nobody watched. */
  readonly report?: ReportOrigin;
  /** Who else wrote of it, where that was anybody. */
  readonly untrusted?: string;
  readonly metadata: InboundMetadata;
  /** Milliseconds since 1970. */
  readonly timestamp: number;
}

export interface InboundMetadata {
  readonly whenBusy: "steer" | "queue";
  readonly whenAsked: "wait" | "deny";
  /** Where the sender sits, e.g. `terminal`; kept with the message. */
  readonly place: string;
  readonly mode?: ApprovalMode;
  readonly workFolder?: string;
  /** The new message becomes a sibling of this one. */
  readonly replaces?: MessageId;
  /** True when the message was sent before, to an owner process that has ended since. */
  readonly again?: boolean;
  /** Tools this sender may use; all when it is not given. */
  readonly allowedTools?: Pick<ReadonlySet<string>, "has">;
}

/** The one final message of a turn, on its way to the channel that asked. */
interface OutboundMessage extends SessionAddress {
  readonly sessionKey: SessionKey;
  readonly content: string;
  readonly reason: RunEndReason;
}

export type InboundReceipt = Result<SendReceipt, ContractError>;
type InboundConsumer = (message: InboundMessage) => Promise<InboundReceipt>;
type OutboundListener = (message: OutboundMessage) => void;

/**
 * Between channels and the agent; channels know only this. What comes in is handed over at once, or waits for the agent.
 * What goes out reaches the listeners of its channel: today's clients follow the events instead, and none listens.
 */
export interface MessageBus {
  /** Resolves when the message is on the disk (or answered), or with the reason why it is not. */
  publishInbound(message: InboundMessage): Promise<InboundReceipt>;
  publishOutbound(message: OutboundMessage): void;
  /** The agent's side; messages that came before it wait. Returns the undo. */
  onInbound(consumer: InboundConsumer): () => void;
  /** The side of one channel. Returns the undo. */
  onOutbound(channel: string, listener: OutboundListener): () => void;
}

interface Waiting {
  readonly message: InboundMessage;
  readonly settle: (receipt: Promise<InboundReceipt>) => void;
}

export function createMessageBus(): MessageBus {
  let consumer: InboundConsumer | null = null;
  let waiting: Waiting[] = [];
  const listeners = new Map<string, Set<OutboundListener>>();

  return {
    publishInbound(message) {
      if (consumer !== null) return consumer(message);
      return new Promise((settle) => {
        waiting.push({ message, settle });
      });
    },
    publishOutbound(message) {
      for (const listener of listeners.get(message.channel) ?? []) listener(message);
    },
    onInbound(next) {
      if (consumer !== null) throw new Error("the message bus has a consumer already");
      consumer = next;
      const early = waiting;
      waiting = [];
      for (const entry of early) entry.settle(next(entry.message));
      return () => {
        consumer = null;
      };
    },
    onOutbound(channel, listener) {
      const set = listeners.get(channel) ?? new Set();
      listeners.set(channel, set.add(listener));
      return () => {
        set.delete(listener);
      };
    },
  };
}
