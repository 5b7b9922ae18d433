/** What the work comes to, unless the signal comes first: then its reason is thrown, and the work goes on for itself. */
export async function untilStopped<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> {
  const { promise, reject } = Promise.withResolvers<never>();
  const stop = (): void => reject(signal.reason);
  signal.addEventListener("abort", stop, { once: true });
  if (signal.aborted) stop();
  try {
    return await Promise.race([work, promise]);
  } finally {
    signal.removeEventListener("abort", stop);
  }
}
