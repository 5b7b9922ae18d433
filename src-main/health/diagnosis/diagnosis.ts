import { release } from "node:os";
import { dirname, join } from "node:path";
import { ZipFile } from "yazl";
import type { DiagnosisFile, DiagnosisName } from "../../../src-preload/contract/diagnosis.ts";
import { type ContractError, contractError } from "../../../src-preload/contract/errors.ts";
import { type AsyncResult, fail, ok } from "../../../src-preload/contract/result.ts";
import type { Settings } from "../../../src-preload/contract/settings.ts";
import type { DoctorReport } from "../../../src-preload/contract/system.ts";
import type { Host } from "../../host.ts";
import type { FileSystem } from "../../storage/file-system.ts";
import { isMissing, reasonOf } from "../../thrown.ts";
import { text } from "../../words.ts";
import { logLines } from "./log-lines.ts";
import { plainSettings } from "./plain-settings.ts";
import { createShortener } from "./shorten.ts";

export interface DiagnosisParts {
  readonly host: Host;
  readonly files: FileSystem;
  readonly version: string;
  readonly startedAt: number;
  readonly settings: () => AsyncResult<Settings>;
  readonly examine: () => AsyncResult<DoctorReport>;
  /** Titles of chats, names of jobs and servers: what the person, or a model, has called something. */
  readonly chosenWords: () => Promise<readonly string[]>;
  /** Takes out what is known as a key. */
  readonly redact: (text: string) => string;
}

const fileNames: Readonly<Record<DiagnosisName, string>> = {
  versions: "versions.json",
  checks: "checks.json",
  settings: "settings.json",
  data: "data.json",
  log: "log.jsonl",
};

/** What there can be in the zip; nothing is looked at for it. */
export function listDiagnosis(): readonly DiagnosisFile[] {
  const names = ["versions", "checks", "settings", "data", "log"] as const;
  return names.map((name) => ({ name, file: fileNames[name], holds: text(`diagnosis.${name}`) }));
}

/** What helps somebody else to find a fault. Every text of it goes through the same two sieves: keys, then what is the person's. */
export function createDiagnosis(parts: DiagnosisParts) {
  const { host, files, redact } = parts;
  const { home, userHome, resources } = host.paths;

  async function contentOf(name: DiagnosisName, shorten: (text: string) => string): Promise<string> {
    switch (name) {
      case "versions":
        return json(versions(parts));
      case "checks": {
        const report = await parts.examine();
        return json(report.ok ? plainChecks(report.value, shorten) : { error: report.error.code });
      }
      case "settings": {
        const current = await parts.settings();
        return json(current.ok ? plainSettings(current.value) : { error: shorten(current.error.message) });
      }
      case "data":
        return json(await sizesOf(home, files));
      case "log":
        return logLines({ folder: join(home, "logs"), files, shorten });
    }
  }

  async function read(name: DiagnosisName): AsyncResult<string> {
    try {
      const words = await parts.chosenWords();
      const shorten = createShortener({ data: home, userHome, app: dirname(resources), words });
      return ok(redact(await contentOf(name, (given) => shorten(redact(given)))));
    } catch (cause) {
      return fail(unreadable(cause));
    }
  }

  return {
    read,
    async make(names: readonly DiagnosisName[]): AsyncResult<{ readonly name: string; readonly base64: string }> {
      const zip = new ZipFile();
      for (const name of new Set(names)) {
        const content = await read(name);
        if (!content.ok) return content;
        zip.addBuffer(Buffer.from(content.value, "utf8"), fileNames[name], { mode: 0o100600 });
      }
      zip.end();
      const chunks: Buffer[] = [];
      for await (const chunk of zip.outputStream) chunks.push(Buffer.from(chunk));
      const day = new Date(host.now()).toISOString().slice(0, 10);
      return ok({ name: `perch-diagnostics-${day}.zip`, base64: Buffer.concat(chunks).toString("base64") });
    },
  };
}

function unreadable(cause: unknown): ContractError {
  return contractError("storage", text("diagnosis.unreadable", { reason: reasonOf(cause) }));
}

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

function versions({ host, version, startedAt }: DiagnosisParts): object {
  const { platform, timezone } = host;
  return {
    perch: version,
    runtime: { ...process.versions },
    system: { platform, architecture: process.arch, release: release(), timezone },
    upSeconds: Math.round((host.now() - startedAt) / 1000),
    memoryBytes: process.memoryUsage.rss(),
  };
}

/** Names of checks may be those of servers. */
function plainChecks({ checks }: DoctorReport, shorten: (text: string) => string): unknown {
  return checks.map(({ id, state, message, code, stages }) => ({
    id,
    state,
    // What a server says of itself is its own, and may be anything.
    ...(id === "mcp" && state !== "ok" ? {} : { message: shorten(message) }),
    ...(code === undefined ? {} : { code }),
    ...(stages === undefined ? {} : { stages: stages.length }),
  }));
}

/** Files and bytes of each part of the home, by Perch's own names. */
async function sizesOf(home: string, files: FileSystem): Promise<object> {
  const sizes: Record<string, { files: number; bytes: number }> = {};
  async function count(path: string, part: string): Promise<void> {
    try {
      const stats = await files.lstat(path);
      const { files: counted, bytes } = sizes[part] ?? { files: 0, bytes: 0 };
      if (stats.isFile()) sizes[part] = { files: counted + 1, bytes: bytes + stats.size };
      if (!stats.isDirectory()) return;
      for (const name of await files.readdir(path)) await count(join(path, name), part);
    } catch (cause) {
      if (!isMissing(cause)) throw cause;
    }
  }
  for (const name of ownNames) await count(join(home, name), name);
  return sizes;
}

const ownNames = [
  ...[
    "config.json",
    "perch.db",
    "perch.db-wal",
    "workspace/sessions",
    "workspace/memory",
    "workspace/skills",
    "ledger",
  ],
  ...["automations", "heartbeat", "inbox.json", "undo", "versions", "trash", "backups", "logs"],
] as const;
