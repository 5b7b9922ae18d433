import { contractError } from "../../src-preload/contract/errors.ts";
import { type AsyncResult, fail, ok } from "../../src-preload/contract/result.ts";
import type { SecretStore } from "../host.ts";
import { reasonOf } from "../thrown.ts";
import { text } from "../words.ts";

/** By the names under which the key store holds them; null takes one away. */
export type SecretChanges = Readonly<Record<string, string | null>>;

/** Changes the key store first, and changes it back when the settings could not be written. */
export async function withSecrets<Value>(
  changes: SecretChanges,
  secrets: SecretStore,
  write: () => AsyncResult<Value>,
): AsyncResult<Value> {
  const before: Record<string, string | null> = {};
  const undo = (): AsyncResult<void> => putAll(before, secrets);
  for (const [name, value] of Object.entries(changes)) {
    const changed = await kept(async () => {
      before[name] = await secrets.get(name);
      await put(name, value, secrets);
    });
    if (changed.ok) continue;
    delete before[name];
    const undone = await undo();
    return undone.ok ? changed : undone;
  }
  const written = await write();
  if (written.ok) return written;
  const undone = await undo();
  return undone.ok ? written : undone;
}

async function putAll(values: SecretChanges, secrets: SecretStore): AsyncResult<void> {
  return kept(async () => {
    for (const [name, value] of Object.entries(values)) await put(name, value, secrets);
  });
}

async function put(name: string, value: string | null, secrets: SecretStore): Promise<void> {
  if (value === null) await secrets.remove(name);
  else await secrets.set(name, value);
}

async function kept(work: () => Promise<void>): AsyncResult<void> {
  try {
    return ok(await work());
  } catch (cause) {
    const reason = reasonOf(cause);
    return fail(contractError("storage", text("probe.keyNotKept", { reason })));
  }
}
