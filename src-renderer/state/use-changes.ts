import { createContext, useContext } from "react";
import type { Changes } from "./changes.ts";
import { useWindow } from "./context.ts";

/** Changes that are shown elsewhere than beside the open chat; null: there. */
export const ChangesElsewhere = createContext<Changes | null>(null);

interface ShownChanges {
  readonly changes: Changes;
  /** What is said of a line goes into the open chat: elsewhere there is none. */
  readonly isCommented: boolean;
}

/** The changes of the chat that is shown here. */
export function useChanges(): ShownChanges {
  const { changes } = useWindow();
  const elsewhere = useContext(ChangesElsewhere);
  return elsewhere === null ? { changes, isCommented: true } : { changes: elsewhere, isCommented: false };
}
