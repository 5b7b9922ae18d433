import type { PerchEvent } from "../../src-preload/contract/events.ts";
import type { AgentClient } from "../client/agent-client.ts";
import type { Backups } from "./backups.ts";

/** The backups, as another later store (`later-store.ts`), which follows the events once it is made. */
export function createLaterBackups(client: AgentClient) {
  let backups: Backups | null = null;
  return {
    with(make: (client: AgentClient) => Backups): Backups {
      backups ??= make(client);
      return backups;
    },
    apply: (events: readonly PerchEvent[]): void => backups?.apply(events),
    reset: async (): Promise<void> => backups?.reset(),
  };
}
