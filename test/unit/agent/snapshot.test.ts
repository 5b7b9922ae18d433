import { expect, it } from "vitest";
import { type FileSystem, nodeFileSystem } from "../../../src-main/storage/file-system.ts";
import { reduceSession, sessionViewOf } from "../../../src-preload/contract/reducers/session.ts";
import { createAgentBench, gate } from "../../support/agent-bench.ts";
import { value } from "../../support/test-home.ts";

/* A snapshot and the events after it, together: nothing twice and nothing left out. */

/** Reads of open files wait for `hold` once it is set. */
function holdReads() {
  let hold: Promise<void> | null = null;
  let reached = (): void => undefined;
  const files: FileSystem = {
    ...nodeFileSystem,
    async open(...values) {
      const handle = await nodeFileSystem.open(...values);
      return new Proxy(handle, {
        get(target, name) {
          const known: unknown = Reflect.get(target, name, target);
          if (typeof known !== "function") return known;
          return async (...given: readonly unknown[]) => {
            if (name === "read" && hold !== null) {
              reached();
              await hold;
            }
            return Reflect.apply(known, target, given);
          };
        },
      });
    },
  };
  return {
    files,
    /** Resolves when a read waits. */
    set(until: Promise<void>): Promise<void> {
      hold = until;
      return new Promise((resolve) => {
        reached = resolve;
      });
    },
  };
}

it("holds as much of a running answer as its number says, also where older messages are read meanwhile", async () => {
  const reads = holdReads();
  const [more, read, last] = [gate(), gate(), gate()];
  await using bench = await createAgentBench(
    [{ text: "First." }, { deltas: ["one ", more.opened, "two ", last.opened, "three"] }],
    { options: { files: reads.files } },
  );
  await bench.ask("hello");
  await bench.send("/new");
  const { runId } = await startedBy(bench.send("go"));
  await bench.seen.until("message-delta", (event) => event.runId === runId);
  const isHeld = reads.set(read.opened);
  const opening = bench.client.request("session.open", { sessionKey: bench.key, limit: 200 });
  await isHeld;
  more.open();
  await bench.seen.until("message-delta", (event) => event.text.includes("two"));
  read.open();
  const detail = value(await opening);
  last.open();
  await bench.seen.until("run-end", (event) => event.runId === runId);
  const before = bench.seen.events.filter((event) => event.type !== "run-end" && event.type !== "message-end");
  const view = before.reduce(reduceSession, sessionViewOf(detail));
  expect(view.run?.streaming?.text).toBe("one two three");
});

async function startedBy(sent: Promise<{ readonly kind: string; readonly runId?: string }>) {
  const receipt = await sent;
  if (receipt.runId === undefined) throw new Error(`the message was ${receipt.kind}`);
  return { runId: receipt.runId };
}
