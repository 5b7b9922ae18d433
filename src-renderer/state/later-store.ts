import type { AgentClient } from "../client/agent-client.ts";
import type { About } from "./about.ts";
import type { Desktop } from "./desktop.ts";
import type { Diagnosis } from "./diagnosis.ts";
import type { McpSources } from "./mcp-sources.ts";
import type { Notify } from "./notices.ts";

/** A store that few people need: the code that draws it makes it when it is first drawn. */
interface LaterStore<Made> {
  with(make: (client: AgentClient, notify: Notify) => Made): Made;
}

export interface LaterStores {
  readonly laterDesktop: LaterStore<Desktop>;
  readonly laterAbout: LaterStore<About>;
  readonly laterDiagnosis: LaterStore<Diagnosis>;
  readonly laterMcpSources: LaterStore<McpSources>;
}

export function createLaterStores(client: AgentClient, notify: Notify): LaterStores {
  function later<Made>(): LaterStore<Made> {
    let made: Made | null = null;
    return {
      with(make) {
        made ??= make(client, notify);
        return made;
      },
    };
  }
  return { laterDesktop: later(), laterAbout: later(), laterDiagnosis: later(), laterMcpSources: later() };
}
