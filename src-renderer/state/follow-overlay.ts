import type { Overlay } from "./overlay.ts";
import { followPrices } from "./priced-models.ts";
import type { WindowState } from "./window-state.ts";

type Followed = Pick<
  WindowState,
  "overlay" | "agent" | "usage" | "providers" | "models" | "connections" | "mcpServers"
>;

/** Reads what a dialog needs as it is opened, and ends that as it is closed or shows its other side. */
export function followOverlay(state: Followed): void {
  let end = (): void => undefined;
  state.overlay.store.subscribe((overlay) => {
    end();
    end = enter(overlay, state);
  });
}

function enter(overlay: Overlay, state: Followed): () => void {
  const { connections, mcpServers } = state;
  if (overlay.kind === "limits" && overlay.side === "prices") return followPrices(state);
  if (overlay.kind === "add" && overlay.side === "server") void mcpServers.need();
  if (overlay.kind !== "add" || overlay.side !== "connection") return () => undefined;
  void connections.look();
  // A key that was typed and not added is forgotten.
  return connections.draft.clear;
}
