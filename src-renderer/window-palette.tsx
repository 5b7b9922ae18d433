import "./ui/later-words.ts";
import { Palette } from "./features/palette/index.tsx";
import { commandsOf } from "./features/shell/commands.ts";
import type { RailPlace } from "./features/shell/index.tsx";
import { useWindow } from "./state/context.ts";

export { KeySheet } from "./features/palette/index.tsx";

/** The palette with all that can be done in this window. Its code comes later than the window. */
export function WindowPalette({ places }: { readonly places: readonly RailPlace[] }) {
  const state = useWindow();
  return <Palette commandsNow={() => commandsOf(state, places)} />;
}
