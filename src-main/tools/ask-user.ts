import { z } from "../../src-preload/contract/zod.ts";
import { defineTool } from "./define-tool.ts";
import type { Tool } from "./tool.ts";
import { failure } from "./tool-failure.ts";

const input = () =>
  z.object({
    question: z.string().trim().min(1).max(2000),
    options: z.array(z.string().trim().min(1).max(200)).max(6).optional(),
  });

/** A question to the person: the turn ends with it, and the answer is their next message. It stands in the transcript, and so outlives a restart. */
export function askUserTool(): Tool {
  return defineTool({
    name: "ask_user",
    description: "Ask the user one question that you cannot go on without; ends the turn until they answer.",
    words: { doing: "step.doing.ask", done: "step.asked", object: "question" },
    asks: "approval.title.tool",
    effect: "read",
    repeatSafe: true,
    exclusive: true,
    input,
    subject: async () => ({ kind: "none" }),
    run: async ({ question, options = [] }, { isAttended }) => {
      if (!isAttended) {
        return failure(
          "Nobody is there to answer. Decide by yourself what is safe, or end and say what is missing.",
          "nobody-there",
        );
      }
      return {
        kind: "done",
        content: "The question was put to the user. Their answer is the next message.",
        endsTurn: { text: worded(question, options) },
        details: { question: { text: question, options: [...options] } },
      };
    },
  });
}

/** As it is told where there are no buttons. */
function worded(question: string, options: readonly string[]): string {
  return [question, ...options.map((option, index) => `${index + 1}. ${option}`)].join("\n");
}
