import type { ContractError } from "../../src-preload/contract/errors.ts";
import { ok, type Result } from "../../src-preload/contract/result.ts";
import type { Settings } from "../../src-preload/contract/settings.ts";
import type { DoctorReport } from "../../src-preload/contract/system.ts";
import type { AgentLoop } from "../agent/agent-loop.ts";
import type { EventBus } from "../bus/event-bus.ts";
import type { Host } from "../host.ts";
import type { SettingsStore } from "../settings/settings-store.ts";
import type { DomainHandlers } from "./router.ts";

interface SystemDependencies {
  readonly host: Host;
  readonly version: string;
  readonly startedAt: number;
  readonly loop: AgentLoop;
  readonly settings: SettingsStore;
  readonly examine: () => Promise<Result<DoctorReport, ContractError>>;
}

export function createSystemHandlers(deps: SystemDependencies): DomainHandlers<"system"> {
  const { host, loop, startedAt, version } = deps;
  return {
    async "system.status"() {
      const settings = await deps.settings.current();
      const runs = loop.active();
      return ok({
        version,
        pid: host.pid,
        home: host.paths.home,
        startedAt,
        uptimeMs: host.now() - startedAt,
        model: settings.ok ? settings.value.agents.defaults.model : null,
        runs,
        pendingApprovals: runs.filter((run) => run.state === "waiting").length,
        memoryBytes: process.memoryUsage.rss(),
      });
    },
    "system.doctor": deps.examine,
  };
}

export function createSettingsHandlers(settings: SettingsStore, events: EventBus): DomainHandlers<"settings"> {
  return {
    async "settings.get"() {
      const current = await settings.current();
      return current.ok ? ok({ settings: withoutKeys(current.value) }) : current;
    },
    async "settings.update"({ patch }) {
      const updated = await settings.update(patch);
      if (!updated.ok) return updated;
      events.publish({ topic: "settings", type: "settings-changed" });
      return ok({ settings: withoutKeys(updated.value) });
    },
  };
}

/** Keys never reach a client: what is no reference to the key store is shown as dots. */
function withoutKeys(settings: Settings) {
  const providers = Object.entries(settings.providers).map(([name, provider]) => {
    const shown = provider.apiKey?.startsWith("secret:") === true ? provider.apiKey : "••••";
    return [name, provider.apiKey === undefined ? provider : { ...provider, apiKey: shown }] as const;
  });
  return { ...settings, providers: Object.fromEntries(providers) };
}
