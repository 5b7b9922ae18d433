import type { Settings } from "../../src-preload/contract/settings.ts";
import type { Host } from "../host.ts";
import type { SettingsStore } from "../settings/settings-store.ts";
import { reasonOf } from "../thrown.ts";
import { keysInSettings, secretNames } from "./keys-in-settings.ts";
import type { KnownKeys } from "./known-keys.ts";

/**
 * The store, which tells no settings before their keys are known: from then on nothing can show one of them. Keys of
 * the key store are read for this, also of providers that are not asked.
 */
export function learningSettings(
  store: SettingsStore,
  keys: KnownKeys,
  { host, environmentKeys }: { readonly host: Host; readonly environmentKeys: readonly string[] },
): SettingsStore {
  let learned: { readonly of: Settings; readonly done: Promise<void> } | null = null;

  async function secret(work: () => Promise<readonly (string | null)[]>): Promise<void> {
    try {
      keys.learn((await work()).filter((key) => key !== null));
    } catch (cause) {
      // What cannot be read is known to nobody; a chat that needs it says so.
      host.log("warn", "a key could not be read", { reason: reasonOf(cause) });
    }
  }

  async function learn(settings: Settings): Promise<void> {
    keys.learn([...keysInSettings(settings), ...environmentKeys]);
    const named = secretNames(settings).map((name) => secret(async () => [await host.secrets.get(name)]));
    await Promise.all([secret(() => host.secrets.inFile()), ...named]);
  }

  async function known<Answer extends Awaited<ReturnType<SettingsStore["current"]>>>(answer: Answer): Promise<Answer> {
    if (!answer.ok) return answer;
    if (learned?.of !== answer.value) learned = { of: answer.value, done: learn(answer.value) };
    await learned.done;
    return answer;
  }

  return {
    path: store.path,
    current: async () => known(await store.current()),
    update: async (patch) => known(await store.update(patch)),
    look: () => store.look(),
    unknownKeys: () => store.unknownKeys(),
  };
}
