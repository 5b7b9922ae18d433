import { contractError } from "../../src-preload/contract/errors.ts";
import { fail, ok } from "../../src-preload/contract/result.ts";
import type { RunningCommands } from "../commands/running-commands.ts";
import { text } from "../words.ts";
import type { DomainHandlers } from "./router.ts";

export function createCommandsHandlers(running: RunningCommands): DomainHandlers<"commands"> {
  return {
    "commands.list": async ({ sessionKey }) => ok({ commands: running.list(sessionKey ?? null) }),
    async "commands.output"({ sessionKey, id }) {
      const command = running.find(sessionKey, id);
      if (command === null) return fail(contractError("not-found", text("commands.gone")));
      return ok({ command: command.row(), output: command.output() });
    },
    async "commands.stop"({ id }) {
      if (await running.stop(id)) return ok({});
      return fail(contractError("not-found", text("commands.gone")));
    },
  };
}
