import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { type AgentBench, createAgentBench } from "../../support/agent-bench.ts";
import type { RecordedRequest } from "../../support/scripted-endpoint.ts";
import { record, terminal, value } from "../../support/test-home.ts";
import { tracesOf } from "../../support/traces.ts";

const canary = "xylophone-4711";
const session = "cli:private-one";
const done = { text: "Done." };

const traces = (folder: string) => tracesOf(canary, folder);

const offered = ({ body }: RecordedRequest) => (body.tools ?? []).map((tool) => tool.function.name);
const promptOf = ({ body }: RecordedRequest) => String(body.messages[0]?.content);

/** A chat with a result that is too long, a file that is changed, a command that asks, an attachment and a draft. */
async function busyChat(bench: AgentBench): Promise<void> {
  const { client, seen, key } = bench;
  const page = Buffer.from(`about the ${canary}`).toString("base64");
  const { media: attached } = value(
    await client.request("file.attach", { sessionKey: key, name: `${canary}.txt`, base64: page }),
  );
  const draft = { text: `half a thought of ${canary}`, media: [] };
  value(await client.request("drafts.save", { sessionKey: key, draft, by: "a window" }));
  const sent = await bench.send(`Look at the ${canary}`, { media: [attached], mode: "accept-edits" });
  const asked = seen.until("approval-request");
  void asked.then(({ approval }) =>
    client.request("approval.answer", { approvalId: approval.approvalId, decision: "allow-once" }),
  );
  if (sent.kind === "started") expect((await bench.endOf(sent.runId)).reason).toBe("answer");
}

const long = `${canary} `.repeat(2000);
const script = [
  { calls: [{ name: "read_file", arguments: { path: "long.txt" } }] },
  { calls: [{ name: "write_file", arguments: { path: "note.txt", content: "new words" } }] },
  { calls: [{ name: "exec", arguments: { command: `echo ${canary}` } }] },
  { text: `It was about the ${canary}.` },
  done,
];

async function openBench(): Promise<AgentBench> {
  const bench = await createAgentBench(script, { session });
  await bench.write("long.txt", long);
  await bench.write("note.txt", `before: ${canary}`);
  return bench;
}

it("nothing of a private chat is left in the home once it is closed", async () => {
  await using bench = await openBench();
  const { client, home, key } = bench;
  await busyChat(bench);
  expect(await traces(home.home)).not.toEqual([]);
  expect(await traces(join(home.home, "workspace"))).toEqual([]);
  const changes = value(await client.request("changes.list", { sessionKey: key }));
  expect(changes.runs.flatMap(({ files }) => files.map(({ path }) => path.split("/").at(-1)))).toContain("note.txt");
  const rows = async () => value(await client.request("session.list", {})).sessions.map((row) => row.key);
  expect(await rows()).toEqual([key]);
  expect(value(await client.request("session.list", { query: canary })).sessions).toEqual([]);
  expect(value(await client.request("session.remove", { sessionKey: key }))).toEqual({ trashId: "" });
  expect(await traces(home.home)).toEqual([]);
  expect(await rows()).toEqual([]);
  expect(value(await client.request("session.trash", {})).chats).toEqual([]);
  expect(await client.request("session.open", { sessionKey: key })).toMatchObject({ error: { code: "not-found" } });
  const { decisions } = value(await client.request("rules.decisions", {}));
  expect(decisions.find(({ tool }) => tool === "exec")).toMatchObject({ title: "Private chat", what: "" });
  await bench.assistant.close();
  const [month = ""] = (await readdir(join(home.home, "ledger"))).filter((name) => name.startsWith("20"));
  expect(await readFile(join(home.home, "ledger", month), "utf8")).toContain(key);
});

