import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { AnswerMessage, Facts, Order } from "./electron-stand-in/protocol.ts";

const root = join(import.meta.dirname, "../..");
const register = join(import.meta.dirname, "electron-stand-in/register.ts");

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
  /** Asks the app to quit and waits for its end. */
  quit(): Promise<number | null>;
}

export async function startDesktop(settings: object | null = null): Promise<DesktopBench> {
  const user = await mkdtemp(join(tmpdir(), "perch-desktop-"));
  const home = join(user, ".perch");
  const work = join(user, "Assistant");
  await mkdir(work);
  await mkdir(home);
  if (settings !== null) await writeFile(join(home, "config.json"), JSON.stringify(settings));
  const child = spawn(process.execPath, ["--import", register, join(root, "out/main/desktop.js")], {
    env: { PATH: process.env["PATH"], HOME: user, USERPROFILE: user, PERCH_HOME: home, PERCH_SECRETS: "file" },
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
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
      await rm(user, { recursive: true, force: true, maxRetries: 5 });
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
