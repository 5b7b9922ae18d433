import { fileURLToPath } from "node:url";

export interface ForkRequest {
  readonly script: URL;
  readonly arguments: readonly string[];
  /** Its current folder. */
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
  readonly onMessage: (message: unknown) => void;
  /** Told once, with what it wrote to stderr last. */
  readonly onExit: (lastWords: string) => void;
}

/** A script of ours in a process of its own, spoken to in messages. */
export interface ForkedScript {
  send(message: object): void;
  /** Breaks the line, which is its sign to end, and waits until it has; after the patience it is killed. */
  end(patienceMs: number): Promise<void>;
}

const keptChars = 4000;

/**
 * Starts a script in a session of its own, so that a Ctrl-C of the terminal goes past it. Should this process end in whatever
 * way, its line breaks.
 */
export function forkScript({ script, arguments: args, folder, env, onMessage, onExit }: ForkRequest): ForkedScript {
  const { fork } = process.getBuiltinModule("node:child_process");
  const child = fork(fileURLToPath(script), [...args], {
    cwd: folder,
    env,
    detached: true,
    execArgv: [],
    stdio: ["ignore", "ignore", "pipe", "ipc"],
  });
  let lastWords = "";
  const { promise: gone, resolve } = Promise.withResolvers<void>();
  const ended = (words: string): void => {
    onExit(words);
    resolve();
  };
  child.stderr?.on("data", (chunk: Buffer) => {
    lastWords = (lastWords + chunk.toString("utf8")).slice(-keptChars);
  });
  child.on("message", onMessage);
  child.on("error", (error) => {
    // One that runs has errors of its line alone: its exit tells.
    if (child.pid === undefined) ended(error.message);
  });
  child.once("exit", () => ended(lastWords.trim()));
  child.unref();
  child.channel?.unref();
  return {
    send: (message) => {
      if (child.connected) child.send(message, () => undefined);
    },
    async end(patienceMs) {
      if (child.connected) child.disconnect();
      child.ref();
      const limit = setTimeout(() => child.kill("SIGKILL"), patienceMs);
      await gone;
      clearTimeout(limit);
    },
  };
}
