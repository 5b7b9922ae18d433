import { type ChildProcess, spawn } from "node:child_process";
import { EventEmitter, once } from "node:events";
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { ServedHome } from "./served-home.ts";

const root = join(import.meta.dirname, "../..");
const copied = [
  ...["src-main", "src-preload", "src-renderer", "resources", "scripts"],
  ...["package.json", "electron.vite.config.ts"],
];

/** `npm run dev` on a copy of the sources, which a test may change. */
export interface DevLoop extends AsyncDisposable {
  /** With a code that lets one browser in. */
  readonly url: string;
  /** Saves a file with these words in the place of those; they must be there. */
  replace(file: string, words: string, by: string): Promise<void>;
  /** Resolves when the agent that was built of the next save has come up. */
  nextAgent(): Promise<void>;
  /** As Ctrl-C does. Resolves with the exit status. */
  interrupt(): Promise<number | null>;
}

export async function startDevLoop({ user, home }: ServedHome): Promise<DevLoop> {
  await using stack = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), "perch-sources-"));
  stack.defer(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  await Promise.all(copied.map((name) => cp(join(root, name), join(folder, name), { recursive: true })));
  await symlink(join(root, "node_modules"), join(folder, "node_modules"), "junction");
  const child = spawn(process.execPath, ["scripts/launch.mjs", "scripts/dev.ts", "--no-open"], {
    cwd: folder,
    env: { PATH: process.env["PATH"], HOME: user, USERPROFILE: user, PERCH_HOME: home, PERCH_SECRETS: "file" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const interrupt = async (): Promise<number | null> => {
    if (child.exitCode !== null) return child.exitCode;
    const gone = once(child, "exit");
    child.kill("SIGINT");
    await gone;
    return child.exitCode;
  };
  stack.defer(async () => void (await interrupt()));
  const lines = new EventEmitter();
  if (child.stdout !== null) createInterface({ input: child.stdout }).on("line", (line) => lines.emit("line", line));
  const url = await addressOf(child, lines);
  const held = stack.move();
  return {
    url,
    interrupt,
    nextAgent: async () => void (await addressOf(child, lines)),
    async replace(file, words, by) {
      const path = join(folder, file);
      const content = await readFile(path, "utf8");
      if (!content.includes(words)) throw new Error(`${file} does not say ${words}`);
      await writeFile(path, content.replace(words, by));
    },
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  };
}

/** Each agent that comes up prints its address. */
function addressOf(child: ChildProcess, lines: EventEmitter): Promise<string> {
  return new Promise((resolve, reject) => {
    child.once("exit", (status) => reject(new Error(`npm run dev ended with ${status}`)));
    lines.on("line", (line: string) => {
      const url = /http:\S+/.exec(line)?.[0];
      if (url !== undefined) resolve(url);
    });
  });
}
