import { usePick, useWindow } from "../../state/context.ts";

interface Begin {
  /** Whether there is a folder to work in, or one that is still looked at. */
  readonly hasFolder: boolean;
  /** Goes one of the ways on, where the folder turns out to be one. */
  readonly go: (way: () => Promise<void>) => Promise<void>;
}

/** Every way out of the first run ends in the folder that stands in its field, and is closed where that is none. */
export function useBegin(isBusy: boolean): Begin {
  const { defaultFolder } = useWindow();
  const folder = usePick(defaultFolder.store, ({ kind }) => kind);
  return {
    hasFolder: folder === "kept" || folder === "looking",
    go: async (way) => {
      if (!isBusy && (await defaultFolder.settled())) await way();
    },
  };
}
