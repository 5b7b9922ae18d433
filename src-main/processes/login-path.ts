import { isAbsolute } from "node:path";
import type { Clock, Host } from "../host.ts";
import type { startService } from "./service-process.ts";

/** Profiles load version managers, which takes a while; one that waits for somebody never ends. */
const patienceMs = 5000;
/** The maximum output of a login profile, in characters. */
const mostChars = 64 * 1024;
const [begin, end] = ["<perch-path>", "</perch-path>"];

type ShellHost = Clock &
  Pick<Host, "platform" | "createId" | "log"> & { readonly paths: Pick<Host["paths"], "userHome"> };
type Environment = Readonly<Record<string, string>>;

export interface LoginPath {
  /** Asks the shell, once in the life of the process. */
  ask(): Promise<readonly string[]>;
  /** What it told; empty until somebody asked. */
  readonly known: readonly string[];
}

/**
 * The folders of the PATH that the user's login shell has: programs under nvm, volta, mise or `~/.local/bin` are known there,
 * and not to an app that was started from a desktop. Asked once, when it is first needed; empty where it cannot be told.
 */
export function createLoginPath(
  host: ShellHost,
  childEnv: () => Promise<Environment>,
  start: typeof startService = startLater,
): LoginPath {
  let asked: Promise<readonly string[]> | null = null;
  let known: readonly string[] = [];

  async function learn(): Promise<readonly string[]> {
    known = await askShell(host, await childEnv(), start);
    return known;
  }

  return {
    ask() {
      asked ??= learn();
      return asked;
    },
    get known() {
      return known;
    },
  };
}

/** Loaded when a shell is asked. */
const startLater: typeof startService = async (request) => (await import("./service-process.ts")).startService(request);

async function askShell(host: ShellHost, env: Environment, start: typeof startService): Promise<readonly string[]> {
  const shell = env["SHELL"] ?? "";
  if (host.platform === "win32" || !isAbsolute(shell)) return [];
  const started = await start({
    file: shell,
    arguments: ["-ilc", `printf '${begin}%s${end}' "$PATH"`],
    folder: host.paths.userHome,
    env: { ...env, TERM: "dumb" },
    platform: host.platform,
    clock: host,
    mark: { name: "PERCH_SHELL", value: host.createId() },
  });
  if (!started.ok) return [];
  const { stdin, stdout, stderr, exited, end: stop } = started.value;
  stdin.on("error", () => undefined);
  stdin.end();
  stderr.resume();
  const { promise: told, resolve: tell } = Promise.withResolvers<string>();
  let printed = "";
  stdout.on("data", (chunk: Buffer) => {
    printed += chunk.toString("utf8");
    if (printed.includes(end) || printed.length > mostChars) tell(printed);
  });
  stdout.once("close", () => tell(printed));
  void exited.then(() => host.setTimer(200, () => tell(printed)));
  const limit = host.setTimer(patienceMs, () => tell(printed));
  const text = await told;
  limit[Symbol.dispose]();
  await stop();
  const path = text.slice(text.lastIndexOf(begin) + begin.length).split(end)[0] ?? "";
  const folders = text.includes(begin) && text.includes(end) ? path.split(":") : [];
  if (folders.length === 0) host.log("warn", "the login shell did not tell its PATH", { shell });
  return folders.filter((folder) => isAbsolute(folder));
}
