import { ok } from "../../src-preload/contract/result.ts";
import type { EventBus } from "../bus/event-bus.ts";
import type { Providers } from "../providers/providers.ts";
import type { DomainHandlers } from "./router.ts";

/** `open` loads what only the window's Connections need. */
export function createProviderHandlers(open: () => Promise<Providers>, events: EventBus): DomainHandlers<"provider"> {
  const tell = (): void => events.publish({ topic: "settings", type: "settings-changed" });
  return {
    "provider.list": async () => (await open()).list(),
    "provider.models": async (question) => (await open()).models(question),
    async "provider.save"(change) {
      const saved = await (await open()).save(change);
      if (!saved.ok) return saved;
      tell();
      return ok({ provider: saved.value });
    },
    "provider.uses": async ({ name }) => (await open()).uses(name),
    async "provider.remove"({ name, model }) {
      const removed = await (await open()).remove(name, model);
      if (!removed.ok) return removed;
      tell();
      return ok({});
    },
    "provider.detect": async ({ apiKey }) => ok((await open()).detect(apiKey)),
  };
}