it("nothing is left after an orderly end, nor once the next process has started after a kill", async () => {
  await using bench = await openBench();
  await busyChat(bench);
  // As a killed process leaves it: nothing is closed, and the next one begins.
  const next = bench.home.open();
  const rows = value(await next.connect(terminal).request("session.list", {})).sessions;
  expect(rows).toEqual([]);
  expect(await next.connect(terminal).request("session.open", { sessionKey: session })).toMatchObject({ ok: false });
  expect(await traces(bench.home.home)).toEqual([]);

  await using other = await openBench();
  await busyChat(other);
  await other.assistant.close();
  expect(await traces(other.home.home)).toEqual([]);
});

it("a private chat reads and feeds no memory: not by its prompt, its tools or its files", async () => {
  const path = "memory/MEMORY.md";
  await using bench = await createAgentBench(
    ({ body }) => {
      const last = body.messages.at(-1);
      if (last?.role === "tool" || !String(last?.content).startsWith("read")) return done;
      return { calls: [{ name: "read_file", arguments: { path: join(bench.home.home, "workspace", path) } }] };
    },
    { session },
  );
  const { client, home } = bench;
  await bench.write("AGENTS.md", "Speak of boats.");
  value(await client.request("trust.set", { folder: home.work, isTrusted: true }));
  const ordinary = value(
    await client.request("chat.send", { sessionKey: "cli:other", text: "hi", workFolder: home.work }),
  );
  await bench.endOf(ordinary.kind === "started" ? ordinary.runId : "");
  const known = value(await client.request("knowledge.read", { path }));
  value(await client.request("knowledge.save", { path, text: "- Likes tea\n", base: known.version }));
  await writeFile(join(home.home, "workspace", "USER.md"), "Her name is Ada.");
  await bench.ask("read it");
  const first = bench.endpoint.requests[1];
  if (first === undefined) throw new Error("nothing was asked");
  expect(promptOf(first)).not.toMatch(/Likes tea|Ada|own notes/);
  expect(promptOf(first)).toContain("Speak of boats.");
  expect(offered(first)).toContain("read_file");
  expect(offered(first).filter((name) => ["remember", "forget", "recall"].includes(name))).toEqual([]);
  const tool = (await bench.messages()).find(({ role }) => role === "tool");
  expect(tool?.content).not.toContain("Likes tea");
  const again = value(
    await client.request("chat.send", { sessionKey: "cli:other", text: "hi", workFolder: home.work }),
  );
  await bench.endOf(again.kind === "started" ? again.runId : "");
  const last = bench.endpoint.requests.at(-1);
  expect(last === undefined ? "" : promptOf(last)).toMatch(/Likes tea[\s\S]*own notes|Ada/);
});

it("what is made as a private chat has a key that says so, and stays one", async () => {
  await using bench = await createAgentBench([done]);
  const { client } = bench;
  const made = value(await client.request("session.create", { isPrivate: true }));
  expect(made.summary.key).toMatch(/^desktop:private-/);
  const seen = await record(client);
  const sent = value(
    await client.request("chat.send", { sessionKey: made.summary.key, text: "hi", workFolder: bench.home.work }),
  );
  await seen.until("run-end", ({ runId }) => sent.kind === "started" && runId === sent.runId);
  expect(await readdir(join(bench.home.home, "workspace", "sessions"))).toEqual([]);
});

it("a private chat is exported in no format, and one whose name only looks private in each", async () => {
  await using bench = await createAgentBench([done, done], { session });
  await bench.ask("hi");
  for (const format of ["markdown", "html", "json"] as const) {
    const refused = await bench.client.request("session.export", { sessionKey: session, format });
    expect(refused).toMatchObject({
      ok: false,
      error: { code: "forbidden", message: expect.stringContaining("private chat") },
    });
  }
  const unknown = await bench.client.request("session.export", { sessionKey: "cli:private-two", format: "json" });
  expect(unknown).toMatchObject({ ok: false, error: { code: "forbidden" } });
  const sent = { sessionKey: "cli:not-private-one", text: "hi", workFolder: bench.home.work };
  value(await bench.client.request("chat.send", sent));
  const exported = await bench.client.request("session.export", { sessionKey: "cli:not-private-one", format: "json" });
  expect(exported.ok).toBe(true);
});
