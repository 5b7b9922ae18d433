import { contractError } from "../../src-preload/contract/errors.ts";
import { readPromptCall, writePromptCall } from "../../src-preload/contract/prompt-call.ts";
import type { Media } from "../../src-preload/contract/records.ts";
import { fail, ok } from "../../src-preload/contract/result.ts";
import type { MentionSource } from "../agent/mention-source.ts";
import type { OpenPrompt } from "../api/chat-handlers.ts";
import { readMentionedChat } from "../sessions/mentioned-chat.ts";
import type { SessionStore } from "../sessions/session-store.ts";
import { text } from "../words.ts";
import type { McpFeature } from "./mcp-feature.ts";

interface MentionNeeds {
  readonly sessions: SessionStore;
  readonly servers: McpFeature["servers"];
}

/** What a message names with an `@`, and the prompts of servers that it calls with a `/`. */
export function createMentionsFeature({ sessions, servers }: MentionNeeds) {
  const closing = new AbortController();

  const source: MentionSource = {
    async read(mention, { own, room }, signal) {
      if (mention.kind === "chat") return readMentionedChat(sessions, mention, { own, room });
      const { server, uri } = mention;
      const mcp = await servers.load();
      // `@name:value` says many things; what looks like an address means a server.
      if (!uri.includes("://") && !(await mcp.has(server))) return null;
      const read = await mcp.readResource({ server, uri, sessionKey: own }, signal);
      if (!read.ok) return read;
      const { unread, media } = read.value;
      const said = read.value.text.slice(0, room);
      if (said === "" && media.length === 0) return fail(unread[0] ?? text("mention.emptyResource"));
      return ok({
        title: uri,
        sessionKey: null,
        date: null,
        text: said,
        media,
        isCut: said.length < read.value.text.length,
        stranger: server,
        ...(unread.length === 0 ? {} : { problem: unread.slice(0, 5).join(" ") }),
      });
    },
  };

  const openPrompt: OpenPrompt = async (message) => {
    const call = readPromptCall(message.text);
    if (call === null) return ok(message);
    const refused = (words: string) => fail(contractError("invalid-input", words));
    const mcp = await servers.load();
    if (!(await mcp.has(call.server))) return refused(text("prompt.noServer", { server: call.server }));
    if (call.rest !== "") return refused(text("prompt.form", { rest: call.rest.slice(0, 100) }));
    const read = await mcp.readPrompt({ ...call, sessionKey: message.sessionKey }, closing.signal);
    if (!read.ok) return refused(read.error);
    const { server, prompt: name } = call;
    const media: readonly Media[] = [...message.media, ...read.value.media];
    const words = `${writePromptCall(call) ?? message.text}\n\n${read.value.text}`.trim();
    return ok({ ...message, text: words, media: [...media], prompt: { server, name } });
  };

  return {
    source,
    openPrompt,
    [Symbol.dispose]: () => closing.abort(new Error("Perch ends")),
  };
}

export type MentionsFeature = ReturnType<typeof createMentionsFeature>;
