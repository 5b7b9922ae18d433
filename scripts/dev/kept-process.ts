import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { launchedVariable } from "../packaged-node.mjs";

export interface ProcessPlan {
  readonly program: string;
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  /** What it prints. */
  readonly onLine: (line: string) => void;
  /** It ended, and nobody had asked for that. */
  readonly onGone: (status: number | null) => void;
}

export interface KeptProcess extends AsyncDisposable {
  /** Ends what runs, in its own order, and starts it from what is built now. Calls that come meanwhile are one more. */
  replace(): Promise<void>;
}

/** Starts a process, replaces it, and takes it along: it also ends when this process is killed. */
export function keepProcess(plan: ProcessPlan): KeptProcess {
  let child: ChildProcess | null = null;
  let work: Promise<void> = Promise.resolve();
  let waiting = 0;
  let isClosed = false;

  async function end(): Promise<void> {
    const ending = child;
    child = null;
    if (ending === null || ending.exitCode !== null || ending.signalCode !== null) return;
    const gone = once(ending, "exit");
    ending.kill("SIGTERM");
    await gone;
  }

  function start(): void {
    const started = spawn(plan.program, plan.args, {
      // Its own group: a Ctrl-C in the terminal is told to it by this process alone.
      detached: process.platform !== "win32",
      stdio: ["ignore", "pipe", "inherit", "ipc"],
      env: { ...plan.env, [launchedVariable]: "1" },
    });
    child = started;
    if (started.stdout !== null) createInterface({ input: started.stdout }).on("line", plan.onLine);
    started.once("error", (cause) => {
      console.error(cause.message);
      if (child === started) child = null;
      plan.onGone(null);
    });
    started.once("exit", (status) => {
      if (child === started && !isClosed) plan.onGone(status);
    });
  }

  return {
    replace() {
      waiting += 1;
      work = work.then(async () => {
        waiting -= 1;
        if (waiting > 0 || isClosed) return;
        await end();
        if (!isClosed) start();
      });
      return work;
    },
    async [Symbol.asyncDispose]() {
      isClosed = true;
      await work;
      await end();
    },
  };
}
