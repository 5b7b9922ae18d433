import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { fileNameOf } from "../../src-main/storage/session-file/file-name.ts";
import { sessionKeySchema } from "../../src-preload/contract/ids.ts";
import { createAgentBench } from "../support/agent-bench.ts";
import { runCommand } from "../support/run-command.ts";
import { startScriptedEndpoint } from "../support/scripted-endpoint.ts";
import { createServedHome } from "../support/served-home.ts";
import { endpointSettings, record, terminal, value } from "../support/test-home.ts";

/* What becomes of commands that stay when Perch ends: their chat says so, to the person and to the model. */

const long = 60_000_000 + process.pid;
const begin = (command: string) => ({ name: "exec", arguments: { command, session: true } });

it("a chat says once that its commands ended with Perch, and the model hears of it with the next message", async () => {
  await using bench = await createAgentBench(
    [
      { calls: [begin(`sleep ${long}`), begin("exit 0")] },
      { calls: [{ name: "exec_session", arguments: { id: "c2", waitSeconds: 9 } }] },
      { text: "they run" },
      { text: "second" },
      { text: "third" },
    ],
    { isTrusted: true },
  );
  await bench.ask("start them", { mode: "full" });
  await bench.seen.until("command-changed", ({ command }) => command.id === "c2" && command.end !== null);
  await bench.assistant.close();

  const client = bench.home.open().connect(terminal);
  const seen = await record(client);
  const notices = async () => {
    const { page } = value(await client.request("session.open", { sessionKey: bench.key }));
    return page.messages.flatMap(({ message }) => (message.role === "system" ? [message.content] : []));
  };
  // What had ended by itself is not told of.
  const said = [expect.stringMatching(new RegExp(`^Perch was closed, and .* ended with it: “sleep ${long}”\\.`))];
  expect(await notices()).toEqual(said);
  const ask = async (text: string): Promise<string> => {
    const sent = value(await client.request("chat.send", { sessionKey: bench.key, text }));
    await seen.until("run-end", ({ runId }) => sent.kind === "started" && runId === sent.runId);
    return String(bench.endpoint.requests.at(-1)?.body.messages.at(-1)?.content);
  };
  expect(await ask("go on")).toContain(
    `These ended when Perch was closed, with all that they had started: c1 (sleep ${long})`,
  );
  expect(await ask("and on")).not.toContain("<commands>");
  expect(await notices()).toEqual(said);
  expect(JSON.parse(await readFile(join(bench.home.home, "commands.json"), "utf8"))).toEqual({ commands: [] });
});

it("a chat says so after Perch was killed, and the command is gone", async () => {
  await using endpoint = {
    ...(await startScriptedEndpoint([{ calls: [begin(`sleep ${long}`)] }, { text: "it runs" }, { text: "well" }])),
    async [Symbol.asyncDispose]() {
      await this.close();
    },
  };
  await using home = await createServedHome();
  await home.config(endpointSettings(endpoint.baseUrl));
  await home.start();
  const ask = (message: string) =>
    runCommand({
      home: home.home,
      cwd: home.work,
      args: ["agent", "--approve", "full", "-s", "cli:kept", "-m", message],
      env: { HOME: home.user },
    });
  expect(await ask("start it")).toMatchObject({ code: 0, stdout: expect.stringContaining("it runs") });
  await home.end("SIGKILL");
  await home.start();
  expect(await ask("go on")).toMatchObject({ code: 0, stdout: expect.stringContaining("well") });
  expect(String(endpoint.requests.at(-1)?.body.messages.at(-1)?.content)).toContain(`c1 (sleep ${long})`);
  const file = join(home.home, "workspace", "sessions", fileNameOf(sessionKeySchema.parse("cli:kept")));
  const transcript = await readFile(file, "utf8");
  expect(transcript).toContain("Perch was closed, and what still ran in this chat ended with it");
});
