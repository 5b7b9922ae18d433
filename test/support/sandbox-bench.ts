import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { createEventBus } from "../../src-main/bus/event-bus.ts";
import { createRunningCommands } from "../../src-main/commands/running-commands.ts";
import { rootFolders } from "../../src-main/policy/session-roots.ts";
import { createSandbox, type Sandbox } from "../../src-main/sandbox/sandbox.ts";
import { nodeFileSystem } from "../../src-main/storage/file-system.ts";
import type { ToolResult } from "../../src-main/tools/tool.ts";
import { createTestHome } from "./test-home.ts";
import { contentOf, createToolBench, realClock, type ToolBench } from "./tool-context.ts";

export interface SandboxBench {
  readonly bench: ToolBench;
  readonly sandbox: Sandbox;
  /** A home folder with secrets in it, of a person who also has a work folder there. */
  readonly userHome: string;
  /** Perch's own, with its socket, a skill that is in use, one that is not, and a long result. */
  readonly home: string;
  /** Runs a command confined, as `exec` does. */
  run(command: string, more?: Readonly<Record<string, unknown>>): Promise<ToolResult>;
  /** What the model reads of it. */
  content(command: string, more?: Readonly<Record<string, unknown>>): Promise<string>;
}

/** The machine's own sandbox, and commands in it through the tool. */
const none = async (): Promise<void> => undefined;
/** Nothing of it is kept for another process. */
const noList = { begin: none, end: none, lost: async () => [], noticed: none, told: none };

export async function createSandboxBench(allowedHosts: readonly string[] = []): Promise<SandboxBench> {
  const own = await createTestHome();
  onTestFinished(() => own[Symbol.asyncDispose]());
  const userHome = join(own.folder, "person");
  for (const folder of [".ssh", ".aws", ".mozilla/firefox", ".local/share/keyrings"]) {
    await mkdir(join(userHome, folder), { recursive: true });
    await writeFile(join(userHome, folder, "secret"), "canary-secret");
  }
  await writeFile(join(userHome, ".netrc"), "canary-secret");
  const { workspace, results } = rootFolders(own.home, "");
  const skill = join(workspace, "skills", "greet");
  const unused = join(workspace, "skills", "unused");
  for (const folder of [skill, unused, results, join(workspace, "sessions")]) await mkdir(folder, { recursive: true });
  await writeFile(join(skill, "SKILL.md"), "how to greet");
  await writeFile(join(unused, "SKILL.md"), "canary-secret");
  await writeFile(join(results, "long.txt"), "a long result");
  for (const path of [join(own.home, "secrets.json"), join(workspace, "sessions", "a.jsonl")]) {
    await writeFile(path, "canary-secret");
  }
  const host = { ...own.host, paths: { ...own.host.paths, userHome } };
  const env = { PATH: process.env["PATH"] ?? "", HOME: userHome };
  const folders = rootFolders(own.home, own.host.paths.resources);
  const skillFolders = async () => [skill];
  const sandbox = createSandbox({ host, files: nodeFileSystem, folders, skillFolders, childEnv: async () => env });
  onTestFinished(() => sandbox[Symbol.asyncDispose]());
  const running = createRunningCommands(realClock, createEventBus(realClock, "test"), noList);
  onTestFinished(() => running[Symbol.asyncDispose]());
  const bench = await createToolBench({
    childEnv: env,
    userHome,
    commands: { sandbox, running, mode: "auto", isSandboxOn: true, allowedHosts, decided: null },
  });
  const run: SandboxBench["run"] = (command, more = {}) => bench.call("exec", { command, ...more });
  return {
    bench,
    sandbox,
    userHome,
    home: own.home,
    run,
    content: async (command, more) => contentOf(await run(command, more)),
  };
}
