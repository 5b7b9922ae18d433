import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { expect, it } from "vitest";
import type { CliContext, ExitCode } from "../../src-main/cli/context.ts";
import { converse } from "../../src-main/cli/conversation.ts";
import { nodeFileSystem } from "../../src-main/storage/file-system.ts";
import { fileNameOf } from "../../src-main/storage/session-file/file-name.ts";
import { sessionKeySchema } from "../../src-preload/contract/ids.ts";
import { processesOf } from "../support/run-command.ts";
import { startScriptedEndpoint } from "../support/scripted-endpoint.ts";
import { createTestHome, endpointSettings, record, type TestHome, value } from "../support/test-home.ts";
import { startOwner } from "../torture/owner.ts";

/*
 * A conversation in this process, typed and shown through streams, attached to the real command as the owner.
 */

const sessionKey = "cli:direct";

async function setUp() {
  const endpoint = await startScriptedEndpoint(({ body }) =>
    body.messages.at(-1)?.role === "user"
      ? { calls: [{ name: "write_file", arguments: { path: "a.txt", content: "written" } }] }
      : { text: "That is done." },
  );
  const home = await createTestHome();
  await home.config(endpointSettings(endpoint.baseUrl));
  const owner = await startOwner(home.home);
  return {
    home,
    owner,
    terminal: openTerminal(home),
    async [Symbol.asyncDispose]() {
      owner.child.kill("SIGKILL");
      expect(await processesOf(home.home)).toEqual([]);
      await home[Symbol.asyncDispose]();
      await endpoint.close();
    },
  };
}

function openTerminal(home: TestHome, key = sessionKeySchema.parse(sessionKey)) {
  const [input, output] = [new PassThrough(), new PassThrough()];
  let interrupt = (_status: ExitCode): void => undefined;
  const context: CliContext = {
    host: home.host,
    files: nodeFileSystem,
    version: "test",
    pages: "nowhere",
    startFolder: home.work,
    isTerminal: true,
    isWatched: true,
    out: (words) => void output.write(words),
    say: (line) => void output.write(`${line}\n`),
    interrupted: null,
    end: () => undefined,
    onInterrupt(listener) {
      interrupt = listener;
      return () => undefined;
    },
  };
  const chat = { kind: "named" as const, sessionKey: key };
  const call = { message: null, chat, json: false, mode: null, keepsFolder: false };
  const left = converse({ ...call, workFolder: home.work }, context, { input, output });
  let shown = "";
  const checks = new Set<() => void>();
  output.on("data", (chunk) => {
    shown += String(chunk);
    for (const check of checks) check();
  });
  return {
    left,
    interrupt: () => interrupt(143),
    type: (line: string) => void input.write(`${line}\r`),
    /** Resolves when this was shown, after what was waited for before; what came before it is left behind. */
    shows(words: string): Promise<void> {
      return new Promise((resolve) => {
        const check = (): void => {
          const at = shown.indexOf(words);
          if (at < 0) return;
          shown = shown.slice(at + words.length);
          checks.delete(check);
          resolve();
        };
        checks.add(check);
        check();
      });
    },
  };
}

it("a call that was asked about in one process is answered in another", async () => {
  await using test = await setUp();
  const { terminal, owner } = test;
  await terminal.shows("›");
  terminal.type("write it");
  await terminal.shows("Allow once?");
  const other = await owner.viaSocket();
  const events = await record(other);
  const pending = value(await other.request("approval.list", {})).approvals;
  expect(pending).toHaveLength(1);
  const approvalId = pending[0]?.approvalId ?? "";
  value(await other.request("approval.answer", { approvalId, decision: "allow-once" }));
  expect((await events.until("run-end")).reason).toBe("answer");
  await terminal.shows("That is done.");
  const again = await other.request("approval.answer", { approvalId, decision: "deny" });
  expect(!again.ok && again.error.code).toBe("not-found");
  terminal.type("/exit");
  expect(await terminal.left).toBe(0);
  expect(await owner.end("SIGTERM")).toBe(0);
});

