import type { Message } from "./records.ts";

/** Who else wrote what a message holds, where that is neither the person nor a file of theirs; null: nobody. */
export function strangerOf(message: Message): string | null {
  if (message.untrusted !== undefined) return message.untrusted;
  if (message.role === "tool") return message.details?.untrusted ?? null;
  const along = message.role === "user" ? [...(message.recalled ?? []), ...(message.mentioned ?? [])] : [];
  return along.find(({ stranger }) => stranger !== undefined)?.stranger ?? null;
}
