/*
 * Loaded into the served command before its own code (`--import`): its clock goes as always, and is put on by each message of the
 * process that started it. What was to happen meanwhile happens at once, as after a sleep that the timers noticed.
 */

/** What the command is sent; it answers with `SetTimers`. */
export interface Advance {
  readonly advanceMs: number;
}

/** For how long each timer was set that was set since the last answer, in milliseconds. */
export interface SetTimers {
  readonly setTimers: readonly number[];
}

interface Waiting {
  readonly dueAt: number;
  readonly fire: () => void;
}

/** Shorter ones are over before anybody looks. */
const leastMs = 1000;
const waiting = new Map<NodeJS.Timeout, Waiting>();
const RealDate = Date;
let aheadMs = 0;
let setTimers: number[] = [];
const now = () => RealDate.now() + aheadMs;

globalThis.Date = new Proxy(RealDate, {
  construct: (target, given, made) => Reflect.construct(target, given.length === 0 ? [now()] : given, made),
  apply: () => new RealDate(now()).toString(),
  get: (target, name, receiver) => (name === "now" ? now : Reflect.get(target, name, receiver)),
});

globalThis.setTimeout = new Proxy(setTimeout, {
  apply(target, self, [callback, ms, ...rest]: [(...given: unknown[]) => void, number, ...unknown[]]) {
    setTimers.push(ms);
    if (!(ms >= leastMs)) return Reflect.apply(target, self, [callback, ms, ...rest]);
    const fire = () => {
      if (waiting.delete(timer)) callback(...rest);
    };
    const timer: NodeJS.Timeout = Reflect.apply(target, self, [fire, ms]);
    waiting.set(timer, { dueAt: now() + ms, fire });
    return timer;
  },
});

globalThis.setInterval = new Proxy(setInterval, {
  apply(target, self, given: [() => void, number]) {
    setTimers.push(given[1]);
    return Reflect.apply(target, self, given);
  },
});

globalThis.clearTimeout = new Proxy(clearTimeout, {
  apply(target, self, [timer]: [NodeJS.Timeout]) {
    waiting.delete(timer);
    return Reflect.apply(target, self, [timer]);
  },
});

process.on("message", ({ advanceMs }: Partial<Advance>) => {
  if (advanceMs === undefined) return;
  const answer: SetTimers = { setTimers };
  process.send?.(answer);
  setTimers = [];
  aheadMs += advanceMs;
  for (const [timer, { dueAt, fire }] of [...waiting]) {
    if (dueAt > now()) continue;
    fire();
    clearTimeout(timer);
  }
});
// It does not keep the process alive.
process.channel?.unref();
