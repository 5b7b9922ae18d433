import { usePick, useWindow } from "../../state/context.ts";
import { readFirstRun, type ShownFirstRun } from "../../state/first-run.ts";
import type { KeyDraft } from "../../state/key-draft.ts";
import { useKeyDraft } from "../../state/use-key-draft.ts";

/** What the first run shows. */
export function useFirstRun(): ShownFirstRun & { readonly draft: KeyDraft } {
  const { firstRun } = useWindow();
  const state = usePick(firstRun.store, (now) => now);
  const draft = useKeyDraft(firstRun.key);
  return { ...readFirstRun(state, draft), draft };
}
