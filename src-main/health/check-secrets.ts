import { join } from "node:path";
import type { Check } from "../../src-preload/contract/system.ts";
import type { Host } from "../host.ts";
import type { FileSystem } from "../storage/file-system.ts";
import { text } from "../words.ts";

/** Where keys are kept; a file that others may read, and one that stands in for a key store, are warned of. */
export async function checkSecrets(host: Host, files: FileSystem): Promise<Check> {
  const named = { id: "secrets", name: text("doctor.secrets") } as const;
  const path = join(host.paths.home, "secrets.json");
  const open = host.platform === "win32" ? null : await isOpen(path, files);
  if (open === true) {
    const nextStep = text("doctor.secrets.fix", { path });
    return { ...named, state: "warning", message: text("doctor.secrets.open", { path }), nextStep };
  }
  const place = await host.secrets.where();
  if (place.kind === "key-store") return { ...named, state: "ok", message: text("doctor.secrets.system") };
  const { reason } = place;
  const message = text("secrets.plain", { path: place.path, reason });
  return { ...named, state: "warning", message, nextStep: text("doctor.secrets.plain.fix") };
}

/** Whether others may read the file; null where there is none. */
async function isOpen(path: string, files: FileSystem): Promise<boolean | null> {
  try {
    return ((await files.stat(path)).mode & 0o077) !== 0;
  } catch (cause) {
    if (cause instanceof Error && "code" in cause) return null;
    throw cause;
  }
}
