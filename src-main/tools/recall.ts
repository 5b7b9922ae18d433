import type { Recalled } from "../../src-preload/contract/recalled.ts";
import type { AsyncResult } from "../../src-preload/contract/result.ts";
import { z } from "../../src-preload/contract/zod.ts";
import type { LocalTime } from "../host.ts";
import { dayWords } from "../local-day.ts";
import { defineTool } from "./define-tool.ts";
import type { Tool } from "./tool.ts";
import { failure } from "./tool-failure.ts";

const input = () => z.object({ query: z.string().describe("Words that were used; empty lists the facts") });

/** What the tool asks of the memory. */
export interface RecallTool {
  /** Best first, of everything there is; with an empty question the facts. */
  find(query: string, signal: AbortSignal): AsyncResult<readonly Recalled[]>;
  readonly localTime: (time: number) => LocalTime;
}

const maxChars = 1500;

export function recallTool({ find, localTime }: RecallTool): Tool {
  return defineTool({
    name: "recall",
    description: "Search the memory, its log and all earlier chats.",
    words: { doing: "step.doing.recall", done: "step.recalled", object: "query", noObject: "what it remembers" },
    asks: "approval.title.tool",
    effect: "read",
    repeatSafe: true,
    input,
    subject: async () => ({ kind: "none" }),
    async run({ query }, { signal }) {
      const found = await find(query, signal);
      if (!found.ok) return failure(found.error.message);
      if (found.value.length === 0) return { kind: "done", content: "Nothing like it was remembered, noted or said." };
      const lines = found.value.map((one) => `- ${whereOf(one, localTime)}: ${shortened(one.text)}`);
      const untrusted = found.value.find(({ stranger }) => stranger !== undefined)?.stranger;
      return {
        kind: "done",
        content: lines.join("\n"),
        ...(untrusted === undefined ? {} : { untrusted }),
      };
    },
  });
}

function whereOf({ source, date, sessionKey }: Recalled, localTime: RecallTool["localTime"]): string {
  const from = source === "message" ? `said in chat ${sessionKey ?? ""}` : source === "log" ? "log" : "memory";
  return date === null ? from : `${dayWords(localTime(date))}, ${from}`;
}

function shortened(words: string): string {
  const line = words.replace(/\s+/g, " ");
  return line.length <= maxChars ? line : `${line.slice(0, maxChars)}…`;
}
