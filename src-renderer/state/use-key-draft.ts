import { usePick, useWindow } from "./context.ts";
import { type KeyDraft, type KeyDraftControl, readKeyDraft } from "./key-draft.ts";

/** A key that is being entered, as it is shown. */
export function useKeyDraft({ store }: KeyDraftControl): KeyDraft {
  const known = usePick(useWindow().providers.store, ({ rows }) => rows);
  return readKeyDraft(
    usePick(store, (state) => state),
    known,
  );
}
