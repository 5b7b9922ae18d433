import type { CommandEnd, RunningCommand } from "../../src-preload/contract/commands.ts";
import type { SessionKey } from "../../src-preload/contract/ids.ts";
import { ok, type Result } from "../../src-preload/contract/result.ts";
import type { EventBus } from "../bus/event-bus.ts";
import type { Clock } from "../host.ts";
import type { KeyStream } from "../keys/key-stream.ts";
import { type ServiceProcess, startService } from "../processes/service-process.ts";
import { collectOutput } from "./command-output.ts";

export interface StartRequest {
  readonly sessionKey: SessionKey;
  /** As the model wrote it. */
  readonly command: string;
  readonly confined: boolean;
  readonly file: string;
  readonly arguments: readonly string[];
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
  readonly platform: NodeJS.Platform;
  readonly mark: { readonly name: string; readonly value: string };
  /** Stopping its turn ends it. */
  readonly signal: AbortSignal;
  readonly withoutKeys: (tell: (text: string) => void) => KeyStream;
  /** Once it has ended: lets go of its sandbox. */
  readonly onEnd: () => Promise<unknown>;
}

/** What is new since the last look. */
export interface CommandNews {
  readonly text: string;
  /** Something between then and now had no room. */
  readonly isCut: boolean;
  readonly end: CommandEnd | null;
}

export interface KeptCommand {
  row(): RunningCommand;
  /** For the model, which hears of each piece once; waits for news at most `waitMs`. */
  news(waitMs: number, signal: AbortSignal): Promise<CommandNews>;
  /** All of it, for the person: head and tail. */
  output(): string;
  /** False where it has ended. */
  write(text: string): boolean;
  /** Resolves when it and all that it started are gone. */
  stop(why: "stopped" | "idle"): Promise<void>;
}

interface Surroundings {
  readonly clock: Clock;
  readonly events: EventBus;
  readonly onChange: (command: KeptCommand) => void;
}

const idleMs = 60 * 60_000;
const tellMs = 100;

export async function startCommand(
  id: string,
  request: StartRequest,
  surroundings: Surroundings,
): Promise<Result<KeptCommand, string>> {
  const { file, folder, env, platform, mark } = request;
  const { clock } = surroundings;
  const started = await startService({ file, arguments: request.arguments, folder, env, platform, clock, mark });
  if (started.ok) return ok(follow(id, request, started.value, surroundings));
  await request.onEnd();
  return started;
}

function follow(
  id: string,
  { sessionKey, command, confined, signal, withoutKeys, onEnd }: StartRequest,
  service: ServiceProcess,
  { clock, events, onChange }: Surroundings,
): KeptCommand {
  const startedAt = clock.now();
  const waiters = new Set<() => void>();
  let end: CommandEnd | null = null;
  let ending: CommandEnd | null = null;
  let teller: Disposable | null = null;
  let idle = clock.setTimer(idleMs, () => void kept.stop("idle"));

  const touch = (): void => {
    idle[Symbol.dispose]();
    if (end === null) idle = clock.setTimer(idleMs, () => void kept.stop("idle"));
  };
  const tellOutput = (): void => {
    teller = null;
    events.publish({ topic: "commands", type: "command-output", sessionKey, id, tail: output.tail });
  };
  const output = collectOutput(service, withoutKeys, () => {
    touch();
    teller ??= clock.setTimer(tellMs, tellOutput);
    for (const wake of waiters) wake();
  });
  const onAbort = (): void => void kept.stop("stopped");
  signal.addEventListener("abort", onAbort, { once: true });

  async function finish(exit: Awaited<ServiceProcess["exited"]>): Promise<void> {
    await service.end();
    output.close();
    await onEnd();
    end = ending ?? { kind: "exited", ...exit };
    signal.removeEventListener("abort", onAbort);
    idle[Symbol.dispose]();
    teller?.[Symbol.dispose]();
    onChange(kept);
    for (const wake of waiters) wake();
  }
  // It may have ended before it has read all.
  service.stdin.on("error", () => undefined);
  const over = service.exited.then(finish);
  const kept: KeptCommand = {
    row: () => ({ id, sessionKey, command, startedAt, confined, tail: output.tail, end }),
    async news(waitMs, stopped) {
      touch();
      if (!output.hasNews() && end === null && waitMs > 0) await untilOf(waiters, { clock, waitMs, stopped });
      return { ...output.takeNews(), end };
    },
    output: output.all,
    write(text) {
      touch();
      if (end !== null || ending !== null || !service.stdin.writable) return false;
      service.stdin.write(text);
      return true;
    },
    async stop(why) {
      if (end === null) ending ??= { kind: why };
      void service.end();
      await over;
    },
  };
  if (signal.aborted) onAbort();
  return kept;
}

/** Until one of those who wake does, the time is over or the signal comes. */
async function untilOf(
  waiters: Set<() => void>,
  { clock, waitMs, stopped }: { readonly clock: Clock; readonly waitMs: number; readonly stopped: AbortSignal },
): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  waiters.add(resolve);
  stopped.addEventListener("abort", () => resolve(), { once: true });
  using _limit = clock.setTimer(waitMs, resolve);
  if (stopped.aborted) resolve();
  await promise;
  waiters.delete(resolve);
}
