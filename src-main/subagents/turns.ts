/** So many at once as the settings say at that moment, the others in the order in which they came. */
export interface Turns {
  /** So many wait. */
  readonly waiting: number;
  /** Resolves when its turn has come, which lasts until that is disposed of; null where it was given up before. */
  take(signal: AbortSignal): Promise<Disposable | null>;
}

export function createTurns(most: () => Promise<number>): Turns {
  const waiting: (() => void)[] = [];
  let on = 0;
  let isLooking = false;
  let isAskedAgain = false;

  /** The settings are read anew for each look; one look at a time. */
  async function look(): Promise<void> {
    do {
      isAskedAgain = false;
      const limit = waiting.length === 0 ? 0 : await most();
      while (on < limit && waiting.length > 0) {
        on += 1;
        waiting.shift()?.();
      }
    } while (isAskedAgain);
    isLooking = false;
  }

  function lookAgain(): void {
    isAskedAgain = true;
    if (isLooking) return;
    isLooking = true;
    void look();
  }

  function turn(): Disposable {
    let isOver = false;
    return {
      [Symbol.dispose]() {
        if (isOver) return;
        isOver = true;
        on -= 1;
        lookAgain();
      },
    };
  }

  return {
    get waiting() {
      return waiting.length;
    },
    take(signal) {
      if (signal.aborted) return Promise.resolve(null);
      return new Promise((resolve) => {
        const begin = (): void => {
          signal.removeEventListener("abort", giveUp);
          resolve(turn());
        };
        const giveUp = (): void => {
          const at = waiting.indexOf(begin);
          if (at < 0) return;
          waiting.splice(at, 1);
          resolve(null);
        };
        signal.addEventListener("abort", giveUp, { once: true });
        waiting.push(begin);
        lookAgain();
      });
    },
  };
}
