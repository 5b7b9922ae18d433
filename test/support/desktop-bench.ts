import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { findBrowser } from "../../scripts/find-browser.ts";
import type { AnswerMessage, Facts, Order, StandInMachine } from "./electron-stand-in/protocol.ts";

const root = join(import.meta.dirname, "../..");
const register = join(import.meta.dirname, "electron-stand-in/register.ts");
const built = join(root, "out/main/desktop.js");

/** The built desktop app under the stand-in, on a home of its own. */
export interface DesktopBench extends AsyncDisposable {
  readonly user: string;
  readonly home: string;
  readonly work: string;
  order(order: Order): Promise<unknown>;
  facts(): Promise<Facts>;
  /** Calls the bridge as a page would: in the window's own frame or in a child frame. */
  request(route: string, input: object, frame?: "child"): Promise<unknown>;
  /** Resolves once the page shows these words. */
  shows(words: string): Promise<void>;
  /** Starts the app once more with these words; resolves with how that process ended. */
  startAgain(words?: readonly string[]): Promise<number | null>;
  /** Asks the app to quit and waits for its end. */
  quit(): Promise<number | null>;
  /** Sends a signal of the system. */
  signal(name: NodeJS.Signals): void;
  /** Waits for an end that something else brings about. */
  ended(): Promise<number | null>;
  /** Starts it anew on the same home, after its end; the home goes with the first bench. */
  again(more?: DesktopOptions): Promise<DesktopBench>;
}

export interface DesktopOptions {
  readonly machine?: StandInMachine;
  /** Behind the program. */
  readonly words?: readonly string[];
  /** A packaged app in place of the built one: its program. */
  readonly program?: string;
  /** Another app than the built one: its script. */
  readonly script?: string;
  /** Put into the home before the start: path in it, content. */
  readonly files?: Readonly<Record<string, string>>;
  /** With the home, before the first start. */
  readonly before?: (home: string) => Promise<void>;
}

export async function startDesktop(
  settings: object | null = null,
  options: DesktopOptions = {},
): Promise<DesktopBench> {
  const user = await mkdtemp(join(tmpdir(), "perch-desktop-"));
  const home = join(user, ".perch");
  await mkdir(join(user, "Assistant"));
  await mkdir(home);
  if (settings !== null) await writeFile(join(home, "config.json"), JSON.stringify(settings));
  await options.before?.(home);
  const bench = await startIn(user, options);
  const { [Symbol.asyncDispose]: end } = bench;
  return {
    ...bench,
    async [Symbol.asyncDispose]() {
      await end();
      await rm(user, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

async function startIn(user: string, options: DesktopOptions): Promise<DesktopBench> {
  const { machine = {}, words = [], files = {}, program, script = built } = options;
  const home = join(user, ".perch");
  const work = join(user, "Assistant");
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(home, path)), { recursive: true });
    await writeFile(join(home, path), content);
  }
  // What tells of a tray on Linux is a program of the desktop.
  const programs = join(user, "bin");
  await mkdir(programs, { recursive: true });
  await writeFile(join(programs, "gdbus"), `#!/bin/sh\necho "(${machine.hasTrayHost !== false},)"\n`, { mode: 0o755 });
  const browser = await findBrowser();
  const start = (more: readonly string[]): ChildProcess =>
    spawn(program ?? process.execPath, [...(program === undefined ? ["--import", register, script] : []), ...more], {
      cwd: user,
      env: {
        PATH: `${programs}:${process.env["PATH"]}`,
        HOME: user,
        USERPROFILE: user,
        PERCH_HOME: home,
        PERCH_SECRETS: "file",
        STAND_IN_BROWSER: browser,
        STAND_IN_MACHINE: JSON.stringify(machine),
      },
      stdio: ["ignore", "inherit", "inherit", "ipc"],
    });
  const child = start(words);
  const order = orders(child);
  const evaluate = (script: string, frame?: "child") =>
    order({ kind: "evaluate", script, ...(frame === undefined ? {} : { frame }) });
  return {
    user,
    home,
    work,
    order,
    facts: async () => asFacts(await order({ kind: "facts" })),
    request: (route, input, frame) =>
      evaluate(`perch.request(${JSON.stringify(route)}, ${JSON.stringify(input)})`, frame),
    async shows(words) {
      await order({ kind: "wait", selector: `text=${words}` });
    },
    async startAgain(more = []) {
      const second = start(more);
      await once(second, "exit");
      return second.exitCode;
    },
    async ended() {
      if (child.exitCode === null) await once(child, "exit");
      return child.exitCode;
    },
    signal: (name) => void child.kill(name),
    again: (more) => startIn(user, more ?? { machine }),
    async quit() {
      const ended = once(child, "exit");
      order({ kind: "quit" }).catch(() => undefined);
      await ended;
      return child.exitCode;
    },
    async [Symbol.asyncDispose]() {
      if (child.exitCode === null) {
        const ended = once(child, "exit");
        child.kill("SIGTERM");
        await ended;
      }
    },
  };
}

function orders(child: ChildProcess): (order: Order) => Promise<unknown> {
  const waiting = new Map<number, (answer: AnswerMessage) => void>();
  let count = 0;
  child.on("message", (answer: AnswerMessage) => {
    waiting.get(answer.id)?.(answer);
    waiting.delete(answer.id);
  });
  child.on("exit", (code) => {
    for (const [id, settle] of waiting)
      settle({ id, ok: false, message: `the desktop app ended with ${String(code)}` });
  });
  return async (order) => {
    count += 1;
    const id = count;
    const answered = new Promise<AnswerMessage>((resolve) => waiting.set(id, resolve));
    child.send({ id, order });
    const answer = await answered;
    if (!answer.ok) throw new Error(answer.message);
    return answer.value;
  };
}

function asFacts(value: unknown): Facts {
  if (!isFacts(value)) throw new Error("the stand-in told no facts");
  return value;
}

function isFacts(value: unknown): value is Facts {
  return typeof value === "object" && value !== null && "webPreferences" in value && "channels" in value;
}
