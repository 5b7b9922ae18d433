/** Waits for the work, or for the signal where that comes first; tells of neither which it was. */
export async function untilAborted(work: Promise<void>, signal: AbortSignal | undefined): Promise<void> {
  if (signal === undefined) return work;
  if (signal.aborted) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  const end = (): void => resolve();
  signal.addEventListener("abort", end, { once: true });
  try {
    await Promise.race([work, promise]);
  } finally {
    signal.removeEventListener("abort", end);
  }
}
