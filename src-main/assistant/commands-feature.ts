import { createCommandsHandlers } from "../api/commands-handlers.ts";
import { createRunningCommands } from "../commands/running-commands.ts";
import type { Core } from "./core.ts";

export type CommandsFeature = ReturnType<typeof createCommandsFeature>;

/** Commands that stay while their chat goes on; with its chat in the trash they end. */
export function createCommandsFeature({ host, events }: Core) {
  const running = createRunningCommands(host, events);
  const removals = events.subscribe(["session"], (delivery) => {
    if (delivery.kind !== "event" || delivery.event.type !== "session-removed") return;
    void running.stopChat(delivery.event.sessionKey);
  });
  removals.start();
  return {
    running,
    handlers: createCommandsHandlers(running),
    async [Symbol.asyncDispose]() {
      removals.stop();
      await running[Symbol.asyncDispose]();
    },
  };
}
