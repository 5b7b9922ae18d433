import { contractError } from "../../src-preload/contract/errors.ts";
import { type MessageId, messageIdSchema, parseSessionKey, type SessionKey } from "../../src-preload/contract/ids.ts";
import type { Message } from "../../src-preload/contract/records.ts";
import { type AsyncResult, fail, ok } from "../../src-preload/contract/result.ts";
import type { SubagentRecord } from "../../src-preload/contract/subagents.ts";
import type { AgentLoop } from "../agent/agent-loop.ts";
import type { Host } from "../host.ts";
import type { Session } from "../sessions/session-store.ts";
import { text } from "../words.ts";
import { type ChildEnd, toldWords } from "./child-end.ts";

interface TellParts {
  readonly loop: Pick<AgentLoop, "use">;
  readonly host: Pick<Host, "now">;
  /** Perch is being closed: the next start tells. */
  readonly isClosing: () => boolean;
}

interface Told {
  readonly record: SubagentRecord;
  readonly end: ChildEnd;
  readonly whenAsked: "wait" | "deny";
  /** It begins a turn where none is on. */
  readonly begins: boolean;
}

/** The one message in which a chat is told of a sub-agent: it has the same id whoever tells it, in whatever process. */
function messageIdOf(child: SessionKey): MessageId {
  return messageIdSchema.parse(`m_${parseSessionKey(child).chatId}`);
}

/** Tells the chat what came of its sub-agent, unless it knows by now; `not-found` where the chat is gone. */
export function tellParent(
  { loop, host, isClosing }: TellParts,
  { record, end, whenAsked, begins }: Told,
): AsyncResult<void> {
  const { key, parent, label: name } = record;
  return loop.use(parent, async (runner) => {
    if (isClosing()) return fail(contractError("cancelled", text("subagent.interrupted")));
    if (hasResult(runner.session, record)) return ok(undefined);
    return runner.receiveResult(
      {
        id: messageIdOf(key),
        ...parseSessionKey(parent),
        sessionKey: parent,
        senderId: "subagent",
        content: toldWords(end),
        media: [],
        report: { name, sessionKey: key },
        ...(end.stranger === null ? {} : { untrusted: end.stranger }),
        metadata: { whenBusy: "steer", whenAsked, place: "subagent" },
        timestamp: host.now(),
      },
      begins,
    );
  });
}

/** The call that waited for it has its result. */
function hasResult({ context }: Pick<Session, "context">, { key, waits }: SubagentRecord): boolean {
  return waits && context.some((message) => isResultOf(message, key));
}

function isResultOf(message: Message, key: SessionKey): boolean {
  const subagent = message.role === "tool" ? message.details?.subagent : undefined;
  return subagent?.key === key && subagent.isDone;
}
