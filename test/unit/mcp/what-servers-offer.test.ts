import { describe, expect, it } from "vitest";
import { createAgentBench } from "../../support/agent-bench.ts";
import { answer, connectInProcess, plainResults } from "../../support/mcp/in-process-server.ts";
import { serverSettings, stdioServer } from "../../support/mcp/servers.ts";
import { value } from "../../support/test-home.ts";

describe("the log that a server keeps over the protocol", () => {
  const introduced = { ...(plainResults["initialize"] as object), capabilities: { tools: {}, logging: {} } };
  const says = (params: object): string => JSON.stringify({ jsonrpc: "2.0", method: "notifications/message", params });

  it("is asked for, and its lines say how grave they are", async () => {
    const asked: unknown[] = [];
    const lines: string[] = [];
    const connection = await connectInProcess(
      ({ id, method, params }) => {
        if (method === "logging/setLevel") asked.push(params);
        if (method === "initialize") return [answer(id, { result: introduced })];
        const said = [
          says({ level: "warning", logger: "disk", data: "nearly full" }),
          says({ level: "warn", data: { free: 3 } }),
          says({ level: "loud", logger: null, data: null }),
          says({ level: "error", data: "x".repeat(5000) }),
        ];
        const first = method === "ping" ? said : [];
        return [...first, answer(id, { result: plainResults[method] ?? {} })];
      },
      1000,
      undefined,
      undefined,
      (line) => void lines.push(line),
    );
    await connection.ping({ timeoutMs: 1000, signal: new AbortController().signal });
    expect(asked).toEqual([{ level: "info" }]);
    expect(lines.slice(0, 3)).toEqual(["[warning] disk: nearly full", '[warning] {"free":3}', "[info] "]);
    expect(lines[3]).toHaveLength(2000);
  });

  it("costs nothing where it is refused", async () => {
    const lines: string[] = [];
    const connection = await connectInProcess(
      ({ id, method }) => {
        if (method === "initialize") return [answer(id, { result: introduced })];
        if (method === "logging/setLevel") return [answer(id, { error: { code: -32601, message: "No such method" } })];
        return [answer(id, { result: plainResults[method] ?? {} })];
      },
      1000,
      undefined,
      undefined,
      (line) => void lines.push(line),
    );
    const signal = new AbortController().signal;
    expect((await connection.tools({ timeoutMs: 1000, signal })).tools).toHaveLength(2);
    expect(lines).toEqual([expect.stringContaining("No such method")]);
  });
});

describe("the resources of a server", () => {
  const calls = [
    { name: "mcp_memo_read_resource", arguments: {} },
    { name: "mcp_memo_read_resource", arguments: { uri: "memo:today" } },
    { name: "mcp_memo_read_resource", arguments: { uri: "memo:gone" } },
  ];

  it("are read by the model with a tool of its own, which asks, and whose words are a stranger's", async () => {
    await using bench = await createAgentBench([{ calls }, { text: "done" }, { text: "done" }], {
      settings: serverSettings({ memo: stdioServer({ offers: true }), plain: stdioServer() }),
    });
    await bench.ask("read", { mode: "full" });
    const names = (bench.endpoint.requests[0]?.body.tools ?? []).map((tool) => tool.function.name);
    expect(names.filter((name) => name.endsWith("read_resource"))).toEqual(["mcp_memo_read_resource"]);
    const messages = await bench.messages();
    const results = messages.flatMap((message) => (message.role === "tool" ? [message] : []));
    // They only read, and run side by side.
    const said = (words: string) => results.find(({ content }) => content.includes(words))?.details?.untrusted;
    const listed = said("memo:today - Notes of today");
    expect([listed, said("Buy milk."), said("Resource not found")]).toEqual([
      ...[expect.stringContaining("memo"), expect.stringContaining("memo"), expect.stringContaining("memo")],
    ]);
  });

  it("are asked about where the chat asks", async () => {
    await using bench = await createAgentBench([{ calls: calls.slice(1, 2) }, { text: "done" }], {
      settings: serverSettings({ memo: stdioServer({ offers: true }) }),
    });
    await bench.send("read");
    const { approval } = await bench.seen.until("approval-request");
    expect(approval.subject.title).toBe("Read a resource (memo)");
    expect(approval.subject.body).toContain("memo:today");
    expect(value(await bench.client.request("approval.list", {})).approvals).toHaveLength(1);
  });
});
