import type { MessagePage, PageMessage } from "../../src-preload/contract/session.ts";

/** The maximum size of a page, in characters of JSON; fifty messages of a usual chat are far below it. */
export const maxPageChars = 4 * 1024 * 1024;

/** The newest messages of a page that are no longer than that together, and always one; the others are on the page before. */
export function boundedPage(page: MessagePage): MessagePage {
  const kept: PageMessage[] = [];
  let chars = 0;
  for (const row of page.messages.toReversed()) {
    chars += JSON.stringify(row).length;
    if (kept.length > 0 && chars > maxPageChars) return { messages: kept.toReversed(), hasEarlier: true };
    kept.push(row);
  }
  return page;
}
