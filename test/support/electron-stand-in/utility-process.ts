import { type ChildProcess, fork } from "node:child_process";
import { EventEmitter } from "node:events";
import type * as Electron from "electron";

type OwnProcess = Pick<Electron.UtilityProcess, "pid" | "stderr" | "postMessage" | "kill">;

/** The scripts that run, by their paths. */
export const utilityScripts: string[] = [];

const parentPort = new URL("parent-port.ts", import.meta.url).href;

class UtilityProcess extends EventEmitter implements OwnProcess {
  readonly #child: ChildProcess;

  constructor(path: string, args: string[], { env, cwd, stdio }: Electron.ForkOptions) {
    super();
    if (!Array.isArray(stdio)) throw new TypeError("the stand-in knows a list of stdio alone");
    this.#child = fork(path, args, {
      env: { ...(env ?? process.env) },
      ...(cwd === undefined ? {} : { cwd }),
      execArgv: ["--import", parentPort],
      stdio: [...stdio, "ipc"],
    });
    utilityScripts.push(path);
    this.#child.once("spawn", () => this.emit("spawn"));
    this.#child.on("message", (message) => this.emit("message", message));
    this.#child.once("exit", (code) => {
      utilityScripts.splice(utilityScripts.indexOf(path), 1);
      this.emit("exit", code ?? 1);
    });
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  get stderr(): NodeJS.ReadableStream | null {
    return this.#child.stderr;
  }

  postMessage(message: NonNullable<unknown>): void {
    if (this.#child.connected) this.#child.send(message);
  }

  kill(): boolean {
    return this.#child.kill("SIGTERM");
  }
}

export const utilityProcess = {
  fork: (path: string, args: string[] = [], options: Electron.ForkOptions = {}): UtilityProcess =>
    new UtilityProcess(path, args, options),
};
