import type { Log, SecretStorage, SecretStore } from "../host.ts";
import { reasonOf } from "../thrown.ts";
import { text } from "../words.ts";
import type { SecretFile } from "./secret-file.ts";
import type { SystemKeyStore } from "./system-key-store.ts";

export interface SecretStoreOptions {
  readonly file: SecretFile;
  /** Called when a secret is first read or written; null: the file alone is wanted. */
  readonly openSystem: (() => Promise<SystemKeyStore>) | null;
  readonly log: Log;
}

type System =
  | { readonly kind: "store"; readonly store: SystemKeyStore }
  | { readonly kind: "none"; readonly reason: string };

/**
 * Secrets in the system's key store, else in the file. Both are read, the key store first; nothing is moved from one to
 * the other. A key store that refuses once is not asked again in this process.
 */
export function createSecretStore({ file, openSystem, log }: SecretStoreOptions): SecretStore {
  let opening: Promise<System> | null = null;

  async function open(): Promise<System> {
    if (openSystem === null) return { kind: "none", reason: text("secrets.fileWanted") };
    try {
      return { kind: "store", store: await openSystem() };
    } catch (cause) {
      return refused(cause);
    }
  }

  function refused(cause: unknown): System {
    const reason = reasonOf(cause);
    log("warn", "the system's key store refuses; keys are kept in a file", { reason, path: file.path });
    return { kind: "none", reason };
  }

  /** The work on the system's store, or null where there is none that works. */
  async function onSystem<Value>(work: (store: SystemKeyStore) => Promise<Value>): Promise<{ value: Value } | null> {
    opening ??= open();
    const system = await opening;
    if (system.kind === "none") return null;
    try {
      return { value: await work(system.store) };
    } catch (cause) {
      opening = Promise.resolve(refused(cause));
      return null;
    }
  }

  return {
    async get(name) {
      const kept = await onSystem((store) => store.get(name));
      return kept?.value ?? file.get(name);
    },
    async placeOf(name) {
      const kept = await onSystem((store) => store.get(name));
      if ((kept?.value ?? null) !== null) return "key-store";
      return (await file.get(name)) === null ? null : "file";
    },
    async set(name, value) {
      const kept = await onSystem((store) => store.set(name, value));
      if (kept === null) await file.set(name, value);
    },
    async remove(name) {
      await onSystem((store) => store.remove(name));
      await file.remove(name);
    },
    async where(): Promise<SecretStorage> {
      // Reading what is not there shows whether the store works.
      await onSystem((store) => store.get("doctor"));
      const system = await opening;
      if (system?.kind === "store") return { kind: "key-store" };
      return { kind: "file", path: file.path, reason: system?.reason ?? "" };
    },
    inFile: file.all,
  };
}
