import { messageIdSchema } from "../../src-preload/contract/ids.ts";
import type { Media, Message, ToolMessage, UserMessage } from "../../src-preload/contract/records.ts";

const carriers = new WeakMap<ToolMessage, UserMessage>();
const known = new WeakSet<Message>();

/** A tool result cannot hold an image on most endpoints: its images follow in a message of their own. */
export function withResultImages(messages: readonly Message[]): readonly Message[] {
  if (!messages.some((message) => message.role === "tool" && message.media !== undefined)) return messages;
  const carried: Message[] = [];
  const images: Message[] = [];
  for (const message of messages) {
    if (message.role !== "tool") carried.push(...images.splice(0));
    carried.push(message);
    if (message.role === "tool" && message.media !== undefined) images.push(carrierOf(message, message.media));
  }
  return [...carried, ...images];
}

/** True for a message that is part of the results before it, although it goes out as the user's. */
export function isResultImage(message: Message): boolean {
  return known.has(message);
}

function carrierOf(message: ToolMessage, media: readonly Media[]): UserMessage {
  const made = carriers.get(message);
  if (made !== undefined) return made;
  const { parentId, timestamp } = message;
  const id = messageIdSchema.parse(`image-${message.id}`.slice(0, 100));
  const content = `The image that ${message.name} read:`;
  const carrier: UserMessage = { id, parentId, timestamp, role: "user", content, media: [...media] };
  carriers.set(message, carrier);
  known.add(carrier);
  return carrier;
}
