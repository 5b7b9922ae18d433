import { request } from "node:http";
import { join } from "node:path";
import { parseBoundedJson } from "../../src-preload/contract/bounded-json.ts";
import { z } from "../../src-preload/contract/zod.ts";
import type { Host } from "../host.ts";
import { NotAFileError, readRegular } from "../settings/read-regular.ts";
import { writeFileAtomic } from "../storage/atomic-file.ts";
import type { FileSystem } from "../storage/file-system.ts";
import { isMissing } from "../thrown.ts";
import { digestOf } from "./access.ts";
import type { ServedApp } from "./http-server.ts";
import { isAlive, ownerOf } from "./owner-file.ts";

/*
 * Which process serves the app of a home: `served.json` (0600), so that a second `perch serve` finds the first.
 */

const servedSchema = z.object({
  pid: z.number().int().positive(),
  processStart: z.string().nullable(),
  port: z.number().int().min(1).max(65_535),
  addressKey: z.string(),
});

const addressSchema = z.object({ url: z.string(), token: z.string() });

export interface RunningServer {
  readonly port: number;
  readonly url: string;
  readonly token: string;
  /** Resolves once it does not serve any more. */
  readonly gone: Promise<void>;
  leave(): void;
}

const patienceMs = 5000;

const pathIn = (host: Host): string => join(host.paths.home, "served.json");

/**
 * The ports that are tried first, in this order: the same at every start, so that bookmarks and what a browser keeps stay good,
 * also where another program has the first of them.
 */
export function stablePortsOf(home: string): readonly [number, ...number[]] {
  const digest = digestOf(home);
  const portAt = (at: number): number => 20_000 + (Number.parseInt(digest.slice(at, at + 8), 16) % 12_000);
  return [portAt(0), portAt(8), portAt(16)];
}

/** Tells other processes of this server. Returns the undo. */
export async function announceServer(app: ServedApp, host: Host, files: FileSystem): Promise<() => Promise<void>> {
  const { pid, processStart } = await ownerOf(host, files, "");
  const facts = { pid, processStart, port: app.port, addressKey: app.addressKey };
  const written = await writeFileAtomic(pathIn(host), `${JSON.stringify(facts)}\n`, { files, mode: 0o600 });
  if (!written.ok) host.log("warn", "a second perch serve does not find this one", { reason: written.error.message });
  return async () => {
    const now = await readServed(host, files);
    if (now?.addressKey === app.addressKey) await files.rm(pathIn(host), { force: true });
  };
}

async function readServed(host: Host, files: FileSystem) {
  try {
    const parsed = servedSchema.safeParse(parseBoundedJson(await readRegular(files, pathIn(host))));
    return parsed.success ? parsed.data : null;
  } catch (cause) {
    if (isMissing(cause) || cause instanceof SyntaxError || cause instanceof NotAFileError) return null;
    throw cause;
  }
}

/** A fresh address of the server that runs for this home; null where none does, or it does not answer. */
export async function findServer(host: Host, files: FileSystem): Promise<RunningServer | null> {
  const served = await readServed(host, files);
  if (served === null || served.pid === host.pid) return null;
  if (!(await isAlive({ ...served, socket: "" }, files))) return null;
  const { promise, resolve } = Promise.withResolvers<RunningServer | null>();
  const gone = Promise.withResolvers<void>();
  const headers = { authorization: `Bearer ${served.addressKey}` };
  const at = { host: "127.0.0.1", port: served.port, path: "/address", agent: false };
  const asked = request({ ...at, method: "POST", headers });
  asked.on("response", (response) => {
    response.once("close", gone.resolve);
    response.on("error", () => gone.resolve());
    response.once("data", (chunk) => {
      const address = readAddress(String(chunk), response.statusCode ?? 0);
      if (address === null) asked.destroy();
      resolve(
        address === null
          ? null
          : { port: served.port, ...address, gone: gone.promise, leave: () => void asked.destroy() },
      );
    });
  });
  asked.on("error", () => resolve(null));
  asked.on("close", () => resolve(null));
  asked.end();
  using _late = host.setTimer(patienceMs, () => resolve(null));
  const found = await promise;
  if (found === null) asked.destroy();
  return found;
}

function readAddress(body: string, status: number): z.infer<typeof addressSchema> | null {
  if (status !== 200) return null;
  try {
    const parsed = addressSchema.safeParse(parseBoundedJson(body));
    return parsed.success ? parsed.data : null;
  } catch (cause) {
    if (cause instanceof SyntaxError) return null;
    throw cause;
  }
}
