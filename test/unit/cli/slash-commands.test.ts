import { describe, expect, it } from "vitest";
import { slash } from "../../../src-main/cli/slash.ts";
import { readSlash, slashHelp } from "../../../src-main/cli/slash-commands.ts";
import type { SlashTarget } from "../../../src-main/cli/slash-target.ts";
import { chatCommands } from "../../../src-preload/contract/chat-commands.ts";

function setUp(stops = false) {
  const done: string[] = [];
  const target: SlashTarget = {
    connection: null,
    sessionKey: null,
    width: 80,
    now: () => 0,
    say: (words) => void done.push(`say ${words}`),
    send: async (message) => void done.push(`send ${message}`),
    askYesNo: async () => null,
    stop: async () => stops,
    begin: async () => undefined,
    beginPrivate: async () => undefined,
    switchTo: async (key) => void done.push(`open ${key}`),
    leave: (code) => void done.push(`leave ${code}`),
  };
  return { done, target };
}

describe("a slash command", () => {
  it.each([
    ["hello", { kind: "message" }],
    ["/etc/hosts is wrong", { kind: "message" }],
    [" /stop", { kind: "message" }],
    ["/", { kind: "command", name: "help", words: "" }],
    ["/quit", { kind: "command", name: "exit", words: "" }],
    ["/NEW  write a poem\nabout rain ", { kind: "command", name: "new", words: "write a poem\nabout rain" }],
    ["/resume cli:x", { kind: "command", name: "resume", words: "cli:x" }],
    ["/stop", { kind: "command", name: "stop", words: "" }],
  ])("%j is read as what it is", (typed, read) => {
    expect(readSlash(typed)).toEqual(read);
  });

  it.each(["/stop now", "/status x", "/help me", "/exit 1", "/queue all", "/chats x"])(
    "%s says that it takes no words",
    (typed) => {
      const read = readSlash(typed);
      expect(read.kind === "wrong" && read.message).toMatch(/takes no words/);
    },
  );

  it("that is not known names the nearest one", () => {
    const near = readSlash("/chat");
    expect(near.kind === "unknown" && near.message).toMatch(/Did you mean \/chats\?/);
    const far = readSlash("/elephant");
    expect(far.kind === "unknown" && far.message).toMatch(/\/help lists them/);
  });

  it("goes to the agent with the words behind it", async () => {
    const { done, target } = setUp();
    await slash(target, "new", "write a poem");
    expect(done).toEqual(["send /new write a poem"]);
  });

  it("that stops says so only where nothing ran: the end of a run tells it itself", async () => {
    const idle = setUp();
    await slash(idle.target, "stop", "");
    expect(idle.done).toEqual(["say No active task to stop."]);
    const running = setUp(true);
    await slash(running.target, "stop", "");
    expect(running.done).toEqual([]);
  });

  it("is in the list, each with its words, those of the agent too", () => {
    const names = slashHelp().map(({ name }) => name);
    for (const name of chatCommands) expect(names).toContain(`/${name}`);
    for (const { about } of slashHelp()) expect(about).toMatch(/^[a-z].{4,}/);
  });
});
