import type { Message } from "../../../src-preload/contract/records.ts";
import type { ChatFormat } from "./format.ts";

/** Named in the file, so that it is known again, and read as it was meant. */
export const ownFormat = "perch-chat";
export const ownVersion = 1;

/**
 * The messages of the active branch, a line each. What was told to the model beside them (recalled memories), and where
 * things lie on this computer, stays here.
 */
export const jsonFormat: ChatFormat = {
  mediaType: "application/json",
  extension: "json",
  head: ({ key, title, createdAt, exportedAt }) => {
    const facts = { format: ownFormat, version: ownVersion, key, title, createdAt, exportedAt };
    return `${JSON.stringify(facts).slice(0, -1)},"messages":[`;
  },
  message: (message, isFirst) => `${isFirst ? "" : ","}\n${JSON.stringify(keptOf(message))}`,
  tail: () => "\n]}\n",
};

function keptOf(message: Message): object {
  const { id, parentId, role, content, timestamp, hidden, error } = message;
  const base = { id, parentId, role, content, timestamp, hidden, error: error?.message };
  switch (message.role) {
    case "user":
      return { ...base, files: filesOf(message.media) };
    case "assistant":
      return { ...base, model: message.model, reasoning: message.reasoning, tool_calls: message.tool_calls };
    case "tool": {
      const { name, tool_call_id, details, media } = message;
      return { ...base, name, tool_call_id, status: details?.status, files: filesOf(media) };
    }
    case "system":
      return base;
  }
}

function filesOf(media: readonly { readonly name?: string | undefined; readonly path: string }[] | undefined) {
  return media?.map(({ name, path }) => name ?? path.split(/[/\\]/).at(-1) ?? path);
}
