import { lstatSync } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, readlink, realpath, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createKnownKeys } from "../../src-main/keys/known-keys.ts";
import { placeOfOneRoot } from "../../src-main/policy/one-root.ts";
import { pathGuard } from "../../src-main/policy/open-in-roots.ts";
import { watchIdleTimes } from "../../src-main/processes/idle-times.ts";
import { type FileSystem, nodeFileSystem } from "../../src-main/storage/file-system.ts";
import { createBuiltinTools } from "../../src-main/tools/builtin-tools.ts";
import { encodeChange } from "../../src-main/tools/encode-text.ts";
import { createPathLock } from "../../src-main/tools/path-lock.ts";
import { runPreparedCall } from "../../src-main/tools/run-tool.ts";
import { decodeText, detectEncoding } from "../../src-main/tools/text-encoding.ts";
import type { ToolContext, ToolResult } from "../../src-main/tools/tool.ts";
import { createToolRegistry } from "../../src-main/tools/tool-registry.ts";
import { openUndoStore, type UndoStore } from "../../src-main/undo/undo-store.ts";
import { type RunId, runIdSchema, sessionKeySchema } from "../../src-preload/contract/ids.ts";
import { fail } from "../../src-preload/contract/result.ts";
import { unconfined } from "./no-sandbox.ts";
import { createSystemClock } from "./system-clock.ts";

const systemClock = createSystemClock();

export const undoChat = sessionKeySchema.parse("desktop:undo");

/** A work folder with an undo store beside it, and the tools of runs that write through both. */
export interface UndoBench extends AsyncDisposable {
  readonly base: string;
  readonly work: string;
  readonly store: UndoStore;
  at(...names: string[]): string;
  /** Calls a tool as the run of this name. */
  call(run: string, tool: string, args: Record<string, unknown>): Promise<ToolResult>;
  run(name: string): RunId;
  /** Resolves once it was looked twice from now on whether anything of a command runs. */
  looked(): Promise<void>;
  /** The store as the next process would open it. */
  reopen(): Promise<UndoStore>;
  /** Every path of the work folder with all that it is. */
  tree(): Promise<ReadonlyMap<string, string>>;
}

interface BenchOptions {
  readonly files?: FileSystem;
  /** A folder that is there already, for a process that another one started. */
  readonly base?: string;
}

export async function createUndoBench({ files = nodeFileSystem, base: given }: BenchOptions = {}): Promise<UndoBench> {
  const base = given ?? (await realpath(await mkdtemp(join(tmpdir(), "perch-undo-"))));
  const work = join(base, "work");
  await mkdir(work, { recursive: true });
  const locks = createPathLock();
  const registry = createToolRegistry(createBuiltinTools(pathGuard, noPdf, locks));
  let ids = 0;
  const lookers = createLookers();
  const open = (): Promise<UndoStore> =>
    openUndoStore({
      folder: join(base, "undo"),
      clock: systemClock,
      log: () => undefined,
      ids: { run: () => runIdSchema.parse(`v_${process.pid}_${Date.now()}_${ids++}`) },
      files,
      guard: pathGuard,
      locks,
      texts: { detectEncoding, decodeText, encodeChange },
      placeOf: async (root) => {
        const machine = { userHome: base, platform: process.platform };
        const place = await placeOfOneRoot(files, machine, { kind: "work", path: root, access: "write" });
        return place.ok ? place.value : null;
      },
      watchIdle: () => watchIdleTimes(process.pid, process.platform, lookers.clock),
    });
  let store = await open();
  const contextOf = (name: string): ToolContext => {
    const context: ToolContext = {
      sessionKey: undoChat,
      runId: runIdSchema.parse(name),
      callId: "call",
      workFolder: work,
      roots: { list: [{ path: work, kind: "work", access: "write" }], restricted: true },
      files,
      clock: systemClock,
      log: () => undefined,
      signal: new AbortController().signal,
      childEnv: { PATH: process.env["PATH"] ?? "" },
      loginPath: async () => [],
      isAttended: true,
      findTools: async () => ({ added: [], listed: [], withoutRoom: [], servers: new Map() }),
      commands: unconfined,
      execTimeoutSeconds: 20,
      standStill: () => ({ [Symbol.dispose]: () => undefined }),
      userHome: base,
      platform: process.platform,
      withoutKeys: createKnownKeys().stream,
      resultBytes: async () => 100_000,
      progress: () => undefined,
      beforeWrite: (path, next) => store.recorder.before(writing(), path, next),
      afterWrite: (path) => store.recorder.after(writing(), path),
      beforeCommand: async () => {
        const watch = await store.commands.begin(writing());
        return {
          async end() {
            await watch.end();
            return [];
          },
        };
      },
    };
    const writing = () => ({ sessionKey: undoChat, runId: context.runId, place: context });
    return context;
  };
  return {
    base,
    work,
    get store() {
      return store;
    },
    at: (...names) => join(work, ...names),
    run: (name) => runIdSchema.parse(name),
    async looked() {
      await lookers.next();
      await lookers.next();
    },
    async call(run, name, args) {
      const tool = registry.get(name);
      if (tool === null) throw new Error(`there is no tool ${name}`);
      const parsed = tool.parse(args);
      if (!parsed.ok) throw new Error(parsed.message);
      return runPreparedCall(tool, parsed.call, contextOf(run));
    },
    async reopen() {
      store = await open();
      return store;
    },
    tree: () => treeOf(work),
    async [Symbol.asyncDispose]() {
      if (given === undefined) await rm(base, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** A clock that tells of each of its timers: of each look at what a command runs. */
function createLookers() {
  let waiting: (() => void)[] = [];
  return {
    next: () => new Promise<void>((resolve) => void waiting.push(resolve)),
    clock: {
      ...systemClock,
      setTimer: (milliseconds: number, run: () => void) =>
        systemClock.setTimer(milliseconds, () => {
          run();
          const told = waiting;
          waiting = [];
          for (const tell of told) tell();
        }),
    },
  };
}

/** Every path below a folder: a file's bytes and mode, where a link leads, that it is a folder. */
async function treeOf(folder: string): Promise<ReadonlyMap<string, string>> {
  const tree = new Map<string, string>();
  for (const name of (await readdir(folder, { recursive: true })).toSorted()) {
    const path = join(folder, name);
    const stats = lstatSync(path);
    if (stats.isSymbolicLink()) tree.set(name, `link ${await readlink(path)}`);
    else if (stats.isDirectory()) tree.set(name, "folder");
    else
      tree.set(name, `${((await stat(path)).mode & 0o7777).toString(8)} ${(await readFile(path)).toString("base64")}`);
  }
  return tree;
}

const noPdf = async () => fail("no PDF is read here");
