import type { LimitSource } from "../../src-preload/contract/providers.ts";
import type { ContextPart, ContextReport } from "../../src-preload/contract/window.ts";
import type { PromptPart } from "./dependencies.ts";
import type { SentHistory } from "./history-writer.ts";

export interface SentRequest {
  readonly tokensOf: (text: string) => number;
  readonly parts: readonly PromptPart[];
  readonly sent: SentHistory;
  readonly toolTokens: number;
  readonly leftOutTools: number;
  /** What the model counts for a token of the estimate. */
  readonly correction: number;
  readonly room: { readonly window: number; readonly output: number };
  readonly source: LimitSource;
}

/** What a request was made of, in estimated tokens: the prompt by parts, the tools, the history, the message. */
export function describeRequest(request: SentRequest): ContextReport {
  const { parts, sent, toolTokens, correction, room, source, tokensOf } = request;
  const { messageTokens, skills } = sent;
  const inMessage = sum(skills.called.filter(({ isCurrent }) => isCurrent));
  const message = messageTokens - inMessage;
  const part = (name: string, kind: ContextPart["kind"], tokens: number): ContextPart => {
    return { name, kind, tokens: Math.round(tokens * correction) };
  };
  const listed: readonly ContextPart[] = [
    ...parts.map(({ name, text }) => part(name, "prompt", tokensOf(text))),
    part("tools", "tools", toolTokens),
    ...(sent.earlierTokens === 0 ? [] : [part("earlier", "history", sent.earlierTokens)]),
    ...(skills.tokens === 0 ? [] : [part("skills", "history", skills.tokens)]),
    ...skills.called.map(({ name, tokens, isCurrent }) =>
      part(`skill-in-use/${name}`, isCurrent ? "message" : "history", tokens),
    ),
    part("history", "history", sent.tokens - message - skills.tokens - sum(skills.called) - sent.earlierTokens),
    part("message", "message", message),
  ];
  return {
    parts: listed,
    totalTokens: listed.reduce((sum, one) => sum + one.tokens, 0),
    windowTokens: room.window,
    windowSource: source,
    outputTokens: room.output,
    droppedMessages: sent.dropped,
    shortenedResults: sent.shortened,
    leftOutTools: request.leftOutTools,
    carriedSkills: skills.carried,
    lostSkills: skills.lost,
    recalled: sent.recalled,
    mentioned: sent.mentioned,
  };
}

function sum(parts: readonly { readonly tokens: number }[]): number {
  return parts.reduce((total, { tokens }) => total + tokens, 0);
}
