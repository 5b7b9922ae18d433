import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

/** Starts the scripted endpoint in a process of its own. `files`: the folder whose files its tool calls name. */
export async function startEndpoint(files) {
  const script = fileURLToPath(new URL("mock-llm.mjs", import.meta.url));
  const child = spawn(process.execPath, [script, "--files", files], { stdio: ["ignore", "pipe", "inherit"] });
  const ready = await new Promise((resolve, reject) => {
    createInterface({ input: child.stdout }).once("line", (line) => resolve(JSON.parse(line)));
    child.once("exit", (code) => reject(new Error(`the endpoint ended with ${code}`)));
  });
  const origin = new URL(ready.url).origin;
  return {
    url: ready.url,
    /** Starts the script anew and forgets what was asked. */
    reset: async () => void (await fetch(`${origin}/__reset`, { method: "POST" })),
    /** What was asked since then. Times are milliseconds of the machine's monotonic clock. */
    /** What was asked of a model; lists of models, which an agent reads beside its work, are none of it. */
    requests: async () =>
      (await (await fetch(`${origin}/__log`)).json()).requests.filter(({ method }) => method === "POST"),
    stop: () => child.kill(),
  };
}

/** The same clock as that of the endpoint's log. */
export function monotonicMs() {
  return Number(process.hrtime.bigint()) / 1e6;
}
