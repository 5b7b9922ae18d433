import { createStore } from "zustand/vanilla";
import type { SessionKey } from "../../src-preload/contract/ids.ts";
import type { AgentClient } from "../client/agent-client.ts";
import { createCrossing } from "./crossing.ts";

/** Files of a chat's work folder by what is typed of their path; what was found last stands until more is. */
export function createFileFinder(client: AgentClient, limit: number) {
  const store = createStore<{ readonly paths: readonly string[] }>(() => ({ paths: [] }));
  const crossing = createCrossing();
  return {
    store,
    async find(sessionKey: SessionKey, query: string): Promise<void> {
      const came = await crossing.ask(() => client.request("file.find", { sessionKey, query, limit }));
      if (came?.answer.ok === true) store.setState({ paths: came.answer.value.paths });
    },
    /** Nothing is looked for any more. */
    clear(): void {
      crossing.drop();
      if (store.getState().paths.length > 0) store.setState({ paths: [] });
    },
  };
}
