import { stillTime, stopDate } from "./still-time.ts";

/*
 * Loaded into the served command before its own code (`--import`). The day stands still, what is measured takes no time, and
 * what waits for long (a retry, a silent model) waits for ever: a slow run shows what a fast one shows.
 */

const longMs = 10_000;
const neverMs = 2 ** 31 - 1;

stopDate(stillTime);
const stoppedAt = process.hrtime();
process.hrtime = new Proxy(process.hrtime, {
  apply: (_target, _self, [since]: [unknown?]) => (since === undefined ? stoppedAt : [0, 0]),
});
globalThis.setTimeout = new Proxy(setTimeout, {
  apply: (target, self, [callback, ms, ...rest]: [() => void, number, ...unknown[]]) =>
    Reflect.apply(target, self, [callback, ms >= longMs ? neverMs : ms, ...rest]),
});
