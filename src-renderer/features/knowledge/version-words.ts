import type { KnowledgeVersion, VersionAuthor } from "../../../src-preload/contract/knowledge.ts";
import { byteCount } from "../../ui/amounts.ts";
import { type TextKey, text } from "../../ui/text.ts";

const authors: Readonly<Record<VersionAuthor["kind"], TextKey>> = {
  you: "knowledge.byYou",
  agent: "app.name",
  outside: "knowledge.byOther",
};

export function authorWords({ kind }: VersionAuthor): string {
  return text(authors[kind]);
}

/** The same content may stand there twice, at different times. */
export function versionKey({ time, version }: KnowledgeVersion): string {
  return `${String(time)} ${version ?? ""}`;
}

/** How many bytes more or less it has than the one before it; of the oldest that is kept, how many it has. */
export function sizeWords({ bytes, version }: KnowledgeVersion, older: KnowledgeVersion | undefined): string {
  if (version === null) return text("knowledge.takenAway");
  if (older === undefined) return byteCount(bytes);
  const more = bytes - older.bytes;
  if (more === 0) return text("knowledge.sameSize");
  return more > 0 ? `+${byteCount(more)}` : `−${byteCount(-more)}`;
}
