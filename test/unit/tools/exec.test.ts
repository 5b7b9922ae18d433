import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { contentOf, createToolBench, type ToolBench } from "../../support/tool-context.ts";

/** Processes of the group that the shell led, except ended ones that nobody has collected. */
async function membersOf(group: number): Promise<readonly string[]> {
  const members: string[] = [];
  for (const name of await readdir("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    const stat = await readFile(`/proc/${name}/stat`, "utf8").catch(() => "");
    const [state, , pgrp] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    if (Number(pgrp) === group && state !== "Z") members.push(stat);
  }
  return members;
}

/** Runs a command that prints the id of its shell first. */
async function runGroup(bench: ToolBench, command: string, more: Record<string, unknown> = {}, signal?: AbortSignal) {
  const context = signal === undefined ? bench.context : { ...bench.context, signal };
  const result = await bench.call("exec", { command: `echo pid $$; ${command}`, ...more }, context);
  const group = Number(/pid (\d+)/.exec(contentOf(result))?.[1]);
  expect(group).toBeGreaterThan(1);
  return { result, content: contentOf(result), group };
}

describe("a command", () => {
  test.each([
    ["echo hi", "done", "hi\n[Exit status 0]"],
    ["true", "done", "(exec completed with no output)\n[Exit status 0]"],
    ["echo bad >&2; exit 3", "failed", "bad\n[Exit status 3]"],
    ["kill -9 $$", "failed", "(exec completed with no output)\n[Ended by signal SIGKILL]"],
    [
      "for i in 1 2 3; do echo out $i; echo err $i >&2; done",
      "done",
      "out 1\nerr 1\nout 2\nerr 2\nout 3\nerr 3\n[Exit status 0]",
    ],
    ["echo gone 2>/dev/null", "done", "gone\n[Exit status 0]"],
    ["echo one\necho two", "done", "one\ntwo\n[Exit status 0]"],
    ["cat", "done", "(exec completed with no output)\n[Exit status 0]"],
    ["printf '\\033[31mred\\033[0m\\033]0;title\\007\\n10%%\\r20%%\\r\\n\\000'", "done", "red\n20%\n[Exit status 0]"],
    ["# only a comment", "done", "(exec completed with no output)\n[Exit status 0]"],
  ])("%j", async (command, kind, expected) => {
    const bench = await createToolBench();
    const result = await bench.call("exec", { command });
    expect([result.kind, contentOf(result)]).toEqual([kind, expected]);
  });

  test("tells its exit status to the window too, and the last line that reads like an error", async () => {
    const bench = await createToolBench();
    expect((await bench.call("exec", { command: "echo fine" })).details).toEqual({ exitCode: 0 });
    expect((await bench.call("exec", { command: "exit 7" })).details).toEqual({ exitCode: 7, code: "exit" });
    const said = await bench.call("exec", { command: "echo 'no such thing' >&2; echo total 20; exit 3" });
    expect(said.details).toEqual({ exitCode: 3, code: "exit", lastError: "no such thing" });
  });

  test("whose program is not found asks the login shell where programs are, and only then", async () => {
    let asked = 0;
    const bench = await createToolBench({
      async loginPath() {
        asked += 1;
        return ["/usr/bin", "/opt/of-a-profile/bin"];
      },
    });
    for (const command of ["echo not found", "exit 127", "echo not found; exit 3"])
      await bench.call("exec", { command });
    expect(asked).toBe(0);
    const missing = await bench.content("exec", { command: "no-such-program-here" });
    expect(missing).toMatch(/not found\n\[From now on commands also find programs in \/opt\/of-a-profile\/bin/);
    expect(missing).toContain("[Exit status 127]");
    const env = { PATH: `${bench.context.childEnv["PATH"]}:/opt/of-a-profile/bin` };
    const again = await bench.content("exec", { command: "no-such-program-here" }, { ...bench.context, childEnv: env });
    expect(again).not.toContain("From now on");
  });

  test("that is no shell language fails with what the shell says", async () => {
    const bench = await createToolBench();
    expect(await bench.content("exec", { command: "if; then" })).toMatch(/syntax error[\s\S]*\[Exit status [12]\]/i);
    expect(await bench.content("exec", { command: `echo ${"x".repeat(300_000)}` })).toContain("could not be started");
    expect(await bench.content("exec", { command: "echo a\u0000b" })).toContain("could not be started");
  });

  test("gets the given environment and nothing else", async () => {
    const bench = await createToolBench({ childEnv: { PATH: process.env["PATH"] ?? "", GREETING: "hello" } });
    const names = (await bench.content("exec", { command: "env" })).split("\n").map((line) => line.split("=")[0]);
    expect(names).toContain("GREETING");
    expect(
      names.filter((name) => !/^(PATH|GREETING|PERCH_EXEC|PWD|OLDPWD|SHLVL|_|\[Exit status 0\])$/.test(name ?? "")),
    ).toEqual([]);
  });

  test("keeps characters whole that lie across two reads", async () => {
    const bench = await createToolBench();
    await writeFile(bench.at("a.txt"), "会".repeat(100_000));
    expect(await bench.content("exec", { command: "cat a.txt" })).toBe(`${"会".repeat(100_000)}\n[Exit status 0]`);
  });

  test("shows its output while it runs", async () => {
    const bench = await createToolBench();
    await bench.call("exec", { command: "echo one; echo two" });
    expect(bench.progress.join("")).toBe("one\ntwo\n");
  });

  test("in a folder named ~ deletes nothing at home (SEC-109)", async () => {
    const bench = await createToolBench();
    await mkdir(bench.at("~"));
    await writeFile(join(bench.context.userHome, "dear.txt"), "x");
    const context = { ...bench.context, childEnv: { ...bench.context.childEnv, HOME: bench.context.userHome } };
    await bench.call("exec", { command: "rm -rf *" }, context);
    expect(await readdir(bench.context.userHome)).toEqual(["dear.txt"]);
  });
});

describe("the folder of a command", () => {
  test.each([
    [undefined, ""],
    ["sub", "/sub"],
    [".", ""],
  ])("%s", async (folder, expected) => {
    const bench = await createToolBench();
    await mkdir(bench.at("sub"));
    const content = await bench.content("exec", { command: "pwd", ...(folder === undefined ? {} : { folder }) });
    expect(content).toBe(`${bench.work}${expected}\n[Exit status 0]`);
    expect(await bench.subject("exec", { command: "pwd", ...(folder === undefined ? {} : { folder }) })).toEqual({
      kind: "command",
      command: "pwd",
      folder: `${bench.work}${expected}`,
      admitted: true,
      confined: false,
      reach: { kind: "unavailable", reason: "There is no sandbox in this test." },
    });
  });

  test.each(["/etc", "..", "~"])("%s is refused", async (folder) => {
    const bench = await createToolBench();
    const result = await bench.call("exec", { command: "touch ran", folder });
    expect(result).toMatchObject({ kind: "failed", refused: "outside-roots" });
  });
});

describe("nothing of a command is left", () => {
  test("when children hold its output or ignore the wish to end (SEC-113)", async () => {
    const bench = await createToolBench();
    const command = "sleep 300 & disown; (trap '' TERM; sleep 300) &";
    const { content, group } = await runGroup(bench, command, { timeoutSeconds: 2 });
    expect(content).toContain("[Processes left in the background were ended.]");
    expect(await membersOf(group)).toEqual([]);
  });

  test("when a background process lets go of the output", async () => {
    const bench = await createToolBench();
    const { content, group } = await runGroup(bench, "(trap '' HUP; exec sleep 300) >/dev/null 2>&1 &");
    expect(content).toContain("[Exit status 0]\n[Processes left in the background were ended.]");
    expect(await membersOf(group)).toEqual([]);
  });

  test("after the time limit, also of one that ignores the wish to end", async () => {
    const bench = await createToolBench();
    const command = "echo before; trap '' TERM; (trap '' TERM; sleep 300) & sleep 300; sleep 300";
    const { result, content, group } = await runGroup(bench, command, { timeoutSeconds: 1 });
    expect(result.kind).toBe("failed");
    expect(content).toContain("before\n[Ended after the time limit of 1 second]");
    expect(await membersOf(group)).toEqual([]);
  });

  test("after a stop", async () => {
    const stop = new AbortController();
    const bench = await createToolBench({ progress: () => stop.abort() });
    const { content, group } = await runGroup(bench, "sleep 300 & sleep 300", {}, stop.signal);
    expect(content).toContain("[Stopped]");
    expect(content).not.toContain("completed");
    expect(await membersOf(group)).toEqual([]);
  });

  test.runIf(process.platform === "linux").each([
    ["in a session of its own", "setsid sh -c 'echo $$ > pid; sleep 300' &"],
    ["by two forks", "(setsid sh -c 'echo $$ > pid; sleep 300' >/dev/null 2>&1 &);"],
    ["and ignores the wish to end", "setsid sh -c 'trap \"\" TERM; echo $$ > pid; while :; do sleep 300; done' &"],
  ])("when a process left the group: %s", async (_, command) => {
    const bench = await createToolBench();
    const { content } = await runGroup(bench, `${command} while ! [ -s pid ]; do :; done`);
    expect(content).toContain("[Exit status 0]\n[Processes left in the background were ended.]");
    expect(await membersOf(Number(await readFile(bench.at("pid"), "utf8")))).toEqual([]);
  });

  test.runIf(process.platform === "linux").each(["Ended after the time limit", "Stopped"])(
    "also of what left the group: %s",
    async (how) => {
      const stop = new AbortController();
      const isStopped = how === "Stopped";
      const bench = await createToolBench({
        progress: (text) => {
          if (isStopped && text.includes("ready")) stop.abort();
        },
      });
      const leaving = "setsid sh -c 'echo $$ > pid; sleep 300' & while ! [ -s pid ]; do :; done; echo ready; sleep 300";
      const limit = isStopped ? {} : { timeoutSeconds: 1 };
      const { content } = await runGroup(bench, leaving, limit, stop.signal);
      expect(content).toContain(`[${how}`);
      expect(await membersOf(Number(await readFile(bench.at("pid"), "utf8")))).toEqual([]);
    },
  );

  test("and another command's processes are left alone", async () => {
    const bench = await createToolBench();
    const stop = new AbortController();
    const context = { ...bench.context, signal: stop.signal };
    const other = bench.call("exec", { command: "echo started > other; sleep 300" }, context);
    const content = await bench.content("exec", { command: "while ! [ -s other ]; do :; done" });
    expect(content).toBe("(exec completed with no output)\n[Exit status 0]");
    stop.abort();
    expect(contentOf(await other)).toContain("[Stopped]");
  });

  test("and nothing is said to have been ended where nothing ran any more", async () => {
    const bench = await createToolBench();
    // One that ended and that nobody collected still has a place in /proc.
    const untilGone = "while [ -e /proc/$gone ] && ! grep -q ') Z' /proc/$gone/stat 2>/dev/null; do :; done";
    const command = `gone=$(true >/dev/null & echo $!); ${untilGone}; (sh -c "exit 3") || echo ok`;
    expect(await bench.content("exec", { command })).toBe("ok\n[Exit status 0]");
  });
});

test("endless output is kept by its head and tail", async () => {
  const bench = await createToolBench();
  const content = await bench.content("exec", { command: "echo first; yes", timeoutSeconds: 1 });
  expect(content.startsWith("first\ny\n")).toBe(true);
  expect(content).toMatch(/\[… \d+ characters of output left out …\]/);
  expect(content).toMatch(/y\n\[Ended after the time limit/);
  expect(content.length).toBeLessThan(530_000);
});

test.each([
  [0, '"timeoutSeconds"'],
  [601, '"timeoutSeconds"'],
])("a time limit of %d seconds is refused", async (timeoutSeconds, message) => {
  const bench = await createToolBench();
  expect(await bench.content("exec", { command: "true", timeoutSeconds })).toContain(message);
});
