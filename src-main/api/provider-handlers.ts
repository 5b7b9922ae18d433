import { ok } from "../../src-preload/contract/result.ts";
import type { EventBus } from "../bus/event-bus.ts";
import type { Providers } from "../models/providers.ts";
import type { DomainHandlers } from "./router.ts";

export function createProviderHandlers(providers: Providers, events: EventBus): DomainHandlers<"provider"> {
  const tell = (): void => events.publish({ topic: "settings", type: "settings-changed" });
  return {
    async "provider.list"() {
      const listed = await providers.list();
      return listed.ok ? ok({ providers: listed.value }) : listed;
    },
    "provider.models": (question) => providers.models(question),
    async "provider.save"(change) {
      const saved = await providers.save(change);
      if (!saved.ok) return saved;
      tell();
      return ok({ provider: saved.value });
    },
    async "provider.remove"({ name }) {
      const removed = await providers.remove(name);
      if (!removed.ok) return removed;
      tell();
      return ok({});
    },
    "provider.detect": async ({ apiKey }) => ok(providers.detect(apiKey)),
  };
}
