import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type AgentBench, createAgentBench } from "../../support/agent-bench.ts";
import { serverSettings, stdioServer } from "../../support/mcp/servers.ts";
import type { ScriptedCall } from "../../support/scripted-reply.ts";
import { value } from "../../support/test-home.ts";

let folder = "";
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "perch-mcp-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** A chat whose first reply makes these calls and whose second is an answer. */
function benchWith(servers: Readonly<Record<string, object>>, ...calls: readonly ScriptedCall[]) {
  return createAgentBench([calls.length === 0 ? { text: "done" } : { calls }, { text: "done" }, { text: "done" }], {
    settings: serverSettings(servers),
  });
}

function resultsOf(bench: AgentBench, request = 1): readonly string[] {
  const messages = bench.endpoint.requests[request]?.body.messages ?? [];
  return messages.flatMap(({ role, content }) => (role === "tool" ? [String(content)] : []));
}

function offered(bench: AgentBench, request = 0): readonly string[] {
  return (bench.endpoint.requests[request]?.body.tools ?? []).map((tool) => tool.function.name);
}

/** One that ended and that nobody has collected does not run. */
async function isRunning(pid: number): Promise<boolean> {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  const stat = await readFile(`/proc/${pid}/stat`, "latin1").catch(() => "");
  return !/\) [ZX] /.test(stat);
}

const echo = { name: "mcp_files_echo", arguments: { text: "hello", times: "2" } };
const mail = { name: "mcp_files_send_mail", arguments: { to: "her" } };

