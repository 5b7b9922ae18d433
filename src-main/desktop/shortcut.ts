import type { DesktopFacts } from "../../src-preload/contract/desktop.ts";

interface Keys {
  /** False where another program has it; throws for what is no accelerator. */
  register(accelerator: string, press: () => void): boolean;
  unregister(accelerator: string): void;
}

export interface GlobalKey {
  readonly state: DesktopFacts["shortcut"];
  /** In place of the one that is set; null: none. */
  set(accelerator: string | null): void;
}

/** The key that works everywhere. A system that refuses it says nothing, so that its answer is kept for the person. */
export function createGlobalKey(keys: Keys, press: () => void): GlobalKey {
  let state: DesktopFacts["shortcut"] = { keys: null, state: "none" };
  return {
    get state() {
      return state;
    },
    set(accelerator) {
      if (state.keys !== null && state.state === "set") keys.unregister(state.keys);
      state = accelerator === null ? { keys: null, state: "none" } : { keys: accelerator, state: tryKey(accelerator) };
    },
  };

  function tryKey(accelerator: string): "set" | "taken" | "wrong" {
    try {
      return keys.register(accelerator, press) ? "set" : "taken";
    } catch {
      // Electron throws for words that name no key; what the person typed is shown beside the answer.
      return "wrong";
    }
  }
}
