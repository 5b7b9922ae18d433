import type { Log, SecretStore } from "../host.ts";
import type { FileSystem } from "../storage/file-system.ts";
import { createSecretFile, type WritePrivate } from "./secret-file.ts";
import { createSecretStore } from "./secret-store.ts";

export interface NodeSecretsOptions {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly files: FileSystem;
  readonly log: Log;
  /** Handed in, so that keys are as safe as everything else that is written. */
  readonly write: WritePrivate;
}

/** The secrets of a home on this machine. `PERCH_SECRETS=file` keeps them out of the system's key store. */
export function createNodeSecrets(home: string, { env, files, log, write }: NodeSecretsOptions): SecretStore {
  const file = createSecretFile(home, files, write);
  const openSystem = async () => (await import("./system-key-store.ts")).openSystemKeyStore(home);
  return createSecretStore({ file, log, openSystem: env["PERCH_SECRETS"] === "file" ? null : openSystem });
}
