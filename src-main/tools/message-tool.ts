import { jobIdSchema } from "../../src-preload/contract/automations.ts";
import type { RunId, SessionKey } from "../../src-preload/contract/ids.ts";
import type { ReportDraft } from "../../src-preload/contract/inbox.ts";
import { type Mention, mentionsIn } from "../../src-preload/contract/mentions.ts";
import type { AsyncResult, Result } from "../../src-preload/contract/result.ts";
import { isSessionKey, jobOfKey, takesMessages } from "../../src-preload/contract/session-key.ts";
import { z } from "../../src-preload/contract/zod.ts";
import type { Letter } from "../inbox/outbox.ts";
import { defineTool } from "./define-tool.ts";
import type { Tool, ToolContext, ToolResult } from "./tool.ts";
import { failure } from "./tool-failure.ts";

type ChatName = Extract<Mention, { kind: "chat" }>;

interface MessageToolParts {
  /** Where messages are kept until they are told. */
  readonly path: string;
  readonly newId: () => Letter["id"];
  /** The chat that is named; why there is none, as a sentence. */
  readonly find: (
    chat: ChatName,
    own: SessionKey,
  ) => Promise<Result<{ readonly key: SessionKey; readonly title: string }, string>>;
  readonly titleOf: (chat: SessionKey) => Promise<string>;
  /** Who else wrote of a chat; null: nobody. */
  readonly strangerIn: (chat: SessionKey) => AsyncResult<string | null>;
  readonly report: (draft: ReportDraft) => AsyncResult<void>;
  /** Resolves when it is on the disk; it comes to its chat by itself. */
  readonly send: (letter: Letter) => AsyncResult<void>;
}

const mostChars = 4000;
const mostInRun = 10;
/** Runs whose messages are counted. */
const mostRuns = 200;

/** What the agent says in another chat, or in the Inbox. */
export function createMessageTool(parts: MessageToolParts): Tool {
  const sent = new Map<RunId, number>();

  function count({ runId }: ToolContext): void {
    sent.set(runId, (sent.get(runId) ?? 0) + 1);
    const [oldest] = sent.keys();
    if (sent.size > mostRuns && oldest !== undefined) sent.delete(oldest);
  }

  return defineTool({
    name: "message",
    description: "Tell another chat (name) or the inbox.",
    words: { doing: "step.doing.message", done: "step.message", object: "to" },
    asks: "approval.title.message",
    effect: "write",
    repeatSafe: false,
    input: () => z.object({ to: z.string(), text: z.string() }),
    /** As with the cron tool: the person sees it and can take it away, so that only strangers make it be asked. */
    subject: async ({ to, text }) => ({
      kind: "path",
      access: "write",
      path: parts.path,
      preview: { kind: "text", text: `${to}\n${text}` },
      admitted: true,
      secret: null,
      acts: null,
      isMemory: true,
    }),
    async run({ to, text }, context) {
      const words = text.trim();
      if (words === "") return failure("There is no text. Nothing was sent.");
      if (words.length > mostChars) {
        return failure(`A message has at most ${mostChars} characters, this one ${words.length}. Nothing was sent.`);
      }
      if ((sent.get(context.runId) ?? 0) >= mostInRun) {
        return failure(`This run has sent ${mostInRun} messages, which is the most. Nothing was sent.`);
      }
      const told = await tell(parts, { to: to.trim(), words, own: context.sessionKey });
      if (told.kind === "done") count(context);
      return told;
    },
  });
}

async function tell(
  parts: MessageToolParts,
  { to, words, own }: { readonly to: string; readonly words: string; readonly own: SessionKey },
): Promise<ToolResult> {
  const stranger = await parts.strangerIn(own);
  if (!stranger.ok) return failure(`${stranger.error.message} Nothing was sent.`);
  const title = await parts.titleOf(own);
  const job = jobOfKey(own);
  const jobId = job === null ? null : jobIdSchema.parse(job);
  const draft: ReportDraft = { kind: "news", title, text: words, sessionKey: own, jobId, stranger: stranger.value };
  if (to.toLowerCase() === "inbox") {
    const reported = await parts.report(draft);
    return reported.ok
      ? { kind: "done", content: "It is in the Inbox." }
      : failure(`${reported.error.message} Nothing was sent.`);
  }
  const found = await parts.find(chatNameOf(to), own);
  if (!found.ok) return failure(`${found.error} Nothing was sent.`);
  if (!takesMessages(found.value.key)) return failure("That chat takes no messages. Nothing was sent.");
  const kept = await parts.send({
    id: parts.newId(),
    to: found.value.key,
    text: words,
    origin: { name: title, sessionKey: own, from: "chat" },
    stranger: stranger.value,
    instead: draft,
  });
  if (!kept.ok) return failure(`${kept.error.message} Nothing was sent.`);
  return { kind: "done", content: `Sent to “${found.value.title}”: its next turn sees it.` };
}

/** As a message names a chat, with the `@chat:` or without. */
function chatNameOf(to: string): ChatName {
  const mention = mentionsIn(to).find((one) => one.kind === "chat");
  if (mention?.kind === "chat") return mention;
  return isSessionKey(to)
    ? { kind: "chat", written: to, by: "key", key: to }
    : { kind: "chat", written: to, by: "title", title: to.replace(/^"(.*)"$/, "$1") };
}
