import { ok } from "../../src-preload/contract/result.ts";
import type { Providers } from "../providers/providers.ts";
import type { DomainHandlers } from "./router.ts";

/** `open` loads what only the window's Connections need. */
export function createProviderHandlers(open: () => Promise<Providers>): DomainHandlers<"provider"> {
  return {
    "provider.list": async () => (await open()).list(),
    "provider.models": async (question) => (await open()).models(question),
    async "provider.save"(change) {
      const saved = await (await open()).save(change);
      return saved.ok ? ok({ provider: saved.value }) : saved;
    },
    "provider.uses": async ({ name }) => (await open()).uses(name),
    async "provider.remove"({ name, model }) {
      const removed = await (await open()).remove(name, model);
      return removed.ok ? ok({}) : removed;
    },
    "provider.detect": async ({ apiKey }) => ok((await open()).detect(apiKey)),
  };
}
