import { join } from "node:path";
import { createCommandsHandlers } from "../api/commands-handlers.ts";
import { commandListSchema, createCommandList } from "../commands/command-list.ts";
import { createRunningCommands } from "../commands/running-commands.ts";
import { createJsonFile } from "../storage/json-file.ts";
import { text } from "../words.ts";
import type { Core } from "./core.ts";

export type CommandsFeature = ReturnType<typeof createCommandsFeature>;

/** Commands that stay while their chat goes on; with its chat in the trash they end. */
export function createCommandsFeature({ host, files, events, keys }: Core) {
  const file = createJsonFile({
    path: join(host.paths.home, "commands.json"),
    files,
    clock: host,
    parse: (value) => commandListSchema.parse(value),
    unreadable: (reason) => text("rules.unreadable", { file: "commands.json", reason }),
  });
  const owner = host.createId();
  const list = createCommandList({ file, log: host.log, owner, withoutKeys: keys.redact });
  const running = createRunningCommands(host, events, list);
  const removals = events.subscribe(["session"], (delivery) => {
    if (delivery.kind !== "event" || delivery.event.type !== "session-removed") return;
    const { sessionKey } = delivery.event;
    void running.stopChat(sessionKey);
    void running.told(sessionKey);
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
