// With `--import`: tells the parent what the process holds, once the garbage is collected, when it sends "memory".
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc");

process.on("message", (asked) => {
  if (asked !== "memory") return;
  collect();
  const { rss, heapUsed, external } = process.memoryUsage();
  process.send({ resident: rss, held: heapUsed + external });
});
