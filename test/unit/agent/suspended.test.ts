import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Assistant } from "../../../src-main/assistant.ts";
import type { Connection } from "../../../src-preload/contract/connection.ts";
import { startScriptedEndpoint } from "../../support/scripted-endpoint.ts";
import { createTestHome, endpointSettings, record, terminal, value } from "../../support/test-home.ts";

const sessionKey = "cli:direct";

/** A home whose only chat waits for the decision about a write, left as a process that died leaves it. */
async function waitingHome() {
  const endpoint = await startScriptedEndpoint((_request, index) =>
    index === 0
      ? { calls: [{ name: "write_file", arguments: { path: "a.txt", content: "written" } }] }
      : { text: "That is done." },
  );
  const home = await createTestHome();
  await home.config(endpointSettings(endpoint.baseUrl));
  const dead = home.open();
  const connection = dead.connect(terminal);
  const events = await record(connection);
  value(await connection.request("chat.send", { sessionKey, text: "write", workFolder: home.work }));
  const { approval } = await events.until("approval-request");
  return {
    home,
    dead,
    connection,
    approval,
    async [Symbol.asyncDispose]() {
      await home[Symbol.asyncDispose]();
      await endpoint.close();
    },
  };
}

async function open(assistant: Assistant, limit = 50) {
  return value(await assistant.connect(terminal).request("session.open", { sessionKey, limit }));
}

async function say(connection: Connection, text: string) {
  return value(await connection.request("chat.send", { sessionKey, text }));
}

describe("a call that waited when the process died", () => {
  it("runs when its answer is the first that the next process hears", async () => {
    await using test = await waitingHome();
    const next = test.home.open().connect(terminal);
    const events = await record(next);
    const { approvalId } = test.approval;
    value(await next.request("approval.answer", { approvalId, decision: "allow-once" }));
    const end = await events.until("run-end");
    expect(end).toMatchObject({ runId: test.approval.runId, reason: "answer", text: "That is done." });
    expect(await readFile(join(test.home.work, "a.txt"), "utf8")).toBe("written");
  });

  it.each(["/stop", "/new"])("is closed by %s, and the next message starts", async (command) => {
    await using test = await waitingHome();
    const next = test.home.open();
    const connection = next.connect(terminal);
    const events = await record(connection);
    expect((await say(connection, command)).kind).toBe("answered");
    const end = await events.until("run-end");
    expect(end).toMatchObject({ runId: test.approval.runId, reason: "stopped" });
    expect(await open(next)).toMatchObject({ approvals: [], lastRun: { kind: "ended", reason: "stopped" } });
    expect((await say(connection, "hello")).kind).toBe("started");
    await events.until("run-end", (event) => event.reason === "answer");
  });

  it("is closed by the stop button", async () => {
    await using test = await waitingHome();
    const connection = test.home.open().connect(terminal);
    expect(value(await connection.request("chat.stop", { sessionKey }))).toEqual({ stopped: true });
    expect(value(await connection.request("chat.stop", { sessionKey }))).toEqual({ stopped: false });
  });

  it("ends its run with the reason when it is allowed and the work folder is gone", async () => {
    await using test = await waitingHome();
    await rm(test.home.work, { recursive: true });
    const next = test.home.open();
    const connection = next.connect(terminal);
    const events = await record(connection);
    const { approvalId } = test.approval;
    value(await connection.request("approval.answer", { approvalId, decision: "allow-once" }));
    const end = await events.until("run-end");
    expect(end).toMatchObject({ runId: test.approval.runId, reason: "error" });
    expect(end.text).toContain(test.home.work);
    expect((await open(next)).summary.state).toBe("failed");
  });
});

describe("an orderly end", () => {
  it("leaves a call that waits for a decision waiting", async () => {
    await using test = await waitingHome();
    await test.dead.close();
    const next = test.home.open();
    expect((await open(next)).approvals.map((approval) => approval.approvalId)).toEqual([test.approval.approvalId]);
  });
});

it("an orderly end begins nothing new: a queued message stays in the queue", async () => {
  await using endpoint = await startScriptedEndpoint(() => ({ deltas: ["On and ", new Promise(() => undefined)] }));
  await using home = await createTestHome();
  await home.config(endpointSettings(endpoint.baseUrl));
  const first = home.open();
  const connection = first.connect(terminal);
  value(await connection.request("chat.send", { sessionKey, text: "talk", workFolder: home.work }));
  const queued = connection.request("chat.send", { sessionKey, text: "later", whenBusy: "queue" });
  const closed = first.close();
  expect(value(await queued).kind).toBe("queued");
  await closed;
  expect(await open(home.open())).toMatchObject({
    queue: [{ content: "later" }],
    queuePaused: true,
    lastRun: { kind: "ended", reason: "stopped" },
  });
});

describe("messages that were queued when the process died", () => {
  it("wait for the person once nothing will take them in by itself", async () => {
    await using test = await waitingHome();
    const queued = await test.connection.request("chat.send", { sessionKey, text: "later", whenBusy: "queue" });
    expect(value(queued).kind).toBe("queued");
    const second = test.home.open();
    expect(await open(second)).toMatchObject({ queuePaused: false, queue: [{ content: "later" }] });
    const connection = second.connect(terminal);
    value(await connection.request("chat.stop", { sessionKey }));
    const third = test.home.open();
    expect(await open(third)).toMatchObject({ queuePaused: true, queue: [{ content: "later" }] });
    const events = await record(third.connect(terminal));
    value(await third.connect(terminal).request("queue.pause", { sessionKey, paused: false }));
    await events.until("run-end", (event) => event.reason === "answer");
    expect(await open(third)).toMatchObject({ queuePaused: false, queue: [] });
  });
});
