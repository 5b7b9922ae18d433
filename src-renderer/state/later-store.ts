import type { AgentClient } from "../client/agent-client.ts";
import type { createDesktop, Desktop } from "./desktop.ts";
import type { Notify } from "./notices.ts";

/** What the settings of the desktop alone need: their code makes it when they are first drawn. */
export function createLaterDesktop(client: AgentClient, notify: Notify) {
  let made: Desktop | null = null;
  return {
    with(make: typeof createDesktop): Desktop {
      made ??= make(client, notify);
      return made;
    },
  };
}
