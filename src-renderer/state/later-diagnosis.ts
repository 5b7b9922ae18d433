import type { AgentClient } from "../client/agent-client.ts";
import type { createDiagnosis, Diagnosis } from "./diagnosis.ts";

/** What the settings alone need to put diagnostics together: their code makes it when it is first asked for. */
export function createLaterDiagnosis(client: AgentClient) {
  let made: Diagnosis | null = null;
  return {
    with(make: typeof createDiagnosis): Diagnosis {
      made ??= make(client);
      return made;
    },
  };
}
