import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFile, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type FoundHome, findHome, type OwnerQuestions } from "../../../src-main/desktop/find-home.ts";
import { claimHome, type OwnerListener } from "../../../src-main/serve/claim-home.ts";
import { endOwner } from "../../../src-main/serve/end-owner.ts";
import { serveLocally } from "../../../src-main/serve/local-server.ts";
import { readFileTime, readPs } from "../../../src-main/serve/process-start.ts";
import { nodeFileSystem } from "../../../src-main/storage/file-system.ts";
import { createTestHome, type TestHome } from "../../support/test-home.ts";

let home: TestHome;
let asked: string[];
beforeEach(async () => {
  home = await createTestHome();
  asked = [];
});
afterEach(async () => await home[Symbol.asyncDispose]());

/** Answers in this order; a question more is a fault. */
function answers(...given: readonly string[]): OwnerQuestions {
  const left = [...given];
  const next = (question: string) => {
    asked.push(question);
    const answer = left.shift();
    if (answer === undefined) throw new Error(`nobody expected ${question}`);
    return answer as never;
  };
  return {
    beside: async ({ place, runs }) => next(`beside ${place} ${runs}`),
    silent: async () => next("silent"),
  };
}

function find(ask: OwnerQuestions, mayJoin = false): Promise<FoundHome> {
  const patience = { claim: 200, end: 200, kill: 2000 };
  return findHome({ host: home.host, files: nodeFileSystem, startOf: async () => null, ask, mayJoin, patience });
}

/** An owner in this process, as the served app is one. */
async function openOwner() {
  const claim = await claimHome(home.host, nodeFileSystem);
  if (!claim.ok || claim.value.kind !== "owner") throw new Error("the home is not free");
  return serve(claim.value.listener);
}

function serve(listener: OwnerListener) {
  let ending: Promise<void> | null = null;
  const end = async (): Promise<void> => {
    listener.refuse();
    await assistant.close("quit");
    letGo();
    await listener.release();
  };
  const endOnce = (): Promise<void> => {
    ending ??= end();
    return ending;
  };
  const assistant = home.open({ place: "browser", end: () => void endOnce() });
  const letGo = serveLocally(listener, assistant.router, { channel: "cli", senderId: "user", place: "browser" });
  return { end: endOnce };
}

describe("a home that another process owns", () => {
  it("is used as it is, and nobody is asked where nobody is there", async () => {
    const owner = await openOwner();
    const used = await find(answers("use"));
    const joined = await find(answers(), true);
    expect([used.kind, joined.kind]).toEqual(["beside", "beside"]);
    expect(asked).toEqual(["beside browser 0"]);
    await owner.end();
  });

  it("is given up where the person cancels, and its owner keeps it", async () => {
    const owner = await openOwner();
    expect(await find(answers("cancel"))).toEqual({ kind: "none", message: null });
    expect((await find(answers(), true)).kind).toBe("beside");
    await owner.end();
  });

  it("is taken over: its owner ends in order, and of two who take it one has it", async () => {
    const owner = await openOwner();
    const taken: { end(): Promise<void> }[] = [];
    const take = async (): Promise<string> => {
      const found = await find(answers("take", "use"));
      if (found.kind === "own") taken.push(serve(found.listener));
      return found.kind;
    };
    const kinds = await Promise.all([take(), take()]);
    expect(kinds.toSorted()).toEqual(["beside", "own"]);
    for (const { end } of [owner, ...taken]) await end();
  });

  it("is taken over from one that died, without a question", async () => {
    const gone = spawn(process.execPath, ["--eval", ""]);
    await once(gone, "exit");
    await writeOwner(gone, join(home.home, "owner.sock"), "1");
    const found = await find(answers());
    expect(found.kind).toBe("own");
    if (found.kind === "own") await found.listener.release();
  });
});

describe("an owner that does not answer", () => {
  it("is waited for, and ended by force where it does not end by itself", async () => {
    const stuck = spawn(process.execPath, [
      "--eval",
      "process.on('SIGTERM', () => 0); console.log(1); setInterval(() => 0, 1e6)",
    ]);
    await once(stuck.stdout, "data");
    await writeOwner(stuck, join(home.home, "nobody.sock"));
    const ended = once(stuck, "exit");
    const found = await find(answers("wait", "end"));
    expect(asked).toEqual(["silent", "silent"]);
    expect(found.kind).toBe("own");
    expect(await ended).toEqual([null, "SIGKILL"]);
    if (found.kind === "own") await found.listener.release();
  });

  it("is never mistaken for another process that has its number by now", async () => {
    const other = spawn(process.execPath, ["--eval", "setInterval(() => 0, 1e6)"]);
    await once(other, "spawn");
    const files = nodeFileSystem;
    const end = (startOf: (pid: number) => Promise<number | null>) =>
      endOwner({ host: home.host, files, startOf, patienceMs: 2000 });
    await writeOwner(other, "", "1");
    expect(await end(async () => 0)).toBe("ended");
    // Where the file does not tell: it began after the file was written, or nobody knows.
    await writeOwner(other, "", null);
    expect(await end(async () => Date.now() + 60_000)).toBe("unknown");
    expect(await end(async () => null)).toBe("unknown");
    expect(other.exitCode).toBeNull();
    const ended = once(other, "exit");
    expect(await end(async () => Date.now() - 60_000)).toBe("ended");
    expect(await ended).toEqual([null, "SIGTERM"]);
  });

  it("is told of, and left alone where the person gives up", async () => {
    const server = createServer(() => undefined).listen(join(home.home, "owner.sock"));
    await once(server, "listening");
    await writeOwner(process, join(home.home, "elsewhere.sock"));
    expect(await find(answers("cancel"))).toEqual({ kind: "none", message: null });
    server.close();
  });
});

describe("when a process began", () => {
  it("is read as macOS and Windows tell it", () => {
    expect(readPs("Mon Nov 30 11:14:10 2026\n")).toBe(new Date(2026, 10, 30, 11, 14, 10).getTime());
    expect(readPs("")).toBeNull();
    expect(readFileTime("134090972500000000\r\n")).toBe(1_764_623_650_000);
    expect(readFileTime("Get-Process : not found")).toBeNull();
  });
});

/** `start`: as the kernel tells of it where it is left out. */
async function writeOwner(
  { pid }: Pick<ChildProcess, "pid"> | NodeJS.Process,
  socket: string,
  start?: string | null,
): Promise<void> {
  const processStart = start === undefined ? await startOf(pid ?? 0) : start;
  await writeFile(join(home.home, "owner.json"), JSON.stringify({ pid, processStart, socket }));
}

async function startOf(pid: number): Promise<string | null> {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => null);
  return stat?.slice(stat.lastIndexOf(")") + 2).split(" ")[19] ?? null;
}
