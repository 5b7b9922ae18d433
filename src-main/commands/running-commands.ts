import type { RunningCommand } from "../../src-preload/contract/commands.ts";
import type { SessionKey } from "../../src-preload/contract/ids.ts";
import { fail, type Result } from "../../src-preload/contract/result.ts";
import type { EventBus } from "../bus/event-bus.ts";
import type { Clock } from "../host.ts";
import type { CommandList } from "./command-list.ts";
import type { KeptCommand, StartRequest } from "./kept-command.ts";

export interface RunningCommands extends AsyncDisposable, Pick<CommandList, "lost" | "noticed" | "told"> {
  /** Fails, with a sentence for the model, where as many run as may, or it could not be started. */
  start(request: StartRequest): Promise<Result<KeptCommand, string>>;
  /** One of this chat; also one that has ended, until Perch does. */
  find(sessionKey: SessionKey, id: string): KeptCommand | null;
  /** Those of a chat, or all; the newest last. */
  list(sessionKey: SessionKey | null): readonly RunningCommand[];
  stop(id: string): Promise<boolean>;
  /** The chat is in the trash. */
  stopChat(sessionKey: SessionKey): Promise<void>;
  /** Perch is being closed: what ends from now on ends with it, and the next process says so. */
  perchEnds(): void;
}

const mostAtOnce = 8;
/** So many that have ended are remembered, for the model's next look. */
const mostEnded = 32;

export function createRunningCommands(clock: Clock, events: EventBus, list: CommandList): RunningCommands {
  const kept = new Map<string, KeptCommand>();
  let lastNumber = 0;
  let starting = 0;
  let isEnding = false;
  const running = (): readonly KeptCommand[] => [...kept.values()].filter((command) => command.row().end === null);
  const tell = (command: KeptCommand): void => {
    const row = command.row();
    events.publish({ topic: "commands", type: "command-changed", sessionKey: row.sessionKey, command: row });
  };
  const changed = (command: KeptCommand): void => {
    tell(command);
    const { id, end } = command.row();
    if (end !== null && !isEnding) void list.end(id);
  };

  function forgetOld(): void {
    const ended = [...kept.values()].filter((command) => command.row().end !== null);
    for (const command of ended.slice(0, Math.max(0, ended.length - mostEnded))) kept.delete(command.row().id);
  }

  async function start(request: StartRequest): Promise<Result<KeptCommand, string>> {
    if (running().length + starting >= mostAtOnce) {
      return fail(`${mostAtOnce} commands run already, which is as many as may: stop one with exec_session first.`);
    }
    starting++;
    const id = `c${++lastNumber}`;
    await list.begin({ id, sessionKey: request.sessionKey, command: request.command });
    // Loaded with the first one, as what starts programs is.
    const started = await import("./kept-command.ts")
      .then(({ startCommand }) => startCommand(id, request, { clock, events, onChange: changed }))
      .finally(() => {
        starting--;
      });
    if (!started.ok) {
      await list.end(id);
      return started;
    }
    kept.set(id, started.value);
    forgetOld();
    tell(started.value);
    return started;
  }

  const stopAll = async (commands: readonly KeptCommand[]): Promise<void> => {
    await Promise.all(commands.map((command) => command.stop("stopped")));
  };

  return {
    start,
    find(sessionKey, id) {
      const command = kept.get(id);
      return command?.row().sessionKey === sessionKey ? command : null;
    },
    list: (sessionKey) =>
      running()
        .map((command) => command.row())
        .filter((row) => sessionKey === null || row.sessionKey === sessionKey),
    async stop(id) {
      const command = kept.get(id);
      if (command === undefined) return false;
      await command.stop("stopped");
      return true;
    },
    stopChat: (sessionKey) => stopAll(running().filter((command) => command.row().sessionKey === sessionKey)),
    lost: list.lost,
    noticed: list.noticed,
    told: list.told,
    perchEnds() {
      isEnding = true;
    },
    async [Symbol.asyncDispose]() {
      isEnding = true;
      await stopAll(running());
    },
  };
}
