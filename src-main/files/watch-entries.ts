import { watch } from "node:fs";
import { reasonOf } from "../thrown.ts";

/** Told with the name of an entry that changed; null where the system does not say which. */
type OnEntry = (name: string | null) => void;

/** Of one folder: disposing lets it go. */
export type WatchEntries = (folder: string, onEntry: OnEntry, onLost: (reason: string) => void) => Disposable;

/**
 * Watches the entries of one folder and nothing below it, with one watch of the system however many they are: the library that
 * watches trees asks for one for each file. `onLost`: nothing more is told.
 */
export const watchEntries: WatchEntries = (folder, onEntry, onLost) => {
  try {
    const watcher = watch(folder, { recursive: false });
    watcher.on("change", (_kind, name) => onEntry(typeof name === "string" ? name : null));
    watcher.on("error", (error) => {
      watcher.close();
      onLost(reasonOf(error));
    });
    return { [Symbol.dispose]: () => watcher.close() };
  } catch (error) {
    onLost(reasonOf(error));
    return { [Symbol.dispose]: () => undefined };
  }
};
