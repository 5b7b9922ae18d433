import type { KeyPlace } from "../../src-preload/contract/providers.ts";
import type { Settings } from "../../src-preload/contract/settings.ts";
import type { Host } from "../host.ts";
import { secretNames } from "./keys-in-settings.ts";

/** Where each key lies that the settings name, by that name; null where it is nowhere. */
export type KeyPlaces = ReadonlyMap<string, KeyPlace | null>;

export async function keyPlaces(settings: Settings, { secrets, log }: Host): Promise<KeyPlaces> {
  async function placeOf(name: string): Promise<KeyPlace | null> {
    try {
      return await secrets.placeOf(name);
    } catch (cause) {
      // A key store that refuses is passed over: what cannot be read is the file.
      log("warn", "a key could not be looked for", { name, reason: String(cause) });
      return "file";
    }
  }

  return new Map(await Promise.all(secretNames(settings).map(async (name) => [name, await placeOf(name)] as const)));
}
