import type { SearchSetups } from "../web/search-setup.ts";
import type { DomainHandlers } from "./router.ts";

/** `open` loads what only the window's Connections need. */
export function createWebHandlers(open: () => Promise<SearchSetups>, closing: AbortSignal): DomainHandlers<"web"> {
  return {
    "web.describeSearch": async () => (await open()).describe(),
    "web.saveSearch": async (change) => (await open()).save(change),
    "web.testSearch": async () => (await open()).test(closing),
  };
}
