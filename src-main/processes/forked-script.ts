import { fileURLToPath } from "node:url";
import type { ScriptProcess, ScriptRequest } from "../host.ts";
import { tailOf } from "../text-ends.ts";

const keptChars = 4000;

/**
 * Starts a script in a session of its own, so that a Ctrl-C of the terminal goes past it. Its line breaks when it is to end, and
 * when this process ends in whatever way.
 */
export function forkScript({ script, arguments: args, folder, env, onMessage, onExit }: ScriptRequest): ScriptProcess {
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
    lastWords = tailOf(lastWords + chunk.toString("utf8"), keptChars);
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
