import { execFile } from "node:child_process";
import { statfs } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { type AsyncResult, ok } from "../../src-preload/contract/result.ts";
import type { Check, DoctorReport } from "../../src-preload/contract/system.ts";
import type { JobStore } from "../automations/job-store.ts";
import type { Host } from "../host.ts";
import { ripgrepPath } from "../real-files.ts";
import type { Sandbox } from "../sandbox/sandbox.ts";
import type { SessionStore } from "../sessions/session-store.ts";
import type { UnknownKey } from "../settings/read-shape.ts";
import type { SettingsStore } from "../settings/settings-store.ts";
import type { FileSystem } from "../storage/file-system.ts";
import { isMissing, reasonOf } from "../thrown.ts";
import { text } from "../words.ts";
import { checkFallbacks, type OpenModel } from "./check-fallbacks.ts";
import { checkJobs } from "./check-jobs.ts";
import { checkModel, type TestDefaultModel } from "./check-model.ts";
import { checkNetwork } from "./check-network.ts";
import { checkRecall, type DescribeEmbeddings } from "./check-recall.ts";
import { checkSandbox } from "./check-sandbox.ts";
import { checkSecrets } from "./check-secrets.ts";
import { checkServers, type TestServers } from "./check-servers.ts";
import { checkWebSearch, type TestSearch } from "./check-web-search.ts";

export interface ExamineDependencies {
  readonly host: Host;
  readonly files: FileSystem;
  readonly settings: SettingsStore;
  readonly sessions: SessionStore;
  readonly testDefaultModel: TestDefaultModel;
  readonly testServers: TestServers;
  readonly openModel: OpenModel;
  readonly testSearch: TestSearch;
  readonly describeEmbeddings: DescribeEmbeddings;
  readonly jobs: Pick<JobStore, "broken" | "list">;
  readonly sandbox: Pick<Sandbox, "state">;
  /** The environment of child processes. */
  readonly childEnv: Readonly<Record<string, string>>;
  /** A check has ended: whoever waits sees it before those that take longer. */
  readonly onCheck: (check: Check) => void;
}

const lowDiskBytes = 500 * 1024 * 1024;
const firstSaneTime = Date.UTC(2025, 0, 1);

/** Looks at everything that a chat needs, each on its own: one that is broken hides no other. */
export async function examine(deps: ExamineDependencies): AsyncResult<DoctorReport> {
  const { host } = deps;
  const current = await deps.settings.current();
  const told = async (looking: Promise<Check | readonly Check[]>): Promise<readonly Check[]> => {
    const checks = [await looking].flat();
    for (const check of checks) deps.onCheck(check);
    return checks;
  };
  const looked = await Promise.all([
    told(checkRuntime()),
    told(checkSettings(deps)),
    told(checkNetwork(current.ok ? current.value : null, host)),
    told(checkModel(deps.testDefaultModel)),
    told(checkFallbacks(current.ok ? current.value : null, deps.openModel)),
    checkServers(deps.testServers, deps.onCheck),
    told(checkHome(deps)),
    told(checkJobs(deps.jobs)),
    told(checkDisk(deps)),
    told(checkSecrets(host, deps.files)),
    told(checkSearch(deps)),
    told(checkWebSearch(deps.testSearch)),
    told(checkRecall(deps.describeEmbeddings)),
    told(checkSandbox(current.ok ? current.value : null, deps.sandbox)),
    told(checkSessions(deps)),
    told(checkClock(deps)),
  ]);
  const checks = looked.flat();
  return ok({ checks, broken: checks.some((check) => check.state === "broken") });
}

async function checkRuntime(): Promise<Check> {
  return {
    id: "runtime",
    name: text("doctor.node"),
    state: "ok",
    message: text("doctor.node.ok", { version: process.versions.node }),
  };
}

async function checkSettings({ settings, files }: ExamineDependencies): Promise<Check> {
  const named = { id: "settings", name: text("doctor.settings") } as const;
  const { path } = settings;
  const current = await settings.current();
  if (!current.ok) {
    return { ...named, state: "broken", message: current.error.message, nextStep: text("doctor.settings.fix") };
  }
  const unknown = await settings.unknownKeys();
  if (unknown.length > 0) {
    const fields = unknown.map(unknownWords).join(", ");
    const message = text("doctor.settings.unknown", { path, fields });
    return { ...named, state: "warning", message, nextStep: text("doctor.settings.unknown.fix") };
  }
  const key = (await isThere(path, files)) ? "doctor.settings.ok" : "doctor.settings.none";
  return { ...named, state: "ok", message: text(key, { path }) };
}

function unknownWords({ field, nearest }: UnknownKey): string {
  return nearest === null ? field : text("doctor.settings.unknownNear", { field, nearest });
}

