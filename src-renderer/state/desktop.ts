import { createStore } from "zustand/vanilla";
import type { DesktopChange, DesktopFacts } from "../../src-preload/contract/desktop.ts";
import type { AgentClient } from "../client/agent-client.ts";
import { createCrossing } from "./crossing.ts";
import { isDone, type Notify } from "./notices.ts";

/** Null: the window is in a browser. Undefined: nobody has said yet. */
export interface DesktopState {
  readonly desktop: DesktopFacts | null | undefined;
  readonly isTesting: boolean;
  readonly isUpdating: boolean;
}

/** The desktop around the window, where there is one. */
export function createDesktop(client: AgentClient, notify: Notify) {
  const store = createStore<DesktopState>(() => ({ desktop: undefined, isTesting: false, isUpdating: false }));
  const crossing = createCrossing();
  const take = (desktop: DesktopFacts): void => store.setState({ desktop });

  async function load(): Promise<void> {
    const came = await crossing.ask(() => client.request("desktop.describe", {}));
    if (came?.answer.ok) store.setState({ desktop: came.answer.value });
  }

  return {
    store,
    load,
    async change(change: DesktopChange): Promise<void> {
      const changed = await client.request("desktop.change", change);
      if (isDone(changed, notify)) take(changed.value);
    },
    /** Shows a notification; the facts say then what the system did with it. */
    async test(): Promise<void> {
      store.setState({ isTesting: true });
      const tested = await client.request("desktop.test", {});
      store.setState({ isTesting: false });
      if (isDone(tested, notify)) take(tested.value);
    },
    /** Looks for a newer Perch, or ends this one to install it. */
    async update(act: "look" | "install"): Promise<void> {
      store.setState({ isUpdating: true });
      const updated = await client.request("desktop.update", { act });
      store.setState({ isUpdating: false });
      if (isDone(updated, notify)) take(updated.value);
    },
  };
}

export type Desktop = ReturnType<typeof createDesktop>;
