/** How a writing ended: `refused` is tried again after a while, `lost` when the line is back. */
export type Kept = "kept" | "refused" | "lost";

/** Hands what changes over, at most twice a second: the first change at once, then what has come together. */
export interface DraftWriter {
  /** Something changed. */
  touch(): void;
  /** Writes now what is not written yet; resolves once it was tried. */
  flush(): Promise<void>;
  /** The line is back. */
  retry(): void;
  /** Nothing is written until the answer is called; that tells whether a writing was on its way when it began. */
  hold(): () => boolean;
}

interface WriterOptions {
  /** There is something that is not written yet. */
  readonly isDirty: () => boolean;
  readonly write: () => Promise<Kept>;
}

/** Between the beginnings of two writings, in milliseconds. */
export const writePauseMs = 500;
const refusedPauseMs = 2000;

export function createDraftWriter({ isDirty, write }: WriterOptions): DraftWriter {
  let current: Promise<void> | null = null;
  let rest: ReturnType<typeof setTimeout> | null = null;
  let isLost = false;
  let holds = 0;

  function restFor(ms: number): void {
    if (rest !== null) clearTimeout(rest);
    rest = setTimeout(() => {
      rest = null;
      touch();
    }, ms);
  }

  function wake(): void {
    if (rest !== null) clearTimeout(rest);
    rest = null;
  }

  async function writeOnce(): Promise<void> {
    restFor(writePauseMs);
    const how = await write();
    if (how === "refused") restFor(refusedPauseMs);
    isLost = how === "lost";
    current = null;
    touch();
  }

  function touch(): void {
    if (current !== null || rest !== null || isLost || holds > 0 || !isDirty()) return;
    current = writeOnce();
  }

  return {
    touch,
    async flush() {
      await current;
      wake();
      touch();
      await current;
    },
    retry() {
      isLost = false;
      wake();
      touch();
    },
    hold() {
      holds += 1;
      const wasWriting = current !== null;
      return () => {
        holds -= 1;
        return wasWriting;
      };
    },
  };
}
