import type { PerchEvent } from "../../src-preload/contract/events.ts";
import type { AgentClient } from "../client/agent-client.ts";
import type { Backups } from "./backups.ts";
import type { createDiagnosis, Diagnosis } from "./diagnosis.ts";

/** What the settings alone need to keep and to find faults: their code makes the stores when they are first drawn. */
export function createLaterHelp(client: AgentClient) {
  let backups: Backups | null = null;
  let diagnosis: Diagnosis | null = null;
  return {
    backupsWith(make: (client: AgentClient) => Backups): Backups {
      backups ??= make(client);
      return backups;
    },
    diagnosisWith(make: typeof createDiagnosis): Diagnosis {
      diagnosis ??= make(client);
      return diagnosis;
    },
    apply: (events: readonly PerchEvent[]): void => backups?.apply(events),
    reset: async (): Promise<void> => backups?.reset(),
  };
}
