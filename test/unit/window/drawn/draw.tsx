import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { vi } from "vitest";
import type { StoreApi } from "zustand/vanilla";
import { createAgentClient } from "../../../../src-renderer/client/agent-client.ts";
import { WindowContext } from "../../../../src-renderer/state/context.ts";
import { createWindowState } from "../../../../src-renderer/state/create-window-state.ts";
import type { WindowState } from "../../../../src-renderer/state/window-state.ts";

/** The stores of a window whose agent never answers, outside a browser. */
export function unansweredWindow(): WindowState {
  const nothing = (): undefined => undefined;
  vi.stubGlobal("localStorage", { getItem: () => null, setItem: nothing });
  const matchMedia = () => ({ matches: false, addEventListener: nothing });
  vi.stubGlobal("window", { location: { hash: "" }, addEventListener: nothing, matchMedia });
  vi.stubGlobal("document", { documentElement: { dataset: {} } });
  const client = createAgentClient(() => new Promise(nothing), { areDrawn: false, next: nothing });
  return createWindowState(client, []);
}

/** Outside a browser a component draws what a store began with: it began with this. */
export function beginWith<State extends object>(store: StoreApi<State>, part: Partial<State>): void {
  store.setState(part);
  vi.spyOn(store, "getInitialState").mockReturnValue(store.getState());
}

export function drawIn(state: WindowState, node: ReactNode): string {
  return renderToStaticMarkup(<WindowContext value={state}>{node}</WindowContext>);
}

const entities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', "#x27": "'" };

/** What a person reads of markup. */
export function wordsOf(markup: string): string {
  return markup.replace(/<[^>]*>/g, "").replace(/&(amp|lt|gt|quot|#x27);/g, (whole, name) => entities[name] ?? whole);
}
