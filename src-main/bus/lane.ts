/** Work that is done one after the other, in the order in which it is handed over. */
export type Lane = <Value>(work: () => Promise<Value>) => Promise<Value>;

/** Who handed work over gets its failure; the next one is not held up by it. */
export function createLane(): Lane {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const result = last.then(work);
    last = result.catch(() => undefined);
    return result;
  };
}
