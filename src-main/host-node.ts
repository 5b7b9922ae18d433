import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { homedir } from "node:os";
import { join, resolve } from "node:path";
import type { Host, Log, SecretStore } from "./host.ts";

export interface NodeHostOptions {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly resources: string;
  readonly databaseWorker: URL;
  readonly log: Log;
  /** Made by the caller from the same paths; the host only lends it. */
  readonly secrets: (home: string) => SecretStore;
}

/** The home that the environment names: `PERCH_HOME`, else `~/.perch`. Absolute. */
export function perchHome(env: Readonly<Record<string, string | undefined>>): string {
  return resolve(env["PERCH_HOME"] ?? join(homedir(), ".perch"));
}

/** The host of the terminal and of the served app: plain Node. */
export function createNodeHost(options: NodeHostOptions): Host {
  const home = perchHome(options.env);
  return {
    paths: { home, resources: options.resources, databaseWorker: options.databaseWorker, userHome: homedir() },
    platform: process.platform,
    env: options.env,
    timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    pid: process.pid,
    log: options.log,
    secrets: options.secrets(home),
    now: () => Date.now(),
    monotonic: () => performance.now(),
    setTimer(ms, callback) {
      const timer = setTimeout(callback, ms);
      return { [Symbol.dispose]: () => clearTimeout(timer) };
    },
    createId: createSortableId,
    random: Math.random,
    openExternal,
  };
}

let lastTime = 0;
let counter = 0;

/** Time in base 36, a counter for the same millisecond, and 50 random bits: unique, and sorts by time. */
function createSortableId(): string {
  const now = Date.now();
  counter = now === lastTime ? counter + 1 : 0;
  lastTime = now;
  const tail = randomBytes(7).toString("hex").slice(0, 10);
  return `${now.toString(36).padStart(9, "0")}${counter.toString(36).padStart(3, "0")}${tail}`;
}

const openers: Partial<Record<NodeJS.Platform, readonly string[]>> = {
  darwin: ["open"],
  // No shell: `&` in an address would begin a command.
  win32: ["rundll32", "url.dll,FileProtocolHandler"],
};

function openExternal(url: string): Promise<void> {
  const [command = "xdg-open", ...rest] = openers[process.platform] ?? ["xdg-open"];
  return new Promise((resolveOpen, reject) => {
    const child = spawn(command, [...rest, url], { stdio: "ignore", detached: true });
    child.once("error", reject);
    child.once("spawn", () => {
      child.unref();
      resolveOpen();
    });
  });
}
