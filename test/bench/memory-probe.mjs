// With `--import`: tells the parent what the process holds when it sends "memory".
import { setTimeout as sleep } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc");

/** V8 gives freed pages back to the system once a process was idle for eight seconds, and again a little later. */
const idleMs = 12_000;
const lookMs = 500;
const fallBytes = 2 * 1024 * 1024;

/** Resident memory, once it has not fallen for that long. */
async function settledResident() {
  let lowest = process.memoryUsage.rss();
  for (let waited = 0; waited < idleMs; waited += lookMs) {
    await sleep(lookMs);
    const now = process.memoryUsage.rss();
    if (now > lowest - fallBytes) continue;
    lowest = now;
    waited = 0;
  }
  return lowest;
}

process.on("message", async (asked) => {
  if (asked !== "memory") return;
  const resident = await settledResident();
  collect();
  const { heapUsed, external } = process.memoryUsage();
  process.send({ resident, held: heapUsed + external });
});