it("a call that waits outlives its owner, is shown again in the process that is left, and runs there", async () => {
  await using test = await setUp();
  const { terminal, owner, home } = test;
  await terminal.shows("›");
  terminal.type("write it");
  await terminal.shows("Allow once?");
  await owner.end("SIGKILL");
  await terminal.shows("going on here");
  await terminal.shows("? Write a.txt");
  terminal.type("y");
  await terminal.shows("That is done.");
  expect(await readFile(join(home.work, "a.txt"), "utf8")).toBe("written");
  terminal.type("/exit");
  expect(await terminal.left).toBe(0);
});

it("what is typed while the owner is being replaced is not lost", async () => {
  await using test = await setUp();
  const { terminal, owner, home } = test;
  await terminal.shows("›");
  terminal.type("write it");
  await terminal.shows("Allow once?");
  const shown = terminal.shows("going on here");
  await owner.end("SIGKILL");
  await shown;
  terminal.type("y");
  await terminal.shows("That is done.");
  expect(await readFile(join(home.work, "a.txt"), "utf8")).toBe("written");
  terminal.type("/exit");
  expect(await terminal.left).toBe(0);
});

it("what is typed after a stop is a message, no answer to the call that was stopped", async () => {
  await using test = await setUp();
  const { terminal, owner } = test;
  await terminal.shows("›");
  terminal.type("write it");
  await terminal.shows("Allow once?");
  const other = await owner.viaSocket();
  const events = await record(other);
  value(await other.request("chat.stop", { sessionKey }));
  expect((await events.until("run-end")).reason).toBe("stopped");
  await terminal.shows("topped");
  terminal.type("write again");
  const { message } = await events.until("message-added", ({ message: row }) => row.role === "user");
  expect(message.content).toBe("write again");
  terminal.interrupt();
  expect(await terminal.left).toBe(143);
  expect(await owner.end("SIGTERM")).toBe(0);
});

it("a chat with lines that cannot be read says so once, and goes on", async () => {
  await using test = await setUp();
  const { terminal, home, owner } = test;
  await terminal.shows("›");
  const folder = join(home.home, "workspace", "sessions");
  await mkdir(folder, { recursive: true });
  const key = sessionKeySchema.parse("cli:damaged");
  await writeFile(join(folder, fileNameOf(key)), "garbage\n{ more\n");
  const second = openTerminal(home, key);
  await second.shows("cannot be read: 2.");
  second.type("write it");
  await second.shows("Allow once?");
  second.type("y");
  await second.shows("That is done.");
  second.interrupt();
  terminal.interrupt();
  expect(await Promise.all([second.left, terminal.left])).toEqual([143, 143]);
  expect(await owner.end("SIGTERM")).toBe(0);
});

it("another chat that is opened by its key goes on in its own folder, under the name that it is given", async () => {
  await using test = await setUp();
  const { terminal, owner, home } = test;
  await terminal.shows("Ctrl-D leaves");
  const connection = await owner.viaSocket();
  const other = sessionKeySchema.parse("cli:other");
  value(await connection.request("session.update", { sessionKey: other, patch: { workFolder: home.folder } }));
  terminal.type("/resume oth");
  await terminal.shows("chat cli:other");
  terminal.type("/name Of another folder");
  await terminal.shows("“Of another folder”");
  terminal.type("write it");
  await terminal.shows("Allow once?");
  const detail = value(await connection.request("session.open", { sessionKey: other, limit: 1 }));
  expect(detail).toMatchObject({ workFolder: home.folder, summary: { title: "Of another folder" } });
  terminal.type("n");
  await terminal.shows("Denied.");
  await terminal.shows("That is done.");
  terminal.type("/exit");
  expect(await terminal.left).toBe(0);
  expect(await owner.end("SIGTERM")).toBe(0);
});
