import type { Clock } from "../host.ts";

/*
 * When what this process started did not run at all. Linux counts for each thread how long it was on a processor: where no
 * count of the whole tree rose between two looks, and nobody came or went, none of it can have done anything in between.
 */

/** A time in which nothing ran; milliseconds since 1970. */
export interface IdleTime {
  readonly from: number;
  readonly to: number;
}

export interface IdleTimes {
  /** Ends the watch. Empty where the system does not tell. */
  end(): readonly IdleTime[];
}

const lookEveryMs = 15;
const mostTimes = 10_000;
/** A tree that is larger is not looked at: it would cost more than it tells. */
const mostThreads = 200;

interface Proc {
  readonly read: (path: string) => string;
  readonly list: (path: string) => readonly string[];
}

/** Watches all that the process `pid` has started. */
export function watchIdleTimes(pid: number, platform: NodeJS.Platform, clock: Clock): IdleTimes {
  if (platform !== "linux") return { end: () => [] };
  const times: IdleTime[] = [];
  const { readFileSync, readdirSync } = process.getBuiltinModule("node:fs");
  const proc: Proc = { read: (path) => readFileSync(path, "latin1"), list: (path) => readdirSync(path) };
  let timer: Disposable | null = null;
  // `from`: when the first of the looks that found the same was over.
  let same = { counts: countsOf(pid, proc), from: clock.now() };

  function look(): void {
    const to = clock.now();
    const counts = countsOf(pid, proc);
    if (counts === null || counts !== same.counts) same = { counts, from: clock.now() };
    else if (times.at(-1)?.from === same.from) times[times.length - 1] = { from: same.from, to };
    else if (times.length < mostTimes) times.push({ from: same.from, to });
  }

  function next(): void {
    timer = clock.setTimer(lookEveryMs, () => {
      look();
      next();
    });
  }

  next();
  return {
    end() {
      timer?.[Symbol.dispose]();
      look();
      return times;
    },
  };
}

/** What every thread below this process has run, as one text; null where it cannot be told. */
function countsOf(pid: number, proc: Proc): string | null {
  try {
    const counts: string[] = [];
    const waiting = [...childrenOf(String(pid), proc)];
    for (let child = waiting.pop(); child !== undefined; child = waiting.pop()) {
      for (const thread of proc.list(`/proc/${child}/task`)) {
        const place = `/proc/${child}/task/${thread}`;
        const counted = proc.read(`${place}/schedstat`);
        // The count of one that is running now lags behind.
        if (!waitsOrEnded.test(proc.read(`${place}/stat`))) return null;
        counts.push(`${child}/${thread} ${counted}`);
        if (counts.length > mostThreads) return null;
      }
      waiting.push(...childrenOf(child, proc));
    }
    return counts.join("");
  } catch {
    // One of them ended while it was looked at: this moment tells nothing.
    return null;
  }
}

/** Its state stands behind its name, which may hold anything: asleep, stopped, or ended and not waited for yet. */
const waitsOrEnded = /\) [STtZX] [^)]*$/;

function childrenOf(pid: string, proc: Proc): readonly string[] {
  return proc.list(`/proc/${pid}/task`).flatMap((thread) =>
    proc
      .read(`/proc/${pid}/task/${thread}/children`)
      .split(" ")
      .filter((child) => child !== ""),
  );
}
