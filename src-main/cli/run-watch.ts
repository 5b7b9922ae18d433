import type { Connection } from "../../src-preload/contract/connection.ts";
import type { Delivery, PerchEvent, Topic } from "../../src-preload/contract/events.ts";
import type { MessageId, RunId, SessionKey } from "../../src-preload/contract/ids.ts";
import { type AsyncResult, ok } from "../../src-preload/contract/result.ts";

const watched: readonly Topic[] = ["session", "agent", "stream", "approval", "usage", "mcp"];

export type RunEnd = Extract<PerchEvent, { type: "run-end" }>;

/** What became of the run that answers a message. */
type WatchedEnd = { readonly kind: "ended"; readonly event: RunEnd } | { readonly kind: "lost" };

/** The events of one chat, as a program or a person follows them. */
export interface SessionWatch {
  /** The end of the run that answers this message: the one that takes it in. */
  endOf(messageId: MessageId, runId: RunId | null): Promise<WatchedEnd>;
  /** Resolves when the owner has let go. */
  readonly gone: Promise<void>;
  stop(): void;
}

export interface SessionListeners {
  /** The events of the chat in their order, and how MCP servers stand. */
  onEvent(event: PerchEvent): void;
  /** Of other chats: what asks for a decision, the decision, and what ends the question without one. */
  onOther?(event: PerchEvent): void;
}

/** Follows a session. */
export async function watchSession(
  connection: Pick<Connection, "subscribe" | "onClose">,
  sessionKey: SessionKey,
  { onEvent, onOther }: SessionListeners,
): AsyncResult<SessionWatch> {
  const runOf = new Map<string, RunId>();
  const ends = new Map<RunId, RunEnd>();
  const checks = new Set<() => void>();
  let lost = false;

  function seen(event: PerchEvent): void {
    if (!("sessionKey" in event) || event.sessionKey !== sessionKey) {
      if (event.type === "server-changed") onEvent(event);
      else if (isAboutQuestions(event)) onOther?.(event);
      return;
    }
    if (event.type === "message-added" && event.runId !== undefined) runOf.set(event.message.id, event.runId);
    if (event.type === "run-end") ends.set(event.runId, event);
    onEvent(event);
    for (const check of checks) check();
  }

  const deliver = (delivery: Delivery): void => {
    if (delivery.kind === "event") seen(delivery.event);
  };
  const gone = Promise.withResolvers<void>();
  const undoClose = connection.onClose(() => {
    lost = true;
    gone.resolve();
    for (const check of checks) check();
  });
  const subscribed = await connection.subscribe(watched, deliver);
  if (!subscribed.ok) return subscribed;

  return ok({
    endOf(messageId, started) {
      return new Promise((resolve) => {
        const check = (): void => {
          const runId = started ?? runOf.get(messageId);
          const event = runId === undefined ? undefined : ends.get(runId);
          if (event === undefined && !lost) return;
          checks.delete(check);
          resolve(event === undefined ? { kind: "lost" } : { kind: "ended", event });
        };
        checks.add(check);
        check();
      });
    },
    gone: gone.promise,
    stop: undoClose,
  });
}

function isAboutQuestions({ topic, type }: PerchEvent): boolean {
  return (
    topic === "approval" ||
    type === "ask-opened" ||
    type === "ask-closed" ||
    type === "run-end" ||
    type === "session-removed"
  );
}
