import type { PerchEvent } from "../../src-preload/contract/events.ts";
import type { AgentClient } from "../client/agent-client.ts";
import type { Backups } from "./backups.ts";

/** The backups of the settings alone: their code makes the store when they are first drawn. */
export function createLaterBackups(client: AgentClient) {
  let made: Backups | null = null;
  return {
    with(make: (client: AgentClient) => Backups): Backups {
      made ??= make(client);
      return made;
    },
    apply: (events: readonly PerchEvent[]): void => made?.apply(events),
    reset: async (): Promise<void> => made?.reset(),
  };
}
