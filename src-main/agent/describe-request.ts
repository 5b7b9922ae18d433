import type { ContextPart, ContextReport } from "../../src-preload/contract/window.ts";
import type { WireMessage } from "../models/model.ts";
import type { PromptPart } from "./dependencies.ts";

/** The history as it was sent, with what was done to it. */
export interface SentHistory {
  readonly wires: readonly WireMessage[];
  /** Index of the message that the turn answers. */
  readonly currentAt: number;
  /** Messages before the first one that was sent. */
  readonly dropped: number;
  readonly shortened: number;
}

export interface SentRequest {
  readonly parts: readonly PromptPart[];
  readonly sent: SentHistory;
  readonly toolTokens: number;
  readonly window: number;
}

const charactersPerToken = 3.5;

/** What a request was made of, in estimated tokens: the prompt by parts, the tools, the history, the message. */
export function describeRequest({ parts, sent, toolTokens, window }: SentRequest): ContextReport {
  const message = sent.wires[sent.currentAt]?.tokens ?? 0;
  const all = sent.wires.reduce((sum, wire) => sum + wire.tokens, 0);
  const listed: readonly ContextPart[] = [
    ...parts.map(({ name, text }): ContextPart => {
      return { name, kind: "prompt", tokens: Math.ceil(text.length / charactersPerToken) };
    }),
    { name: "tools", kind: "tools", tokens: toolTokens },
    { name: "history", kind: "history", tokens: all - message },
    { name: "message", kind: "message", tokens: message },
  ];
  return {
    parts: listed,
    totalTokens: listed.reduce((sum, part) => sum + part.tokens, 0),
    windowTokens: window,
    droppedMessages: sent.dropped,
    shortenedResults: sent.shortened,
  };
}
