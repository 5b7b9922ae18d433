import { contractError } from "../../src-preload/contract/errors.ts";
import { parseSessionKey } from "../../src-preload/contract/ids.ts";
import type { PromptOrigin } from "../../src-preload/contract/mentioned.ts";
import { isUnheard } from "../../src-preload/contract/recordings.ts";
import { type AsyncResult, fail, ok } from "../../src-preload/contract/result.ts";
import type { RouteInput } from "../../src-preload/contract/routes.ts";
import type { AgentLoop } from "../agent/agent-loop.ts";
import type { SessionEditor } from "../agent/session-editor.ts";
import type { InboundMessage, MessageBus } from "../bus/message-bus.ts";
import type { DraftStore } from "../drafts/draft-store.ts";
import type { Clock } from "../host.ts";
import type { JoinSpoken } from "../transcription/join-spoken.ts";
import { text } from "../words.ts";
import type { Caller, DomainHandlers } from "./router.ts";

type SentMessage = RouteInput<"chat.send"> & { readonly prompt?: PromptOrigin };

/** A message that calls a prompt of a server has its words; why it has none keeps it from being sent. */
export type OpenPrompt = (message: SentMessage) => AsyncResult<SentMessage>;

interface ChatDependencies {
  readonly loop: AgentLoop;
  readonly bus: MessageBus;
  readonly clock: Clock;
  readonly editor: SessionEditor;
  readonly drafts: () => Promise<Pick<DraftStore, "send">>;
  readonly joinSpoken: JoinSpoken;
  readonly openPrompt: OpenPrompt;
}

export function createChatHandlers(deps: ChatDependencies): DomainHandlers<"chat"> {
  const { loop, bus, clock, editor, drafts, joinSpoken, openPrompt } = deps;
  return {
    async "chat.send"(input, caller) {
      if (input.text.trim() === "" && input.media.length === 0) {
        return fail(contractError("invalid-input", text("chat.empty")));
      }
      const heard = input.media.some(isUnheard) ? await joinSpoken(input) : ok(input);
      if (!heard.ok) return heard;
      // As for a command: what takes the place of an earlier message is a message. Any other one waits for nothing: its turn counts.
      const mayCall = input.replaces === undefined && input.text.trimStart().startsWith("/");
      const message = mayCall ? await openPrompt(heard.value) : heard;
      if (!message.ok) return message;
      const send = () => bus.publishInbound(inbound(message.value, caller, clock.now()));
      const { sessionKey, draftBy } = input;
      return draftBy === undefined ? send() : (await drafts()).send(sessionKey, draftBy, send);
    },
    "chat.stop": ({ sessionKey, messageId }) =>
      loop.use(sessionKey, async (runner) => {
        const stopped = await (messageId === undefined ? runner.halt() : runner.withdraw(messageId));
        return stopped.ok ? ok({ stopped: stopped.value }) : stopped;
      }),
    "chat.resume": ({ sessionKey }) =>
      loop.use(sessionKey, async (runner) => {
        const { lastRun } = runner.session;
        if (lastRun.kind !== "ended" || lastRun.reason === "answer") {
          return fail(contractError("conflict", text("chat.notInterrupted")));
        }
        return runner.rerun(async () => ok(undefined));
      }),
    "chat.regenerate": ({ sessionKey, messageId }) =>
      loop.use(sessionKey, (runner) => runner.rerun(() => editor.stepBack(runner.session, messageId))),
  };
}

function inbound(input: SentMessage, caller: Caller, timestamp: number): InboundMessage {
  const { sessionKey, whenBusy, whenAsked, mode, workFolder, replaces, messageId, again, prompt } = input;
  return {
    ...(messageId === undefined ? {} : { id: messageId }),
    ...parseSessionKey(sessionKey),
    sessionKey,
    senderId: caller.senderId,
    content: input.text,
    media: input.media,
    ...(prompt === undefined ? {} : { prompt }),
    metadata: {
      whenBusy,
      whenAsked,
      place: caller.place,
      again,
      ...(mode === undefined ? {} : { mode }),
      ...(workFolder === undefined ? {} : { workFolder }),
      ...(replaces === undefined ? {} : { replaces }),
    },
    timestamp,
  };
}
