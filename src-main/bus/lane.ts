/** Work that is done one after the other, in the order in which it is handed over. */
export type Lane = <Value>(work: () => Promise<Value>) => Promise<Value>;

/** Who handed work over gets its failure, and `onThrown` hears of it; the next one is not held up by it. */
export function createLane(onThrown: (cause: unknown) => void = () => undefined): Lane {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const result = last.then(work);
    last = result.catch(onThrown);
    return result;
  };
}