describe("the tools of a server", () => {
  it("are offered after those of the app, and one that the person lets run does not ask", async () => {
    await using bench = await benchWith({ files: stdioServer() }, echo);
    const { tools } = value(await bench.client.request("mcp.restart", { name: "files" }));
    const seen = tools.filter(({ name }) => name === "echo");
    const stale = { name: "files", tools: seen.map((tool) => ({ ...tool, fingerprint: "other" })), isAllowed: true };
    expect(await bench.client.request("mcp.allow", stale)).toMatchObject({ ok: false, error: { code: "conflict" } });
    const allowed = value(await bench.client.request("mcp.allow", { name: "files", tools: seen, isAllowed: true }));
    expect(allowed.tools.filter(({ mayRun }) => mayRun).map(({ name }) => name)).toEqual(["echo"]);
    await bench.ask("say it");
    const names = offered(bench);
    expect(names.slice(0, 7)).not.toContain("mcp_files_echo");
    expect(names.slice(7)).toContain("mcp_files_echo");
    expect(names).toContain("mcp_files_send_mail");
    expect(resultsOf(bench)).toEqual(["hello"]);
    expect(bench.seen.events.some(({ type }) => type === "approval-request")).toBe(false);
  });

  it("ask also where the server says that they only read, until the person says otherwise", async () => {
    await using bench = await benchWith({ files: stdioServer() }, echo);
    const started = await bench.send("say it");
    const { approval } = await bench.seen.until("approval-request");
    expect(approval.subject).toMatchObject({ effect: "read" });
    expect(approval.subject.reason).toContain("on the page of files you can let this tool run without asking");
    value(await bench.client.request("approval.answer", { approvalId: approval.approvalId, decision: "allow-once" }));
    await bench.endOf(started.kind === "started" ? started.runId : "");
    expect(resultsOf(bench)).toEqual(["hello"]);
  });

  it("ask where they may change something, with the server and what is behind it", async () => {
    await using bench = await benchWith({ files: stdioServer() }, mail);
    const started = await bench.send("send it");
    const { approval } = await bench.seen.until("approval-request");
    expect(approval.subject).toMatchObject({ title: "send.mail (files)", effect: "send", reversible: false });
    expect(approval.subject.where).toContain("stdio-server.mjs");
    expect(approval.subject.body).toContain('"to": "her"');
    value(await bench.client.request("approval.answer", { approvalId: approval.approvalId, decision: "allow-once" }));
    await bench.endOf(started.kind === "started" ? started.runId : "");
    expect(resultsOf(bench)).toEqual(["send.mail done"]);
  });

  it("tell a failure as one, and a picture as a picture", async () => {
    const calls = [
      { name: "mcp_files_fail", arguments: {} },
      { name: "mcp_files_picture", arguments: {} },
    ];
    await using bench = await benchWith({ files: stdioServer() }, ...calls);
    await bench.ask("draw", { mode: "full" });
    expect(resultsOf(bench)[0]).toBe("The calendar is locked.");
    const messages = await bench.messages();
    const drawn = messages.find((message) => message.role === "tool" && message.name === "mcp_files_picture");
    const path = drawn?.role === "tool" ? (drawn.media?.[0]?.path ?? "") : "";
    expect((await readFile(path)).subarray(1, 4).toString()).toBe("PNG");
    const show = (of: string) => bench.client.request("file.show", { sessionKey: bench.key, path: of });
    expect(value(await show(path))).toMatchObject({ kind: "image" });
    expect(await show(join(bench.home.home, "config.json"))).toMatchObject({ ok: false });
    expect(JSON.stringify(bench.endpoint.requests[1]?.body.messages)).toContain("data:image/png;base64,");
  });

  it("say what is missing before anybody is asked", async () => {
    await using bench = await benchWith({ files: stdioServer() }, { name: "mcp_files_send_mail", arguments: {} });
    await bench.ask("send it");
    expect(resultsOf(bench)[0]).toContain("without to. Nothing was done.");
  });

  it("are those that are enabled; none where the list is empty, and none of a server that is off", async () => {
    await using bench = await benchWith({
      some: stdioServer({}, { enabledTools: ["echo"] }),
      none: stdioServer({}, { enabledTools: [] }),
      off: stdioServer({}, { enabled: false }),
    });
    await bench.ask("hello");
    expect(offered(bench).filter((name) => name.startsWith("mcp_"))).toEqual(["mcp_some_echo"]);
  });

  it("have a name for people, in what happens and in what is kept", async () => {
    await using bench = await benchWith({ files: stdioServer() }, echo);
    await bench.ask("say it", { mode: "full" });
    const begun = bench.seen.events.find((event) => event.type === "tool-start");
    expect.assert(begun?.type === "tool-start");
    expect(begun).toMatchObject({ tool: "mcp_files_echo", label: "Say it back (files)", title: "hello" });
    const reply = (await bench.messages()).find((message) => message.role === "assistant");
    expect(reply).toMatchObject({ steps: [{ label: "Say it back (files)", words: begun?.words }] });
  });

  it("take a part of the window, those of the app never less, and the rest is counted and told once", async () => {
    await using bench = await benchWith({ files: stdioServer({ mode: "many" }) });
    await bench.ask("hello");
    const names = offered(bench);
    const ofServer = names.filter((name) => name.startsWith("mcp_files_"));
    expect(names).toContain("exec");
    expect(ofServer.length).toBeGreaterThan(20);
    expect(JSON.stringify(bench.endpoint.requests[0]?.body.tools).length / 4).toBeLessThan(32_768 * 0.35);
    const report = value(await bench.client.request("context.describe", { sessionKey: bench.key }));
    expect(report.leftOutTools).toBe(200 - ofServer.length);
    await bench.ask("hello again");
    const roles = (await bench.messages()).map(({ role }) => role);
    expect(roles).toEqual(["user", "system", "assistant", "user", "assistant"]);
    const notice = (await bench.messages())[1]?.content ?? "";
    const rest = 200 - ofServer.length;
    expect(notice).toMatch(new RegExp(`^${rest} tools of MCP servers do not go along.*: files \\(${rest}\\)\\.`));
  });

  it("come from one process for all chats", async () => {
    const starts = join(folder, "starts");
    await using bench = await benchWith({ files: stdioServer({ starts }) });
    await bench.ask("one");
    await bench.ask("two", { sessionKey: "cli:other" });
    expect((await readFile(starts, "utf8")).trim().split("\n")).toHaveLength(1);
  });

  it("are asked about again once they are not what they were", async () => {
    const changeWhen = join(folder, "change");
    await using bench = await createAgentBench(
      [{ calls: [echo] }, { text: "done" }, { calls: [{ ...echo, id: "second" }] }, { text: "done" }],
      { settings: serverSettings({ files: stdioServer({ changeWhen }) }) },
    );
    const first = value(await bench.client.request("mcp.restart", { name: "files" }));
    value(await bench.client.request("mcp.allow", { name: "files", tools: [...first.tools], isAllowed: true }));
    await bench.ask("first");
    await writeFile(changeWhen, "");
    const detail = async () => value(await bench.client.request("mcp.open", { name: "files" }));
    await expect.poll(async () => (await detail()).server.changedCount).toBe(1);
    await bench.send("second");
    const { approval } = await bench.seen.until("approval-request");
    expect(approval.subject.reason).toContain("changed this tool");
    const accepted = value(await bench.client.request("mcp.accept", { name: "files" }));
    expect(accepted.server.changedCount).toBe(0);
    // What was let run was another tool: it asks until that is said again.
    expect(accepted.tools.find(({ name }) => name === "echo")).toMatchObject({ effect: "read", mayRun: false });
    expect(accepted.tools.find(({ name }) => name === "count")?.mayRun).toBe(true);
  });
});

