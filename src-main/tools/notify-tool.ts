import { z } from "../../src-preload/contract/zod.ts";
import { defineTool } from "./define-tool.ts";
import type { Tool } from "./tool.ts";
import { failure } from "./tool-failure.ts";
import { withoutUnseen } from "./untrusted-text.ts";

interface News {
  readonly title: string;
  readonly text: string;
}

interface NotifyParts {
  /** Why the person is not told, for the model; null: they were. */
  readonly tell: (news: News) => Promise<string | null>;
  /** What stands above news without a title. */
  readonly usualTitle: string;
}

const input = () =>
  z.object({ text: z.string().trim().min(1).max(2000), title: z.string().trim().max(100).optional() });

/** The one way from a beat to the person. Other chats do not have it. */
export function createNotifyTool({ tell, usualTitle }: NotifyParts): Tool {
  return defineTool({
    name: "notify",
    description: "Tell the user something new that is worth an interruption.",
    words: { doing: "step.doing.notify", done: "step.notified", object: "title", noObject: "the news" },
    asks: "approval.title.tool",
    effect: "read",
    repeatSafe: true,
    exclusive: true,
    input,
    subject: async () => ({ kind: "none" }),
    run: async ({ text, title = "" }) => {
      const said = withoutUnseen(text).trim();
      if (said === "") return failure("There is nothing to tell.");
      const named = withoutUnseen(title).replaceAll(/\s+/g, " ").trim();
      const refused = await tell({ title: named === "" ? usualTitle : named, text: said });
      return refused === null ? { kind: "done", content: "The user was told." } : failure(refused);
    },
  });
}
