import { createStore } from "zustand/vanilla";
import type { ContractError } from "../../src-preload/contract/errors.ts";
import type { Result } from "../../src-preload/contract/result.ts";
import type { FolderLook } from "../../src-preload/contract/window.ts";
import type { AgentClient } from "../client/agent-client.ts";
import { createCrossing } from "./crossing.ts";

export type FolderChoiceState =
  /** `found`: what is in the folder that is in force; null before that was looked at. */
  | { readonly kind: "kept"; readonly found: FolderLook["state"] | null }
  | { readonly kind: "looking"; readonly path: string }
  /** There is no such folder; it can be made. */
  | { readonly kind: "missing"; readonly path: string }
  | { readonly kind: "refused"; readonly path: string; readonly words: string };

/** `path` is whole, `typed` as the person wrote it; tells what is wrong, null where nothing is. */
type Keep = (path: string, typed: string) => Promise<string | null>;

/** A work folder that is being chosen: looked at first, and kept only where a chat can work in it. */
export function createFolderChoice(client: AgentClient, keep: Keep) {
  const store = createStore<FolderChoiceState>(() => ({ kind: "kept", found: null }));
  const asking = createCrossing();
  const set = (state: FolderChoiceState): void => store.setState(state, true);

  async function take(path: string, looked: Result<FolderLook, ContractError>): Promise<void> {
    if (!looked.ok) return set({ kind: "refused", path, words: looked.error.message });
    if (looked.value.state === "missing") return set({ kind: "missing", path });
    const refused = await keep(looked.value.path, path);
    set(refused === null ? { kind: "kept", found: looked.value.state } : { kind: "refused", path, words: refused });
  }

  return {
    store,
    /** Says what is in the folder that is in force. */
    async look(path: string): Promise<void> {
      const came = await asking.ask(() => client.request("folder.look", { path }));
      if (came?.answer.ok === true) set({ kind: "kept", found: came.answer.value.state });
    },
    async choose(path: string): Promise<void> {
      const now = store.getState();
      // Left once more: what was said of it stands.
      if (now.kind !== "kept" && now.path === path) return;
      set({ kind: "looking", path });
      const came = await asking.ask(() => client.request("folder.look", { path }));
      if (came !== null) await take(path, came.answer);
    },
    /** Asks for one with the system's own dialogue, which begins at `from`; null where the person chose none, or there is no dialogue. */
    async pick(from: string): Promise<string | null> {
      const picked = await client.request("desktop.folder", { from });
      return picked.ok ? picked.value.path : null;
    },
    /** Makes the folder that is missing, and takes it. */
    async make(): Promise<void> {
      const now = store.getState();
      if (now.kind !== "missing") return;
      set({ kind: "looking", path: now.path });
      const came = await asking.ask(() => client.request("folder.make", { path: now.path }));
      if (came !== null) await take(now.path, came.answer);
    },
    /** Whether a chat can work in what is chosen, once that was looked at. */
    async settled(): Promise<boolean> {
      if (store.getState().kind === "looking") {
        const { promise, resolve } = Promise.withResolvers<void>();
        const stop = store.subscribe(({ kind }) => (kind === "looking" ? undefined : resolve()));
        await promise;
        stop();
      }
      return store.getState().kind === "kept";
    },
    /** The folder that was in force stays. */
    drop(): void {
      asking.drop();
      set({ kind: "kept", found: null });
    },
  };
}

export type FolderChoice = ReturnType<typeof createFolderChoice>;
