import { createWebHandlers } from "../api/web-handlers.ts";
import type { WebAccess } from "../tools/web-access.ts";
import type { Core } from "./core.ts";
import { once } from "./once.ts";
import type { AssistantOptions } from "./options.ts";

export type WebFeature = ReturnType<typeof createWebFeature>;

/** Fetching and searching the web. Loaded when it is first asked for. */
export function createWebFeature({ host, settings }: Core, { webSockets, searchBases }: AssistantOptions) {
  const closing = new AbortController();

  const openPages = once(async () => {
    const { createPages } = await import("../web/pages.ts");
    return createPages({ host, settings, ...(webSockets === undefined ? {} : { sockets: webSockets }) });
  });

  const openSearch = once(async () => {
    const { createSearch } = await import("../web/search.ts");
    return createSearch({ host, settings, ...(searchBases === undefined ? {} : { bases: searchBases }) });
  });

  const openSetups = once(async () => {
    const { createSearchSetups } = await import("../web/search-setup.ts");
    return createSearchSetups({ host, settings, search: await openSearch() });
  });

  const web: WebAccess = {
    check: async (address) => (await openPages()).check(address),
    get: async (request) => (await openPages()).get(request),
    place: async () => (await openSearch()).place(),
    search: async (request) => (await openSearch()).search(request),
  };

  return {
    web,
    testSearch: async () => (await openSetups()).test(closing.signal),
    handlers: createWebHandlers(openSetups, closing.signal),
    [Symbol.dispose]: () => closing.abort(),
  };
}
