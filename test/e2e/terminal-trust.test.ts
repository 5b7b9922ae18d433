import { mkdir, readFile, realpath, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { runCommand } from "../support/run-command.ts";
import { openTerminalBench } from "../support/terminal-bench.ts";

/* Whether the folder of a terminal is trusted is asked once, where something in it would count. */

const setUp = () => openTerminalBench(() => ({ text: "Done." }));
type Test = Awaited<ReturnType<typeof setUp>>;

const question = "Trust this folder?";

const trustOf = async ({ home }: Test): Promise<unknown> =>
  JSON.parse(await readFile(join(home, "trust.json"), "utf8"));

/** The words of AGENTS.md reach the model only where the folder is trusted. */
async function asksModel(test: Test, at: number): Promise<string> {
  const { body } = await test.endpoint.request(at);
  return JSON.stringify(body.messages);
}

describe("a terminal in a folder that holds something that acts", () => {
  it("asks once, names what it found, keeps yes, and asks no more", async () => {
    await using test = await setUp();
    await writeFile(join(test.work, "AGENTS.md"), "Speak of herons.\n");
    await writeFile(join(test.work, "Makefile"), "all:\n");
    const one = test.open();
    await one.shows(question);
    expect(one.screen.all().join("\n")).toContain("There: AGENTS.md, Makefile.");
    one.type("perhaps\r");
    await one.shows("perhaps");
    one.type("\x15y\r");
    await one.shows("This folder is trusted from now on.");
    expect(await trustOf(test)).toMatchObject({ folders: [await realpath(test.work)] });
    one.type("hello\r");
    await one.shows("Done.");
    expect(await asksModel(test, 0)).toContain("Speak of herons.");
    one.type("/exit\r");
    expect(await one.ended).toBe(0);
    const two = test.open();
    await two.shows("Going on with");
    two.type("again\r");
    await two.shows((rows) => rows.join("\n").split("Done.").length === 3);
    expect(two.output()).not.toContain(question);
    two.type("/exit\r");
    expect(await two.ended).toBe(0);
  });

  it("keeps no as well, and works on with its files as data", async () => {
    await using test = await setUp();
    await writeFile(join(test.work, "AGENTS.md"), "Speak of herons.\n");
    const one = test.open();
    await one.shows(question);
    one.type("n\r");
    await one.shows("Its files are data only.");
    one.type("hello\r");
    await one.shows("Done.");
    expect(await asksModel(test, 0)).not.toContain("Speak of herons.");
    expect(await trustOf(test)).toMatchObject({ declined: [await realpath(test.work)] });
    one.type("/exit\r");
    await one.ended;
    const two = test.open();
    await two.shows("Going on with");
    two.type("again\r");
    await two.shows((rows) => rows.join("\n").split("Done.").length === 3);
    expect(two.output()).not.toContain(question);
    two.type("/exit\r");
    await two.ended;
  });

  it("asks nothing of a message without a terminal, nor where nothing counts", async () => {
    await using test = await setUp();
    const quiet = test.open();
    await quiet.shows("›");
    quiet.type("hello\r");
    await quiet.shows("Done.");
    expect(quiet.output()).not.toContain(question);
    quiet.type("/exit\r");
    await quiet.ended;
    await mkdir(join(test.work, ".claude"));
    const done = await runCommand({ home: test.home, cwd: test.work, args: ["agent", "-m", "hello"] });
    expect([done.code, done.stderr.includes(question)]).toEqual([0, false]);
    const asked = test.open();
    await asked.shows(question);
    asked.type("\x04");
    await asked.ended;
    // Left without an answer: nothing is kept.
    await expect(trustOf(test)).rejects.toThrow();
  });
});
