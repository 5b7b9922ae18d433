import type { Connection } from "../../src-preload/contract/connection.ts";
import type { ContractError } from "../../src-preload/contract/errors.ts";
import { ok, type Result } from "../../src-preload/contract/result.ts";
import type { SessionSummary } from "../../src-preload/contract/session.ts";
import { text } from "../settings/text.ts";
import { fitWidth, widthOf } from "./terminal/text-width.ts";

const pageSize = 200;
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** All chats that are not put away, newest first; `most` where a person picks from them. */
export async function listChats(
  connection: Connection,
  most = Number.POSITIVE_INFINITY,
): Promise<Result<readonly SessionSummary[], ContractError>> {
  const found: SessionSummary[] = [];
  let cursor: string | null = null;
  do {
    const from: { readonly cursor?: string } = cursor === null ? {} : { cursor };
    const page = await connection.request("session.list", { limit: Math.min(pageSize, most), ...from });
    if (!page.ok) return page;
    found.push(...page.value.sessions);
    cursor = page.value.cursor;
  } while (cursor !== null && found.length < most);
  return ok(found.toSorted((a, b) => b.updatedAt - a.updatedAt).slice(0, most));
}

/** A line each: number, title, when, key. */
export function chatLines(chats: readonly SessionSummary[], now: number, width: number): readonly string[] {
  return chats.map(({ title, key, updatedAt }, at) => {
    const number = String(at + 1).padStart(3);
    const when = agoText(now - updatedAt).padEnd(11);
    const room = Math.max(10, Math.min(48, width - widthOf(key) - 20));
    const words = fitWidth(title === "" ? text("terminal.untitled") : title.replaceAll("\n", " "), room);
    return text("terminal.chatLine", { number, title: words + " ".repeat(room - widthOf(words)), when, key });
  });
}

function agoText(ms: number): string {
  if (ms < minuteMs) return text("terminal.ago.now");
  if (ms < hourMs) return text("terminal.ago.minutes", { count: Math.floor(ms / minuteMs) });
  if (ms < dayMs) return text("terminal.ago.hours", { count: Math.floor(ms / hourMs) });
  return text("terminal.ago.days", { count: Math.floor(ms / dayMs) });
}
