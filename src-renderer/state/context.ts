import { createContext, useContext } from "react";
import { type StoreApi, useStore } from "zustand";
import type { WindowState } from "./window-state.ts";

export const WindowContext = createContext<WindowState | null>(null);

/** Every store of the window. */
export function useWindow(): WindowState {
  const state = useContext(WindowContext);
  if (state === null) throw new Error("a component was drawn outside the window");
  return state;
}

/** One value of a store; the component is drawn again when it changes. */
export function usePick<State, Value>(store: StoreApi<State>, pick: (state: State) => Value): Value {
  return useStore(store, pick);
}

/** The agent answers: what it said last of its runs is so. */
export function useIsUp(): boolean {
  return usePick(useWindow().agent.store, ({ link }) => link.kind === "up");
}
