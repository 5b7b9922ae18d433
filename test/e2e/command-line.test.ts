import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { commandNames, commandUsage, usage } from "../../src-main/cli/command-table.ts";
import { type CommandEnd, runCommand } from "../support/run-command.ts";
import { createTestHome } from "../support/test-home.ts";

/** The built command on a home that is not there yet; a call that only tells something makes none. */
async function perch(...args: readonly string[]): Promise<CommandEnd> {
  await using test = await createTestHome();
  const home = join(test.folder, "none");
  const end = await runCommand({ home, args, cwd: test.work });
  expect(existsSync(home)).toBe(false);
  return end;
}

describe("help", () => {
  it.each(commandNames)("of %s is how it is called and its options, on stdout, with status 0", async (name) => {
    expect(commandUsage(name), "cli.help of a command begins with how it is called, and each has --json").toMatch(
      new RegExp(`^perch ${name} [^]*--json`),
    );
    for (const args of [
      [name, "--help"],
      [name, "--json", "-h"],
    ]) {
      expect(await perch(...args)).toMatchObject({ code: 0, stdout: `${commandUsage(name)}\n`, stderr: "" });
    }
  });

  it("of perch is all commands, and of one that is named its own", async () => {
    const [all, one] = await Promise.all([perch("--help"), perch("help", "serve")]);
    expect(all).toMatchObject({ code: 0, stdout: `${usage()}\n`, stderr: "" });
    expect(one).toMatchObject({ code: 0, stdout: `${commandUsage("serve")}\n`, stderr: "" });
  });

  it("is not given where it is the message", async () => {
    const end = await perch("agent", "-m", "--help");
    expect(end).toMatchObject({ code: 2, stdout: "", stderr: expect.stringContaining("-m needs a value.") });
  });
});

describe("a call that is wrong", () => {
  it.each([
    [["agent", "--mesage=hello"], "There is no option --mesage. Did you mean --message?"],
    [["agent", "--approve", "sometimes"], "The mode sometimes is not known: ask, accept-edits, plan, auto or full."],
    [["serve", "--port", "70000"], "The port 70000 is not right: a number from 0 to 65535."],
    [["serve", "--no-such"], "There is no option --no-such."],
    [["chats", "--verbose"], "There is no option --verbose."],
    [["chats", "export"], "Which chat? Name its key; perch chats lists them."],
    [["chats", "export", "cli:a", "--format", "pdf"], "There is no format pdf. It is md, html or json."],
    [["chats", "search", "--json"], "Which words? For example: perch chats search rent"],
    [["chats", "search", "rent", "--limit", "many"], "many is no number of messages. It is between 1 and 10000."],
    [["chats", "import"], "Which file? Name the zip, conversations.json or the chat that was exported."],
    [["cron", "add", "Report"], 'Say when: --when "every weekday at 9".'],
    [["cron", "run"], "perch cron run wants the id of a job: perch cron list has it."],
    [["backup", "restore", "--yes"], "Which backup? perch backup lists them."],
    [["status", "--verbose"], "There is no option --verbose."],
    [["doctor", "--verbose"], "There is no option --verbose."],
  ])("is told, with how it is called, and ends with status 2: %j", async (args, said) => {
    const name = commandNames.find((known) => known === args[0]) ?? "agent";
    expect(await perch(...args)).toMatchObject({ code: 2, stdout: "", stderr: `${said}\n${commandUsage(name)}\n` });
  });

  it.each([
    [["serv"], "There is no command serv. Did you mean serve?\n"],
    [["--no-such"], "There is no command --no-such.\n"],
    [[], ""],
  ])("of no command lists them all: %j", async (args, said) => {
    expect(await perch(...args)).toMatchObject({ code: 2, stdout: "", stderr: `${said}${usage()}\n` });
  });
});

describe("chats", () => {
  const perchIn = (test: { readonly home: string; readonly work: string }, ...args: readonly string[]) =>
    runCommand({ home: test.home, args, cwd: test.work });

  it("of another assistant are imported once, and exported as a text", async () => {
    await using test = await createTestHome();
    const file = join(import.meta.dirname, "../fixtures/exports/claude.json");
    const first = await perchIn(test, "chats", "import", file);
    expect(first).toMatchObject({ code: 0, stdout: expect.stringMatching(/^New chats: 1\. .*added: 2\.\n$/) });
    const again = await perchIn(test, "chats", "import", file, "--json");
    expect(JSON.parse(again.stdout)).toMatchObject({ added: 0, unchanged: 1, messages: 0 });
    const { key } = JSON.parse((await perchIn(test, "chats", "--json")).stdout);
    const exported = await perchIn(test, "chats", "export", key, "--format", "md");
    expect(exported).toMatchObject({ code: 0, stderr: "" });
    expect(exported.stdout).toMatch(/^# Bread that rises\n[\s\S]*probably too hot\.\n$/);
    const found = await perchIn(test, "chats", "search", "probably too hot", "--json");
    expect(JSON.parse(found.stdout)).toMatchObject({ sessionKey: key, title: "Bread that rises", role: "assistant" });
    const lines = await perchIn(test, "chats", "search", "TOO", "hot", "--chat", key);
    expect(lines).toMatchObject({
      code: 0,
      stderr: "",
      stdout: expect.stringMatching(/^Bread that rises · .* · Perch · .*\n {4}.*hot/),
    });
    const none = await perchIn(test, "chats", "search", "zebrafish");
    expect(none).toMatchObject({ code: 0, stdout: "", stderr: expect.stringContaining("zebrafish") });
    const missing = await perchIn(test, "chats", "import", "no-such.json");
    expect(missing).toMatchObject({ code: 1, stdout: "", stderr: expect.stringContaining("no-such.json") });
  });
});
