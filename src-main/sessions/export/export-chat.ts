import type { MessageId } from "../../../src-preload/contract/ids.ts";
import type { Message } from "../../../src-preload/contract/records.ts";
import { type AsyncResult, ok } from "../../../src-preload/contract/result.ts";
import type { PageMessage } from "../../../src-preload/contract/session.ts";
import type { ExportFormat, ExportPart } from "../../../src-preload/contract/transfer.ts";
import { text } from "../../words.ts";
import type { Session } from "../session-store.ts";
import type { ChatFormat } from "./format.ts";
import { htmlFormat } from "./html-format.ts";
import { jsonFormat } from "./json-format.ts";
import { markdownFormat } from "./markdown-format.ts";

const formats: Readonly<Record<ExportFormat, ChatFormat>> = {
  markdown: markdownFormat,
  html: htmlFormat,
  json: jsonFormat,
};

/** Messages of one part, and its approximate size in characters: a part is one answer of the contract. */
const pageSize = 200;
const partChars = 4 * 1024 * 1024;

export interface ExportAsked {
  readonly format: ExportFormat;
  readonly before: MessageId | undefined;
}

export interface ExportParts {
  readonly now: () => number;
  /** A file name as every system takes it. */
  readonly safeName: (name: string) => string;
}

/**
 * A part of the active branch as a text. It is read from its end, as a chat is: the first part asked for holds the newest
 * messages and the end of the file, the last one its head. Nothing is kept between two of them, so a chat may have any length.
 */
export async function exportPart(
  session: Pick<Session, "key" | "createdAt" | "page" | "summary">,
  { format: wanted, before }: ExportAsked,
  { now, safeName }: ExportParts,
): AsyncResult<ExportPart> {
  const page = await session.page(pageSize, before);
  if (!page.ok) return page;
  const format = formats[wanted];
  const written = writeNewest(page.value.messages, page.value.hasEarlier, format);
  const title = session.summary().title || text("export.untitled");
  // An imported chat was begun before it came here.
  const first = written.before === null ? page.value.messages[0]?.message.timestamp : undefined;
  const createdAt = first ?? new Date(session.createdAt).toISOString();
  const facts = { key: session.key, title, createdAt, exportedAt: new Date(now()).toISOString() };
  const head = written.before === null ? format.head(facts) : "";
  const tail = before === undefined ? format.tail() : "";
  return ok({
    text: `${head}${written.text}${tail}`,
    before: written.before,
    name: safeName(`${shortTitle(title).replace(/[/\\]/g, "-")} ${createdAt.slice(0, 10)}.${format.extension}`),
    mediaType: format.mediaType,
  });
}

/** The newest of these messages that are together no longer than a part, and always one. */
function writeNewest(rows: readonly PageMessage[], hasEarlier: boolean, format: ChatFormat) {
  const texts: string[] = [];
  let chars = 0;
  let first: Message | null = null;
  for (const [index, { message }] of [...rows.entries()].toReversed()) {
    if (first !== null && chars > partChars) return { text: texts.toReversed().join(""), before: first.id };
    const written = format.message(message, index === 0 && !hasEarlier);
    texts.push(written);
    chars += written.length;
    first = message;
  }
  return { text: texts.toReversed().join(""), before: hasEarlier && first !== null ? first.id : null };
}

const mostTitleChars = 60;

function shortTitle(title: string): string {
  return Array.from(title).slice(0, mostTitleChars).join("").trim();
}
