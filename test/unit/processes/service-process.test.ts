import { tmpdir } from "node:os";
import { expect, it } from "vitest";
import type { Clock } from "../../../src-main/host.ts";
import { startService } from "../../../src-main/processes/service-process.ts";
import { createSystemClock } from "../../support/system-clock.ts";

/** Goes faster than others by this, and keeps what it was told to wait. */
function createQuickClock(speed: number): { readonly clock: Clock; readonly waits: number[] } {
  const real = createSystemClock();
  const waits: number[] = [];
  const clock: Clock = {
    ...real,
    monotonic: () => real.monotonic() * speed,
    setTimer(ms, callback) {
      waits.push(ms);
      return real.setTimer(ms / speed, callback);
    },
  };
  return { clock, waits };
}

it.runIf(process.platform !== "win32").each([
  ["ends when its stdin does", "process.stdin.resume()", 1, { code: 0, signal: null }],
  ["needs a signal", "setInterval(() => {}, 1000)", 1, { code: null, signal: "SIGTERM" }],
  [
    "needs more than one",
    "process.on('SIGTERM', () => {}); setInterval(() => {}, 1000)",
    20,
    { code: null, signal: "SIGKILL" },
  ],
] as const)("a program that %s is ended within its limit", async (_, script, speed, end) => {
  const { clock, waits } = createQuickClock(speed);
  const program = ["-e", `${script}; console.log("ready")`];
  const place = { folder: tmpdir(), env: {}, platform: process.platform, clock };
  const started = await startService({ file: process.execPath, arguments: program, ...place });
  if (!started.ok) throw new Error(started.error);
  const service = started.value;
  await new Promise((resolve) => service.stdout.once("data", resolve));
  await Promise.all([service.end(), service.end()]);
  expect(await service.exited).toEqual(end);
  expect(Math.max(...waits)).toBeLessThanOrEqual(2000);
});
