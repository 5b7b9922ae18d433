import { join } from "node:path";
import { parseBoundedJson } from "../../src-preload/contract/bounded-json.ts";
import { ownValue } from "../../src-preload/contract/own-value.ts";
import type { AsyncResult } from "../../src-preload/contract/result.ts";
import { z } from "../../src-preload/contract/zod.ts";
import type { SecretStore } from "../host.ts";
import { readRegular } from "../settings/read-regular.ts";
import type { FileSystem } from "../storage/file-system.ts";
import { systemCodeOf } from "../thrown.ts";
import { text } from "../words.ts";

const secretsSchema = z.record(z.string(), z.string());
type Secrets = z.infer<typeof secretsSchema>;
export type WritePrivate = (path: string, content: string) => AsyncResult<void>;

export interface SecretFile extends Pick<SecretStore, "get" | "set" | "remove"> {
  readonly path: string;
  /** The values of all secrets in it. */
  all(): Promise<readonly string[]>;
}

/** Keys in `secrets.json`, readable by the user alone: for machines whose system has no key store. */
export function createSecretFile(home: string, files: FileSystem, write: WritePrivate): SecretFile {
  const path = join(home, "secrets.json");

  async function read(): Promise<Secrets> {
    try {
      return secretsSchema.parse(parseBoundedJson(await readRegular(files, path)));
    } catch (cause) {
      if (systemCodeOf(cause) === "ENOENT") return {};
      const reason = cause instanceof SyntaxError || cause instanceof z.ZodError ? "not a list of keys" : String(cause);
      throw new Error(text("secrets.broken", { path, reason }), { cause });
    }
  }

  async function save(secrets: Secrets): Promise<void> {
    const written = await write(path, `${JSON.stringify(secrets, null, 2)}\n`);
    if (!written.ok) throw new Error(written.error.message);
  }

  return {
    path,
    all: async () => Object.values(await read()),
    get: async (name) => ownValue(await read(), name) ?? null,
    set: async (name, value) => save({ ...(await read()), [name]: value }),
    async remove(name) {
      const kept = await read();
      if (!Object.hasOwn(kept, name)) return;
      const { [name]: _removed, ...rest } = kept;
      await save(rest);
    },
  };
}
