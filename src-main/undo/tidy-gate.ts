/** Keeps tidying apart from what keeps copies: a copy is needed before any manifest names it. */
export interface TidyGate {
  /** Waits while it is tidied, which is short. */
  keeping<Value>(work: () => Promise<Value>): Promise<Value>;
  /** Begins something that keeps copies over a time; the answer ends it. */
  hold(): Promise<Disposable>;
  /** Does nothing, and tells so with null, where something is kept right now. */
  tidying<Value>(work: () => Promise<Value>): Promise<Value | null>;
}

export function createTidyGate(): TidyGate {
  let holders = 0;
  let tidied: Promise<unknown> = Promise.resolve();
  let isTidying = false;

  async function hold(): Promise<Disposable> {
    while (isTidying) await tidied;
    holders += 1;
    return { [Symbol.dispose]: () => (holders -= 1) };
  }

  return {
    hold,
    async keeping(work) {
      using _ = await hold();
      return await work();
    },
    async tidying(work) {
      if (holders > 0 || isTidying) return null;
      isTidying = true;
      const { promise, resolve } = Promise.withResolvers<void>();
      tidied = promise;
      try {
        return await work();
      } finally {
        isTidying = false;
        resolve();
      }
    },
  };
}
