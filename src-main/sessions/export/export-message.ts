import type { Message, ToolCall } from "../../../src-preload/contract/records.ts";
import { stepObject, wordsOfStep } from "../../../src-preload/contract/step-words.ts";
import { isTextKey, text } from "../../words.ts";
import { readArguments } from "./read-arguments.ts";

/** Of what a step brought; the whole of it is for the model, and lies on the disk. */
const mostResultChars = 2000;

/** A message as a reader of an export sees it, whatever the format. */
export interface ExportedMessage {
  readonly speaker: string;
  readonly kind: "said" | "step";
  /** ISO 8601. */
  readonly timestamp: string;
  readonly model: string | null;
  readonly content: string;
  readonly reasoning: string;
  /** What was begun with it, a line each. */
  readonly steps: readonly string[];
  /** Names of what was attached to it. */
  readonly files: readonly string[];
  /** Why it ended early, as a sentence; "" where it did not. */
  readonly problem: string;
}

export function exportedMessage(message: Message): ExportedMessage {
  const base = {
    timestamp: message.timestamp,
    content: message.content,
    model: null,
    reasoning: "",
    steps: [],
    files: [],
    problem: message.error?.message ?? "",
  };
  switch (message.role) {
    case "user":
      return { ...base, kind: "said", speaker: text("export.you"), files: fileNames(message.media) };
    case "system":
      return { ...base, kind: "said", speaker: text("export.note") };
    case "tool":
      return {
        ...base,
        kind: "step",
        speaker: text("export.result", { tool: message.details?.label ?? message.name }),
        content: shortened(message.content),
        files: fileNames(message.media),
      };
    case "assistant":
      return {
        ...base,
        kind: "said",
        speaker: text("export.perch"),
        model: message.model ?? null,
        reasoning: message.reasoning ?? "",
        steps: (message.tool_calls ?? []).map((call) => stepLine(call, message.steps ?? [])),
      };
  }
}

function stepLine(call: ToolCall, told: NonNullable<Extract<Message, { role: "assistant" }>["steps"]>): string {
  const step = told.find(({ callId }) => callId === call.id);
  const tool = call.function.name;
  const words = wordsOfStep({ tool, words: step?.words });
  const object = stepObject(words, readArguments(call.function.arguments)) || (step?.label ?? tool);
  const line = isTextKey(words.doing)
    ? text(words.doing, { object, tool: step?.label ?? tool, title: object })
    : `${tool} ${object}`;
  return line.replace(/\s+/g, " ").slice(0, 300);
}

function fileNames(media: readonly { readonly name?: string | undefined; readonly path: string }[] = []) {
  return media.map(({ name, path }) => name ?? path.split(/[/\\]/).at(-1) ?? path);
}

function shortened(content: string): string {
  return content.length <= mostResultChars ? content : `${content.slice(0, mostResultChars).toWellFormed()}…`;
}
