import { describe, expect, it } from "vitest";
import { createAgentBench } from "../../support/agent-bench.ts";
import { startHttpServer } from "../../support/mcp/http-server.ts";
import { serverSettings } from "../../support/mcp/servers.ts";
import { createTestHome, terminal, value } from "../../support/test-home.ts";

/** How a server at this address stands after it was tried. */
async function tried(settings: object) {
  await using home = await createTestHome();
  await home.config(serverSettings({ web: settings }));
  const client = home.open().connect(terminal);
  return value(await client.request("mcp.restart", { name: "web" }));
}

describe("a server at an address", () => {
  it("is asked with its headers, and its tools are used", async () => {
    await using server = await startHttpServer({ authorization: "Bearer a-key-of-the-server" });
    const headers = { Authorization: "Bearer a-key-of-the-server" };
    await using bench = await createAgentBench(
      [{ calls: [{ name: "mcp_web_add", arguments: { a: 2, b: "3" } }] }, { text: "five" }],
      { settings: serverSettings({ web: { url: server.url, headers } }) },
    );
    await bench.ask("add", { mode: "full" });
    const result = bench.endpoint.requests[1]?.body.messages.at(-1);
    expect(result?.content).toBe("5");
    expect(server.requests.every((request) => request.headers.authorization === headers.Authorization)).toBe(true);
  });

  it("of the newest protocol has an argument as a header too, in the one request, where its list says so", async () => {
    await using server = await startHttpServer({ mirrors: true });
    await using bench = await createAgentBench(
      [{ calls: [{ name: "mcp_web_query", arguments: { region: "Zürich" } }] }, { text: "done" }],
      { settings: serverSettings({ web: { url: server.url } }) },
    );
    await bench.ask("query", { mode: "full" });
    expect(bench.endpoint.requests[1]?.body.messages.at(-1)?.content).toBe("asked Zürich");
    const calls = server.requests.filter(({ headers }) => headers["mcp-method"] === "tools/call");
    const region = `=?base64?${Buffer.from("Zürich").toString("base64")}?=`;
    expect(calls.map(({ headers }) => headers["mcp-param-region"])).toEqual([region]);
  });

  it("passes all five stages, and one that reads whatever address it is given is not taken as one that reads", async () => {
    await using server = await startHttpServer();
    const { server: row, tools } = await tried({ url: server.url });
    expect(row).toMatchObject({ state: "ready", title: "web-server 2.0.0", toolCount: 2, problem: null });
    expect(row.stages.map(({ stage, state }) => [stage, state])).toEqual([
      ["found", "passed"],
      ["started", "passed"],
      ["initialised", "passed"],
      ["tools-listed", "passed"],
      ["test-call", "passed"],
    ]);
    expect(tools.map(({ name, effect }) => [name, effect])).toEqual([
      ["add", "read"],
      ["fetch", "send"],
    ]);
  });

  it.each([
    [{ status: 401 }, "wants a key", "Authorization header"],
    [{ status: 403 }, "refused", "Authorization header"],
    [{ status: 404 }, "There is no MCP server at", "Check the address"],
    [{ status: 500 }, "a fault of its own (status 500)", "Try again later"],
    [
      { status: 200, headers: { "content-type": "text/html" }, body: "<html>Sign in</html>" },
      "does not answer as an MCP server",
      "Check the address",
    ],
    [{ status: 302, headers: { location: "https://elsewhere.test/" } }, "another place", "Check the address"],
  ])("that answers %j is told so", async (instead, message, nextStep) => {
    await using server = await startHttpServer({ instead });
    const { server: row } = await tried({ url: server.url, timeoutSeconds: 5 });
    expect(row.state).toBe("failed");
    expect(row.problem?.message).toContain(message);
    expect(row.problem?.nextStep).toContain(nextStep);
  });

  it("that never answers holds nobody up who closes Perch", async () => {
    await using server = await startHttpServer({ instead: "silence" });
    const home = await createTestHome();
    await home.config(serverSettings({ web: { url: server.url } }));
    const client = home.open().connect(terminal);
    value(await client.request("mcp.list", {}));
    await expect.poll(() => server.requests.length).toBeGreaterThan(0);
    await home[Symbol.asyncDispose]();
  }, 15_000);

  it("that was removed while it was first asked is let go of", async () => {
    await using server = await startHttpServer({ instead: "silence" });
    await using home = await createTestHome();
    await home.config(serverSettings({ web: { url: server.url } }));
    const client = home.open().connect(terminal);
    const tried = client.request("mcp.restart", { name: "web" });
    await expect.poll(() => server.open).toBe(1);
    value(await client.request("mcp.remove", { name: "web" }));
    await expect.poll(() => server.open).toBe(0);
    await tried;
  });

  it("where nothing listens is not running, and a name that nobody knows is not found", async () => {
    const closed = await startHttpServer();
    await closed[Symbol.asyncDispose]();
    expect((await tried({ url: closed.url })).server.problem?.message).toContain("Nothing answers at 127.0.0.1");
    expect((await tried({ url: "http://no-such-host.invalid/mcp" })).server.problem?.message).toContain(
      "No computer is called",
    );
    expect((await tried({ url: "ftp://x" })).server.problem?.message).toContain("no web address");
  });
});
