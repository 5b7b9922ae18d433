import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it } from "vitest";
import { createAgentBench } from "../../support/agent-bench.ts";
import { answer, plainResults } from "../../support/mcp/in-process-server.ts";
import { serverSettings } from "../../support/mcp/servers.ts";
import { value } from "../../support/test-home.ts";

interface Refusal {
  readonly status: number;
  readonly body: string;
}

/** A server that knows sessions, and forgets them when a test says so. */
async function startSessions(refusal: Refusal) {
  const calls: string[] = [];
  let session = 0;
  let isForgotten = false;
  const { promise: called, resolve: call } = Promise.withResolvers<ServerResponse>();
  let breaks = false;
  const server = createServer((request, response) => {
    if (request.method !== "POST") return void response.writeHead(405).end();
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const { id, method } = JSON.parse(Buffer.concat(chunks).toString()) as { id?: number; method: string };
      const own = request.headers["mcp-session-id"];
      if (method === "initialize") {
        session += 1;
        isForgotten = false;
      } else if (isForgotten || own !== `session-${session}`) {
        return void response.writeHead(refusal.status, { "content-type": "text/plain" }).end(refusal.body);
      }
      if (id === undefined) return void response.writeHead(202).end();
      if (method === "server/discover") return void response.writeHead(400).end();
      if (method === "tools/call") calls.push(`session-${session}`);
      response.setHeader("mcp-session-id", `session-${session}`);
      if (method === "tools/call" && breaks) {
        response.writeHead(200, { "content-type": "text/event-stream" });
        response.write(": waiting\n\n");
        return call(response);
      }
      response.writeHead(200, { "content-type": "application/json" });
      response.end(answer(id, { result: plainResults[method] ?? {} }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/mcp`,
    calls,
    called,
    forget(): void {
      isForgotten = true;
    },
    breakCalls(): void {
      breaks = true;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

const good = { name: "mcp_web_good", arguments: {} };

async function benchAt(url: string) {
  const bench = await createAgentBench([{ calls: [good] }, { text: "done" }], {
    settings: serverSettings({ web: { url, timeoutSeconds: 20 } }),
  });
  const opened = value(await bench.client.request("mcp.restart", { name: "web" }));
  expect(opened.server.state).toBe("ready");
  return bench;
}

describe("a server at an address that has forgotten its session", () => {
  it.each([
    [{ status: 400, body: "" }],
    [{ status: 401, body: "" }],
    [{ status: 404, body: "Not Found" }],
    [{ status: 410, body: "" }],
    [{ status: 500, body: "Session not found" }],
    [{ status: 503, body: '{"error":"invalid session id"}' }],
    [{ status: 200, body: "" }],
  ])("and says so with %j is connected anew, and asked once more", async (refusal) => {
    await using server = await startSessions(
      refusal.status === 200 ? { status: 400, body: "No valid session" } : refusal,
    );
    await using bench = await benchAt(server.url);
    server.forget();
    await bench.ask("call it", { mode: "full" });
    expect(server.calls).toEqual(["session-2"]);
    const { server: row } = value(await bench.client.request("mcp.open", { name: "web" }));
    expect(row.state).toBe("ready");
  });

  it("or has a fault of its own is connected anew, and what may have been done is not sent again", async () => {
    await using server = await startSessions({ status: 500, body: "oops" });
    await using bench = await benchAt(server.url);
    server.forget();
    await bench.ask("call it", { mode: "full" });
    expect(server.calls).toEqual([]);
    expect(String(bench.endpoint.requests[1]?.body.messages.at(-1)?.content)).toContain("oops");
    const { server: row } = value(await bench.client.request("mcp.open", { name: "web" }));
    expect(row.state).toBe("resting");
  });

  it("and is killed in a call is noticed at once", async () => {
    await using server = await startSessions({ status: 400, body: "" });
    await using bench = await benchAt(server.url);
    server.breakCalls();
    await bench.send("call it", { mode: "full" });
    (await server.called).destroy();
    await bench.seen.until("server-changed", ({ state }) => state === "resting");
    await bench.seen.until("run-end");
    expect(server.calls).toEqual(["session-1"]);
    expect(String(bench.endpoint.requests[1]?.body.messages.at(-1)?.content)).toContain(
      "not known whether it was done",
    );
  });
});
