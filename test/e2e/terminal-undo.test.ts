import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { ScriptedReply } from "../support/scripted-reply.ts";
import { openTerminalBench } from "../support/terminal-bench.ts";

/* What runs did to files, listed and taken back on a terminal. */

const hold = new Promise<never>(() => undefined);

function reply(said: string): ScriptedReply {
  if (said.startsWith("hold")) return { deltas: ["On and ", hold] };
  const write = (path: string, content: string) => ({ name: "write_file", arguments: { path, content } });
  if (said.startsWith("first")) return { calls: [write("a.txt", "one\n"), write("b.txt", "b\n")] };
  if (said.startsWith("second")) return { calls: [write("a.txt", "two\ntwo\n")] };
  return { text: "Done." };
}

async function setUp() {
  const test = await openTerminalBench(({ body }) => reply(String(body.messages.at(-1)?.content)));
  const terminal = test.open(["--approve", "accept-edits"]);
  await terminal.shows("›");
  let done = 0;
  return {
    ...test,
    terminal,
    read: (name: string) => readFile(join(test.work, name), "utf8"),
    async ask(words: string) {
      done += 1;
      terminal.type(`${words}\r`);
      await terminal.shows((rows) => rows.join("\n").split("tokens in").length === done + 1);
    },
    /** Types, and waits for these words to stand there once more. */
    async says(keys: string, words: string) {
      const count = terminal.screen.all().join("\n").split(words).length;
      terminal.type(keys);
      await terminal.shows((rows) => rows.join("\n").split(words).length > count);
    },
    async leave() {
      terminal.type("/exit\r");
      expect(await terminal.ended).toBe(0);
    },
  };
}

describe("the commands for changes", () => {
  it("list the last run, take back one run after the other once that is said, and bring them back", async () => {
    await using test = await setUp();
    await test.says("/changes\r", "No run of this chat has changed a file yet.");
    await test.ask("first");
    await test.ask("second");
    await test.says("/changes\r", "a.txt  changed · +2 −1");
    await test.says("/undo\r", "Take back this file?");
    await test.says("n\r", "Nothing was taken back.");
    expect(await test.read("a.txt")).toBe("two\ntwo\n");
    await test.says("/undo\r", "Take back this file?");
    await test.says("y\r", "As they were: a.txt");
    expect(await test.read("a.txt")).toBe("one\n");
    await test.says("/undo\r", "Take back these 2 files?");
    await test.says("yes\r", "As they were: a.txt, b.txt");
    await expect(test.read("b.txt")).rejects.toThrow("ENOENT");
    await test.says("/undo\r", "Nothing is there to revert.");
    await test.says("/redo\r", "Brought back: a.txt, b.txt");
    await test.says("/redo\r", "Brought back: a.txt");
    expect([await test.read("a.txt"), await test.read("b.txt")]).toEqual(["two\ntwo\n", "b\n"]);
    await test.says("/redo\r", "Nothing was taken back that could be brought back.");
    await test.leave();
  });

  it("take back one file, and leave what somebody else changed, by name", async () => {
    await using test = await setUp();
    await test.ask("first");
    await test.says("/undo nowhere.txt\r", "No run of this chat has changed nowhere.txt.");
    await test.says("/undo @b.txt\r", "Take back this file?");
    await test.says("y\r", "As they were: b.txt");
    await writeFile(join(test.work, "a.txt"), "mine\n");
    await test.says("/changes\r", "changed since by somebody else");
    await test.says("/undo\r", "Nothing is there to revert.");
    await test.says("/undo a.txt\r", "a.txt was changed since, so it was left as it is.");
    expect(await test.read("a.txt")).toBe("mine\n");
    await test.leave();
  });

  it("take nothing back while a run is on", async () => {
    await using test = await setUp();
    await test.ask("first");
    await test.says("hold\r", "On and");
    await test.says("/undo\r", "Take back these 2 files?");
    await test.says("y\r", "A run is on in this chat.");
    expect(await test.read("b.txt")).toBe("b\n");
    test.terminal.type("\x03");
    await test.terminal.shows("Stopped.");
    await test.leave();
  });
});
