import type { PerchEvent } from "../../src-preload/contract/events.ts";
import type { RunId, SessionKey } from "../../src-preload/contract/ids.ts";
import { wordsOfStep } from "../../src-preload/contract/step-words.ts";
import type { EventBus } from "../bus/event-bus.ts";
import { isTextKey, text } from "../words.ts";
import type { LiveChild } from "./live-child.ts";

interface ChildFollower {
  find(key: SessionKey): LiveChild | undefined;
  /** The one that has ended and whose result this call is. */
  endedOf(call: {
    readonly sessionKey: SessionKey;
    readonly runId: RunId;
    readonly callId: string;
  }): LiveChild | undefined;
  /** It is at another step, waits, or has used more. */
  changed(child: LiveChild): void;
  /** The result of the call that waited for it is in its chat. */
  resultWritten(child: LiveChild): void;
}

/** Hears what sub-agents do. */
export function followChildren(events: EventBus, follower: ChildFollower): Disposable {
  const subscription = events.subscribe(["agent", "approval", "usage"], (delivery) => {
    if (delivery.kind !== "event" || !("runId" in delivery.event)) return;
    const { event } = delivery;
    const ended = event.type === "tool-end" ? follower.endedOf(event) : undefined;
    if (ended !== undefined) follower.resultWritten(ended);
    const child = follower.find(event.sessionKey);
    if (child !== undefined && child.state !== "ended" && hasChanged(child, event)) follower.changed(child);
  });
  subscription.start();
  return { [Symbol.dispose]: () => subscription.stop() };
}

function hasChanged(child: LiveChild, event: PerchEvent): boolean {
  switch (event.type) {
    case "iteration-start":
      child.iteration = event.iteration;
      return true;
    case "tool-start": {
      const { doing } = wordsOfStep(event);
      const key = isTextKey(doing) ? doing : "step.tool";
      child.progress(`${text(key, { object: event.title, tool: event.label ?? event.tool })}\n`);
      return true;
    }
    case "tool-end":
      return true;
    case "approval-request":
      child.state = "waiting";
      return true;
    case "approval-decision":
      child.state = "running";
      return true;
    case "usage-changed": {
      const { inputTokens, outputTokens } = event.call;
      child.record = { ...child.record, tokens: child.record.tokens + inputTokens + outputTokens };
      return true;
    }
    default:
      return false;
  }
}
