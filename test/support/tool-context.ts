import { mkdir, mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import type { Clock } from "../../src-main/host.ts";
import { createKnownKeys } from "../../src-main/keys/known-keys.ts";
import { pathGuard } from "../../src-main/policy/open-in-roots.ts";
import type { Root } from "../../src-main/policy/roots.ts";
import type { Subject } from "../../src-main/policy/subject.ts";
import { nodeFileSystem } from "../../src-main/storage/file-system.ts";
import { createBuiltinTools } from "../../src-main/tools/builtin-tools.ts";
import { createPathLock } from "../../src-main/tools/path-lock.ts";
import { createPdfReader } from "../../src-main/tools/pdf-text.ts";
import { runPreparedCall } from "../../src-main/tools/run-tool.ts";
import type { Tool, ToolContext, ToolResult } from "../../src-main/tools/tool.ts";
import { createToolRegistry } from "../../src-main/tools/tool-registry.ts";
import { runIdSchema, sessionKeySchema } from "../../src-preload/contract/ids.ts";
import { unconfined } from "./no-sandbox.ts";
import { threadScripts } from "./thread-scripts.ts";

export const realClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  setTimer(ms, callback) {
    const timer = setTimeout(callback, ms);
    return { [Symbol.dispose]: () => clearTimeout(timer) };
  },
};

/** Where no sandbox is there. */

/** A real folder with a workspace beside a work folder and something outside, removed when the test ends. */
export interface ToolBench {
  readonly base: string;
  /** The work folder. */
  readonly work: string;
  readonly outside: string;
  readonly workspace: string;
  readonly context: ToolContext;
  /** Paths that `beforeWrite` was awaited for. */
  readonly written: string[];
  readonly progress: string[];
  readonly logs: string[];
  /** A path in the work folder. */
  at(...names: string[]): string;
  /** Parses and runs a call of a built-in tool. */
  call(name: string, args: Record<string, unknown>, context?: ToolContext): Promise<ToolResult>;
  /** What the policy is told of a call. */
  subject(name: string, args: Record<string, unknown>): Promise<Subject>;
  /** What the model reads of a call. */
  content(name: string, args: Record<string, unknown>, context?: ToolContext): Promise<string>;
}

export async function createToolBench(changes: Partial<ToolContext> = {}): Promise<ToolBench> {
  const base = await realpath(await mkdtemp(join(tmpdir(), "perch-tools-")));
  onTestFinished(() => rm(base, { recursive: true, force: true }));
  const work = join(base, "ws");
  const outside = join(base, "out");
  const workspace = join(base, "workspace");
  for (const folder of [work, outside, join(workspace, "sessions"), join(base, "home")]) {
    await mkdir(folder, { recursive: true });
  }
  const written: string[] = [];
  const progress: string[] = [];
  const logs: string[] = [];
  const list: readonly Root[] = [
    { path: work, kind: "work", access: "write" },
    { path: workspace, kind: "workspace", access: "write" },
  ];
  const context: ToolContext = {
    sessionKey: sessionKeySchema.parse("desktop:test"),
    runId: runIdSchema.parse("r_test"),
    callId: "call_test",
    workFolder: work,
    roots: { list, restricted: true },
    files: nodeFileSystem,
    clock: realClock,
    log: (level, message) => logs.push(`${level} ${message}`),
    signal: new AbortController().signal,
    childEnv: { PATH: process.env["PATH"] ?? "" },
    loginPath: async () => [],
    execTimeoutSeconds: 20,
    isAttended: true,
    commands: unconfined,
    userHome: join(base, "home"),
    platform: process.platform,
    withoutKeys: createKnownKeys().stream,
    resultBytes: async () => 100_000,
    progress: (text) => progress.push(text),
    standStill: () => ({ [Symbol.dispose]: () => undefined }),
    findTools: async () => ({ added: [], listed: [], withoutRoom: [], servers: new Map() }),
    beforeWrite: async (path) => {
      written.push(path);
    },
    afterWrite: async () => undefined,
    beforeCommand: async () => ({ end: async () => [] }),
    ...changes,
  };
  const pdfText = createPdfReader({ script: threadScripts.pdfWorker, clock: realClock, memoryInUse: () => 0 });
  const registry = createToolRegistry(createBuiltinTools(pathGuard, pdfText, createPathLock()));
  const named = (name: string): Tool => {
    const tool = registry.get(name);
    if (tool === null) throw new Error(`there is no tool ${name}`);
    return tool;
  };
  const call = async (name: string, args: Record<string, unknown>, own = context): Promise<ToolResult> => {
    const tool = named(name);
    const parsed = tool.parse(args);
    return parsed.ok ? runPreparedCall(tool, parsed.call, own) : { kind: "failed", message: parsed.message };
  };
  return {
    base,
    work,
    outside,
    workspace,
    context,
    written,
    progress,
    logs,
    at: (...names) => join(work, ...names),
    call,
    subject: async (name, args) => {
      const parsed = named(name).parse(args);
      if (!parsed.ok) throw new Error(parsed.message);
      return parsed.call.subject(context);
    },
    content: async (name, args, own) => contentOf(await call(name, args, own)),
  };
}

export function contentOf(result: ToolResult): string {
  return result.kind === "done" ? result.content : result.message;
}
