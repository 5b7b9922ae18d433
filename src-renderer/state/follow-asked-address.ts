import type { WindowState } from "./window-state.ts";

/** An address may ask for something once, behind a `?`: the code that answers is fetched then. */
export function followAskedAddress(state: WindowState): void {
  const note = async (): Promise<void> => {
    if (!window.location.hash.includes("?")) return;
    const { answerAskedAddress } = await import("./asked-address.ts");
    answerAskedAddress(state);
  };
  window.addEventListener("hashchange", () => void note());
  void note();
}