async function isThere(path: string, files: FileSystem): Promise<boolean> {
  try {
    await files.stat(path);
    return true;
  } catch (cause) {
    if (isMissing(cause)) return false;
    throw cause;
  }
}

async function checkHome({ host, files }: ExamineDependencies): Promise<Check> {
  const named = { id: "home", name: text("doctor.home") } as const;
  const path = host.paths.home;
  const probe = join(path, `.doctor-${host.createId()}`);
  try {
    await files.writeFile(probe, "", { mode: 0o600 });
    await files.rm(probe, { force: true });
    const open = host.platform === "win32" ? [] : await openToOthers(path, files);
    if (open.length > 0) {
      const message = text("doctor.home.open", { paths: open.join(", ") });
      return { ...named, state: "warning", message, nextStep: text("doctor.home.close", { path }) };
    }
    return { ...named, state: "ok", message: text("doctor.home.ok", { path }) };
  } catch (cause) {
    const message = text("owner.unwritable", { home: path, reason: reasonOf(cause) });
    return { ...named, state: "broken", message, nextStep: text("doctor.home.fix") };
  }
}

/** So many names are told. */
const maxOpenNames = 5;

/** The home, or what lies right in it, where other users of the machine may read or write there. */
async function openToOthers(home: string, files: FileSystem): Promise<readonly string[]> {
  if (((await files.stat(home)).mode & 0o077) === 0) return [];
  const open = [home];
  for (const name of await files.readdir(home)) {
    const { mode, isLink } = await files
      .lstat(join(home, name))
      .then((stats) => ({ mode: stats.mode, isLink: stats.isSymbolicLink() }))
      .catch(() => ({ mode: 0, isLink: false }));
    if (!isLink && (mode & 0o077) !== 0 && open.length < maxOpenNames) open.push(join(home, name));
  }
  return open;
}

async function checkDisk({ host }: ExamineDependencies): Promise<Check> {
  const named = { id: "disk", name: text("doctor.disk") } as const;
  try {
    const { bavail, bsize } = await statfs(host.paths.home);
    const free = bavail * bsize;
    if (free > lowDiskBytes) {
      return { ...named, state: "ok", message: text("doctor.disk.ok", { free: Math.floor(free / 2 ** 30) }) };
    }
    const message = text("doctor.disk.low", { free: Math.floor(free / 2 ** 20) });
    return { ...named, state: free === 0 ? "broken" : "warning", message, nextStep: text("doctor.disk.fix") };
  } catch (cause) {
    return { ...named, state: "warning", message: reasonOf(cause), nextStep: text("doctor.home.fix") };
  }
}

async function checkSearch({ childEnv }: ExamineDependencies): Promise<Check> {
  const named = { id: "search", name: text("doctor.search") } as const;
  try {
    const { stdout } = await promisify(execFile)(await ripgrepPath(), ["--version"], {
      env: childEnv,
      timeout: 10_000,
    });
    const version = stdout.split("\n")[0]?.replace("ripgrep ", "") ?? "";
    return { ...named, state: "ok", message: text("doctor.search.ok", { version }) };
  } catch (cause) {
    const message = text("doctor.search.broken", { reason: reasonOf(cause) });
    return { ...named, state: "broken", message, nextStep: text("doctor.search.fix") };
  }
}

async function checkSessions({ sessions }: ExamineDependencies): Promise<Check> {
  const named = { id: "sessions", name: text("doctor.sessions") } as const;
  const listed = await sessions.list({ archived: false, limit: 200 });
  if (!listed.ok) {
    return { ...named, state: "broken", message: listed.error.message, nextStep: text("doctor.home.fix") };
  }
  const damaged = listed.value.sessions.filter((row) => row.damagedLines > 0).length;
  const count = `${listed.value.sessions.length}${listed.value.cursor === null ? "" : "+"}`;
  if (damaged === 0) {
    const message = count === "1" ? text("doctor.sessions.one") : text("doctor.sessions.ok", { count });
    return { ...named, state: "ok", message };
  }
  const message = text("doctor.sessions.damaged", { count: damaged });
  return { ...named, state: "warning", message, nextStep: text("doctor.sessions.fix") };
}

async function checkClock({ host }: ExamineDependencies): Promise<Check> {
  const named = { id: "clock", name: text("doctor.clock") } as const;
  const time = new Date(host.now()).toISOString();
  if (host.now() > firstSaneTime) {
    return { ...named, state: "ok", message: text("doctor.clock.ok", { time, zone: host.timezone }) };
  }
  return { ...named, state: "broken", message: text("doctor.clock.bad", { time }), nextStep: text("doctor.clock.fix") };
}
