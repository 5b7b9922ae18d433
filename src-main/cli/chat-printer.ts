import type { PerchEvent } from "../../src-preload/contract/events.ts";
import type { MessageId } from "../../src-preload/contract/ids.ts";
import type { UserMessage } from "../../src-preload/contract/records.ts";
import { text } from "../settings/text.ts";
import type { RunEnd } from "./run-watch.ts";
import { createStepPrinter } from "./step-printer.ts";

/** Why a run ended without an answer, in words. */
export function endOf({ reason, error }: Pick<RunEnd, "reason" | "error">): string {
  if (reason === "stopped") return text("run.stopped");
  return error?.message ?? text("cli.ended", { reason: text(`run.reason.${reason}`) });
}

/** Shows a chat as it happens: answers line by line, a line for each step, how a run ended when not well. */
export interface ChatPrinter {
  event(event: PerchEvent): void;
}

export function createChatPrinter(
  print: (text: string) => void,
  isOwn: (message: UserMessage) => boolean,
): ChatPrinter {
  const steps = createStepPrinter(print);
  let open = "";
  let streamed: MessageId | null = null;

  function stream(delta: string): void {
    open += delta;
    const end = open.lastIndexOf("\n");
    if (end < 0) return;
    print(open.slice(0, end));
    open = open.slice(end + 1);
  }

  function flush(): void {
    if (open !== "") print(open);
    open = "";
  }

  function added(message: Extract<PerchEvent, { type: "message-added" }>["message"]): void {
    if (message.role === "user" && message.hidden !== true && !isOwn(message)) print(`» ${message.content}`);
    const unseen = message.role === "assistant" && message.id !== streamed && message.content !== "";
    if (unseen) print(message.content);
  }

  return {
    event(event) {
      switch (event.type) {
        case "message-delta":
          streamed = event.messageId;
          stream(event.text);
          break;
        case "message-end":
          flush();
          break;
        case "message-added":
          added(event.message);
          break;
        case "run-end":
          flush();
          if (event.reason !== "answer") print(endOf(event));
          break;
        default:
          steps.event(event);
      }
    },
  };
}
