import { createStore } from "zustand/vanilla";
import type { RunningCommand } from "../../src-preload/contract/commands.ts";
import type { PerchEvent } from "../../src-preload/contract/events.ts";
import type { AgentClient } from "../client/agent-client.ts";
import { createCrossing } from "./crossing.ts";
import { isDone, type Notify } from "./notices.ts";

interface RunningCommandsState {
  /** Of all chats; the newest last. */
  readonly commands: readonly RunningCommand[];
}

/** Commands that stay while their chat goes on, with the end of what each has written. */
export function createRunningCommands(client: AgentClient, notify: Notify) {
  const store = createStore<RunningCommandsState>(() => ({ commands: [] }));
  const loading = createCrossing();

  function change(event: PerchEvent): void {
    const { commands } = store.getState();
    if (event.type === "command-output") {
      const { id, tail } = event;
      store.setState({ commands: commands.map((row) => (row.id === id ? { ...row, tail } : row)) });
    }
    if (event.type !== "command-changed") return;
    const others = commands.filter(({ id }) => id !== event.command.id);
    store.setState({ commands: event.command.end === null ? [...others, event.command] : others });
  }

  return {
    store,
    apply(events: readonly PerchEvent[]): void {
      for (const event of events) if (event.topic === "commands") change(event);
    },
    async reset(): Promise<void> {
      const came = await loading.ask(() => client.request("commands.list", {}));
      if (came?.answer.ok === true) store.setState({ commands: came.answer.value.commands });
    },
    async stop(id: string): Promise<void> {
      isDone(await client.request("commands.stop", { id }), notify);
    },
  };
}
