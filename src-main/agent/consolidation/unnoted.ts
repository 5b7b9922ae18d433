import type { Message } from "../../../src-preload/contract/records.ts";
import { type AsyncResult, ok } from "../../../src-preload/contract/result.ts";
import type { Session } from "../../sessions/session-store.ts";

const pageMessages = 100;
/** Of a chat that was never noted so many windows are, the newest. */
const firstWindows = 3;
/** So far back the last noted message is looked for. */
const mostMessages = 3000;

/** The messages of the active branch that are not in the log yet, oldest first. */
export async function unnotedOf(session: Session): AsyncResult<readonly Message[]> {
  const { noted } = session.past;
  const most = noted === null ? session.memoryWindow * firstWindows : mostMessages;
  let found: readonly Message[] = [];
  for (let hasEarlier = true; hasEarlier && found.length < most; ) {
    const page = await session.page(pageMessages, found[0]?.id);
    if (!page.ok) return page;
    const messages = page.value.messages.map(({ message }) => message);
    const at = noted === null ? -1 : messages.findIndex(({ id }) => id === noted.upTo);
    found = [...messages.slice(at + 1), ...found];
    if (at >= 0) return ok(found);
    hasEarlier = page.value.hasEarlier;
  }
  return noted === null ? ok(found) : newerThan(session, noted.upTo, found);
}

/** The last noted message is on another branch: what both share was noted with it, and is older. */
async function newerThan(session: Session, id: Message["id"], messages: readonly Message[]) {
  const last = await session.message(id);
  if (!last.ok) return last.error.code === "not-found" ? ok(messages) : last;
  const time = Date.parse(last.value.timestamp);
  return ok(messages.filter(({ timestamp }) => !(Date.parse(timestamp) <= time)));
}