describe("a server that goes wrong", () => {
  it("and ends between two calls is connected again, once", async () => {
    const starts = join(folder, "starts");
    await using bench = await benchWith({ files: stdioServer({ mode: "dies-between", starts }) }, echo);
    value(await bench.client.request("mcp.restart", { name: "files" }));
    await bench.seen.until("server-changed", ({ state }) => state === "resting");
    await bench.ask("say it", { mode: "full" });
    expect(resultsOf(bench)).toEqual(["hello"]);
    expect((await readFile(starts, "utf8")).trim().split("\n")).toHaveLength(2);
  });

  it("and ends in a call is asked again only where that does no harm", async () => {
    const [starts, calls] = [join(folder, "starts"), join(folder, "calls")];
    const count = { name: "mcp_files_count", arguments: {} };
    await using bench = await benchWith({ files: stdioServer({ mode: "dies-in-call", starts, calls }) }, count);
    await bench.ask("count", { mode: "full" });
    expect(resultsOf(bench)[0]).toContain("not known whether it was done");
    expect((await readFile(calls, "utf8")).trim().split("\n")).toEqual(["count"]);
  });

  it("and ends in a call that only reads is asked again", async () => {
    const [starts, calls] = [join(folder, "starts"), join(folder, "calls")];
    await using bench = await benchWith({ files: stdioServer({ mode: "dies-in-call", starts, calls }) }, echo);
    await bench.ask("say it", { mode: "full" });
    expect(resultsOf(bench)).toEqual(["hello"]);
    expect((await readFile(calls, "utf8")).trim().split("\n")).toEqual(["echo", "echo"]);
  });

  it("does not take the others along", async () => {
    const servers = { bad: stdioServer({ mode: "exits" }), gone: { command: "no-such-program" }, good: stdioServer() };
    await using bench = await benchWith(servers);
    await bench.ask("hello");
    expect(offered(bench).filter((name) => name.startsWith("mcp_good"))).toHaveLength(7);
    await bench.ask("and now?");
    const told = String(bench.endpoint.requests[1]?.body.messages.at(-1)?.content);
    expect(told).toContain("<servers>not connected: bad, gone</servers>");
    const { servers: rows } = value(await bench.client.request("mcp.list", {}));
    expect(rows.map(({ name, state }) => [name, state])).toEqual([
      ["bad", "failed"],
      ["gone", "failed"],
      ["good", "ready"],
    ]);
  });

  it("and answers without end is cut off, and says so", async () => {
    await using bench = await benchWith({ files: stdioServer({ mode: "huge" }) }, echo);
    await bench.ask("say it", { mode: "full" });
    expect(resultsOf(bench)[0]).toContain("ended twice");
  });

  it("and is slow ends with its time, and tells how far it is until then", async () => {
    const settings = stdioServer({}, { timeoutSeconds: 1 });
    await using bench = await benchWith({ files: settings }, { name: "mcp_files_slow", arguments: {} });
    await bench.ask("slowly", { mode: "full" });
    expect(resultsOf(bench)[0]).toContain("has not answered within 1 seconds");
    expect(bench.seen.events.some((event) => event.type === "tool-progress" && event.text.includes("half"))).toBe(true);
  });

  it("is stopped with the run that waits for it", async () => {
    await using bench = await benchWith({ files: stdioServer() }, { name: "mcp_files_slow", arguments: {} });
    const started = await bench.send("slowly", { mode: "full" });
    await bench.seen.until("tool-progress");
    await bench.client.request("chat.stop", { sessionKey: bench.key });
    const end = await bench.endOf(started.kind === "started" ? started.runId : "");
    expect(end.reason).toBe("stopped");
    const result = (await bench.messages()).findLast(({ role }) => role === "tool");
    expect(result?.content).toMatch(/^half[\s\S]*\n\nInterrupted: the run was stopped\.$/);
  });

  it("is stopped in a call that may have done something, and the model is told that nobody knows", async () => {
    await using bench = await benchWith({ files: stdioServer({ mode: "works-on" }) }, mail);
    await bench.send("send it", { mode: "full" });
    await bench.seen.until("tool-progress");
    await bench.client.request("chat.stop", { sessionKey: bench.key });
    await bench.seen.until("run-end");
    const result = (await bench.messages()).findLast(({ role }) => role === "tool");
    expect(result?.content).toContain("It is not known whether it was done");
  });

  it("is off: its tools are gone, and no tool of another server is named in their place", async () => {
    const call = { name: "mcp_gone_send_mail", arguments: { to: "her" } };
    await using bench = await benchWith({ files: stdioServer(), gone: stdioServer({}, { enabled: false }) }, call);
    await bench.ask("send it");
    expect(resultsOf(bench)[0]).toContain("may be off or not connected");
    expect(resultsOf(bench)[0]).not.toContain("mcp_files");
  });
});

describe("what a server starts", () => {
  it("ends with Perch, also where nobody at the other end is no reason for it", async () => {
    const childPid = join(folder, "child");
    const starts = join(folder, "starts");
    {
      await using bench = await benchWith({
        one: stdioServer({ mode: "with-child", childPid }),
        two: stdioServer({ mode: "hangs", starts }),
      });
      await bench.ask("hello");
      expect(existsSync(childPid)).toBe(true);
    }
    for (const path of [childPid, starts]) {
      expect(await isRunning(Number(await readFile(path, "utf8")))).toBe(false);
    }
  });
});
