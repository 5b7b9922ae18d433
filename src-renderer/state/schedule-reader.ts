import { createStore } from "zustand/vanilla";
import type { ReadSchedule, Schedule } from "../../src-preload/contract/automations.ts";
import type { AgentClient } from "../client/agent-client.ts";
import { createCrossing } from "./crossing.ts";
import { type Load, loaded } from "./load.ts";

interface ReaderState {
  /** What the words were read as; null while there are none. */
  readonly reading: Load<ReadSchedule> | null;
}

/** Words that say when something is due, read by the agent while they are typed. */
export function createScheduleReader(client: AgentClient) {
  const store = createStore<ReaderState>(() => ({ reading: null }));
  const asking = createCrossing();

  function set(reading: ReaderState["reading"]): void {
    asking.drop();
    store.setState({ reading });
  }

  return {
    store,
    /** What is known without being read. */
    set,
    /** `timezone`: an IANA name; null for the agent's own. */
    async read(words: string, timezone: string | null): Promise<Schedule | null> {
      if (words.trim() === "") {
        set(null);
        return null;
      }
      // What was read before stands until the answer is there, so that nothing jumps with each letter.
      if (store.getState().reading?.kind !== "ready") store.setState({ reading: { kind: "loading" } });
      const zone = timezone === null ? {} : { timezone };
      const came = await asking.ask(() => client.request("job.read", { words, ...zone }));
      if (came === null) return null;
      store.setState({ reading: loaded(came.answer, (read) => read) });
      return came.answer.ok ? came.answer.value.schedule : null;
    },
  };
}
