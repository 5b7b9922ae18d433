import { usePick, useWindow } from "../../state/context.ts";
import { readFirstRun, type ShownFirstRun } from "../../state/first-run-view.ts";
import type { KeyDraft } from "../../state/key-draft.ts";
import { useKeyDraft } from "../../state/use-key-draft.ts";

export type ShownRun = ShownFirstRun & { readonly draft: KeyDraft };

/** What the first run shows. */
export function useFirstRun(): ShownRun {
  const { firstRun } = useWindow();
  const state = usePick(firstRun.store, (now) => now);
  const draft = useKeyDraft(firstRun.key);
  return { ...readFirstRun(state, draft), draft };
}
