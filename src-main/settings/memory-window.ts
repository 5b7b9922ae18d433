import { settingsSchema } from "../../src-preload/contract/settings.ts";
import type { SettingsStore } from "./settings-store.ts";

/** `agents.defaults.memoryWindow` as it is in force; its default where the settings cannot be read. */
export function memoryWindowOf(settings: Pick<SettingsStore, "current">): () => Promise<number> {
  return async () => {
    const now = await settings.current();
    return (now.ok ? now.value : settingsSchema.parse({})).agents.defaults.memoryWindow;
  };
}
