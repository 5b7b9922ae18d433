import type { Marker } from "../../../src-preload/contract/records.ts";
import type { Result } from "../../../src-preload/contract/result.ts";
import { recordsOf } from "../../storage/session-file/parse-line.ts";
import { type ChatProblem, type ImportedChat, mostChatBytes } from "./imported-chat.ts";
import { timeOf } from "./json-fields.ts";
import { readOwnMessages } from "./read-perch.ts";

interface Gathered {
  readonly messages: unknown[];
  key: string;
  title: string;
  createdAt: number | null;
  head: string | null;
}

/** A session file as Perch keeps it, a record a line. A line that cannot be read costs no other line, as when it is opened. */
export async function readSessionLines(chunks: AsyncIterable<Buffer>): Promise<Result<ImportedChat, ChatProblem>> {
  const gathered: Gathered = { messages: [], key: "", title: "", createdAt: null, head: null };
  for await (const line of linesOf(chunks)) take(line, gathered);
  const { key, title, createdAt, head, messages } = gathered;
  return readOwnMessages({ id: key, title, createdAt }, messages, head);
}

/** A line that is longer than a chat may be stands as null. */
async function* linesOf(chunks: AsyncIterable<Buffer>): AsyncGenerator<string | null> {
  let parts: Buffer[] = [];
  let length = 0;
  const line = (): string | null => (length > mostChatBytes ? null : Buffer.concat(parts).toString("utf8"));
  const keep = (part: Buffer): void => {
    length += part.length;
    if (length <= mostChatBytes) parts.push(part);
    else parts = [];
  };
  for await (const chunk of chunks) {
    let start = 0;
    for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, start)) {
      keep(chunk.subarray(start, end));
      yield line();
      parts = [];
      length = 0;
      start = end + 1;
    }
    keep(chunk.subarray(start));
  }
  if (length > 0) yield line();
}

function take(line: string | null, gathered: Gathered): void {
  for (const { parsed } of recordsOf({ text: line, offset: 0, length: 0, ended: true })) {
    if (parsed.kind === "marker") takeMarker(parsed.marker, gathered);
    if (parsed.kind !== "message") continue;
    const { message, parentKnown } = parsed;
    gathered.messages.push(parentKnown ? message : { ...message, parentId: undefined });
    gathered.head = message.id;
  }
}

function takeMarker(marker: Marker, gathered: Gathered): void {
  if (marker._type === "title") gathered.title = marker.title;
  else if (marker._type === "head") gathered.head = marker.messageId;
  else if (marker._type === "metadata") {
    gathered.key = marker.key;
    gathered.createdAt = timeOf(marker.createdAt);
  }
}
