import { createUndoBench, undoChat } from "../support/undo-bench.ts";
import { playRun } from "../support/undo-play.ts";

/*
 * A process to be killed: node undo-owner.ts BASE write|revert. It says "ready", waits for a line, does the run of `undo-play.ts` or
 * its revert, and says "done".
 */

const [, , base = "", what = ""] = process.argv;
const bench = await createUndoBench({ base });
process.stdout.write("ready\n");
process.stdin.once("data", async () => {
  if (what === "write") await playRun(bench);
  else await bench.store.revert(undoChat, [bench.run("r1")], "all");
  process.stdout.write("done\n");
});
