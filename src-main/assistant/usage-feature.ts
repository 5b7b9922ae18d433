import { join } from "node:path";
import { sessionKeySchema } from "../../src-preload/contract/ids.ts";
import type { AgentLoop } from "../agent/agent-loop.ts";
import { createUsageHandlers } from "../api/usage-handlers.ts";
import type { SessionStore } from "../sessions/session-store.ts";
import { createLedger } from "../usage/ledger.ts";
import { createMeter, type Meter } from "../usage/meter.ts";
import { text } from "../words.ts";
import type { Core } from "./core.ts";
import type { ModelsFeature } from "./models-feature.ts";
import { once } from "./once.ts";

/** What every call costs, in a file of its own a month. */
export interface Spending extends AsyncDisposable {
  readonly meter: Meter;
}

export function openSpending({ host, files }: Core): Spending {
  const { home } = host.paths;
  const ledger = createLedger({ host, files, folder: join(home, "ledger"), backups: join(home, "backups") });
  const meter = createMeter(host, ledger);
  return {
    meter,
    async [Symbol.asyncDispose]() {
      await meter.settled();
      await ledger.release();
    },
  };
}

interface UsageNeeds {
  readonly loop: AgentLoop;
  readonly meter: Meter;
  readonly sessions: SessionStore;
  readonly models: Pick<ModelsFeature, "models" | "learnt">;
}

/** What was used, what it cost, and the limits. */
export function createUsageFeature({ host, settings }: Core, { loop, meter, sessions, models }: UsageNeeds) {
  const reports = once(async () => {
    const { createUsageReports } = await import("../usage/usage-reports.ts");
    const { pricesBy, pricesOf } = models.models;
    await models.learnt.load();
    return createUsageReports({ host, meter, pricesBy, pricesOf, titleOf: (key) => titleOf(sessions, key) });
  });
  return { handlers: createUsageHandlers({ loop, settings, meter, reports }) };
}

/** The name of a chat for a list; its key where it has none or is gone. */
async function titleOf(sessions: SessionStore, key: string): Promise<string> {
  if (key === "system:recall") return text("recall.usage");
  const parsed = sessionKeySchema.safeParse(key);
  const found = parsed.success ? await sessions.view(parsed.data) : null;
  return found?.ok === true && found.value.summary().title !== "" ? found.value.summary().title : key;
}
