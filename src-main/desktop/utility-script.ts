import { fileURLToPath } from "node:url";
import type { ForkOptions, UtilityProcess } from "electron";
import type { Host } from "../host.ts";
import { endMessage } from "../processes/script-line.ts";
import { tailOf } from "../text-ends.ts";

const keptChars = 4000;

/** As far as a script needs it: Electron's own, or a test's. */
interface Child extends Pick<UtilityProcess, "postMessage" | "stderr" | "pid"> {
  on(event: "message", listener: (message: unknown) => void): unknown;
  once(event: "exit", listener: () => void): unknown;
}
type Fork = (path: string, args: string[], options: ForkOptions) => Child;

/**
 * Starts scripts in processes of Electron's own. In a package the app is not to be had as a plain Node, which anybody could run
 * in its name, so that Node's fork has nothing to start. To be called once the app is ready.
 */
export function startedBy(fork: Fork): Host["startScript"] {
  return ({ script, arguments: args, folder, env, onMessage, onExit }) => {
    const child = fork(fileURLToPath(script), [...args], {
      cwd: folder,
      env,
      stdio: ["ignore", "ignore", "pipe"],
      serviceName: "Perch sandbox",
    });
    let lastWords = "";
    let isGone = false;
    const { promise: gone, resolve } = Promise.withResolvers<void>();
    child.stderr?.on("data", (chunk: Buffer) => {
      lastWords = tailOf(lastWords + chunk.toString("utf8"), keptChars);
    });
    child.on("message", onMessage);
    child.once("exit", () => {
      isGone = true;
      onExit(lastWords.trim());
      resolve();
    });
    return {
      send: (message) => {
        if (!isGone) child.postMessage(message);
      },
      async end(patienceMs) {
        if (isGone) return;
        child.postMessage(endMessage);
        const limit = setTimeout(() => {
          // Electron's own way of ending it is a signal that the script may not heed.
          if (child.pid !== undefined) process.kill(child.pid, "SIGKILL");
        }, patienceMs);
        await gone;
        clearTimeout(limit);
      },
    };
  };
}
