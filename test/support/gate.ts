export interface Gate {
  readonly promise: Promise<void>;
  open(): void;
}

/** A promise that a test settles. */
export function createGate(): Gate {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { promise, open: resolve };
}
