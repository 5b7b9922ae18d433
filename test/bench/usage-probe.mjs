// With `--import`: writes what the process used, as JSON, to the file that BENCH_USAGE names.
import { readFileSync, writeFileSync } from "node:fs";

/** Linux hands `maxRSS` down from the parent through fork and exec; its own peak is in /proc. */
function peakKb() {
  if (process.platform !== "linux") return process.resourceUsage().maxRSS;
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync("/proc/self/status", "utf8"))?.[1]);
}

process.on("exit", () => {
  const { userCPUTime, systemCPUTime } = process.resourceUsage();
  const usage = { cpuUs: userCPUTime + systemCPUTime, rssKb: peakKb() };
  writeFileSync(process.env["BENCH_USAGE"], JSON.stringify(usage));
});
