import { readlinkSync } from "node:fs";
import { homedir } from "node:os";
import { join, resolve } from "node:path";
import type { Host, LocalTime, Log, SecretStore } from "./host.ts";
import { childEnvironment } from "./processes/child-env.ts";
import { forkScript } from "./processes/forked-script.ts";
import { onBattery } from "./processes/on-battery.ts";

export interface NodeHostOptions {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly resources: string;
  readonly databaseWorker: URL;
  readonly pdfWorker: URL;
  readonly sandboxHost: URL;
  readonly pageWorker: URL;
  readonly parts: string;
  readonly log: Log;
  /** Made by the caller from the same paths; the host only lends it. */
  readonly secrets: (home: string) => SecretStore;
}

/** The home that the environment names: `PERCH_HOME` (`~` is the user's own), else `~/.perch`. Absolute. */
export function perchHome(env: Readonly<Record<string, string | undefined>>): string {
  const named = env["PERCH_HOME"]?.trim() ?? "";
  if (named === "") return join(homedir(), ".perch");
  return resolve(named.replace(/^~(?=$|[/\\])/, homedir()));
}

/** The host of the terminal and of the served app: plain Node. */
export function createNodeHost(options: NodeHostOptions): Host {
  const home = perchHome(options.env);
  let timezone: string | null = null;
  return {
    paths: {
      home,
      resources: options.resources,
      databaseWorker: options.databaseWorker,
      pdfWorker: options.pdfWorker,
      sandboxHost: options.sandboxHost,
      pageWorker: options.pageWorker,
      parts: options.parts,
      userHome: homedir(),
      // Electron's program opens a window.
      node: process.versions["electron"] === undefined ? process.execPath : null,
    },
    platform: process.platform,
    env: options.env,
    get timezone() {
      timezone ??= namedTimezone(options.env) ?? linkedTimezone(options.env) ?? intlTimezone();
      return timezone;
    },
    localTime,
    pid: process.pid,
    log: options.log,
    secrets: options.secrets(home),
    now: () => Date.now(),
    monotonic: () => Number(process.hrtime.bigint()) / 1e6,
    setTimer(ms, callback) {
      const timer = setTimeout(callback, ms);
      return { [Symbol.dispose]: () => clearTimeout(timer) };
    },
    createId: createSortableId,
    onBattery: () => onBattery(process.platform),
    random: Math.random,
    openExternal,
    startScript: forkScript,
  };
}

let lastTime = 0;
let counter = 0;

/** The zone that the environment names, by the name that it gives; null where it names none that Intl knows. */
function namedTimezone(env: NodeHostOptions["env"]): string | null {
  const named = env["TZ"]?.replace(/^:/, "") ?? "";
  if (!/^[A-Z][A-Za-z_]+\/[A-Z][\w+/-]+$/.test(named)) return null;
  try {
    new Intl.DateTimeFormat("en", { timeZone: named });
    return named;
  } catch (cause) {
    if (cause instanceof RangeError) return null;
    throw cause;
  }
}

/** Intl gives these zones by names that their countries have left behind, and systems no longer do. */
const presentNames: Readonly<Record<string, string>> = {
  "Asia/Calcutta": "Asia/Kolkata",
  "Asia/Katmandu": "Asia/Kathmandu",
  "Asia/Rangoon": "Asia/Yangon",
  "Asia/Saigon": "Asia/Ho_Chi_Minh",
  "Atlantic/Faeroe": "Atlantic/Faroe",
  "Africa/Asmera": "Africa/Asmara",
  "America/Buenos_Aires": "America/Argentina/Buenos_Aires",
  "America/Catamarca": "America/Argentina/Catamarca",
  "America/Cordoba": "America/Argentina/Cordoba",
  "America/Jujuy": "America/Argentina/Jujuy",
  "America/Mendoza": "America/Argentina/Mendoza",
  "America/Indianapolis": "America/Indiana/Indianapolis",
  "America/Louisville": "America/Kentucky/Louisville",
  "America/Godthab": "America/Nuuk",
  "America/Coral_Harbour": "America/Atikokan",
  "Europe/Kiev": "Europe/Kyiv",
  "Pacific/Enderbury": "Pacific/Kanton",
  "Pacific/Ponape": "Pacific/Pohnpei",
  "Pacific/Truk": "Pacific/Chuuk",
};

function intlTimezone(): string {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return presentNames[timeZone] ?? timeZone;
}

/**
 * The zone that /etc/localtime links to, as Intl itself finds it; null where it must be asked. Its first use loads its
 * data, which takes as long as half a bare start.
 */
function linkedTimezone(env: NodeHostOptions["env"]): string | null {
  if (env["TZ"] !== undefined || process.platform === "win32") return null;
  try {
    const zone = /\/zoneinfo\/(UTC|[A-Z][A-Za-z_]+\/[A-Z][\w+/-]+)$/.exec(readlinkSync("/etc/localtime"))?.[1] ?? null;
    return zone === "Etc/UTC" ? "UTC" : zone;
  } catch (cause) {
    if (cause instanceof Error && "code" in cause) return null;
    throw cause;
  }
}

function localTime(time: number): LocalTime {
  const date = new Date(time);
  return {
    year: date.getFullYear(),
    month: date.getMonth() + 1,
    day: date.getDate(),
    weekday: date.getDay(),
    hour: date.getHours(),
    minute: date.getMinutes(),
  };
}

/** Time in base 36, a counter for the same millisecond, and 50 random bits: unique, and sorts by time. */
function createSortableId(): string {
  const now = Date.now();
  counter = now === lastTime ? counter + 1 : 0;
  lastTime = now;
  // No secret is made of it, so that crypto need not be loaded.
  const tail = Math.floor(Math.random() * 2 ** 50).toString(36);
  return `${now.toString(36).padStart(9, "0")}${counter.toString(36).padStart(3, "0")}${tail.padStart(10, "0")}`;
}

const openers: Partial<Record<NodeJS.Platform, readonly string[]>> = {
  darwin: ["open"],
  // No shell: `&` in an address would begin a command.
  win32: ["rundll32", "url.dll,FileProtocolHandler"],
};

export async function openExternal(url: string): Promise<void> {
  const { spawn } = await import("node:child_process");
  const [command = "xdg-open", ...rest] = openers[process.platform] ?? ["xdg-open"];
  return new Promise((resolveOpen, reject) => {
    const env = childEnvironment(process.env, []);
    const child = spawn(command, [...rest, url], { env, stdio: "ignore", detached: true });
    child.once("error", reject);
    child.once("spawn", () => {
      child.unref();
      resolveOpen();
    });
  });
}

/** Calls a program of the system, such as the one that switches services on. Why it could not do it, in its words; null where it did. */
export async function callSystem([program, ...args]: readonly [string, ...string[]]): Promise<string | null> {
  const { spawn } = await import("node:child_process");
  return new Promise((resolveCall) => {
    const env = childEnvironment(process.env, []);
    const child = spawn(program, args, { env, stdio: ["ignore", "ignore", "pipe"], windowsHide: true });
    let said = "";
    child.stderr.on("data", (chunk) => {
      said = `${said}${String(chunk)}`.slice(0, 2000);
    });
    child.once("error", (cause) => resolveCall(cause.message));
    child.once("close", (code) => resolveCall(code === 0 ? null : said.trim() || `${program}: ${code}`));
  });
}
