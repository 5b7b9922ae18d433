import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { toNodeHandler } from "@modelcontextprotocol/node";
import { acceptedContent, createMcpHandler, inputRequired, McpServer } from "@modelcontextprotocol/server";
import { describe, expect, it } from "vitest";
import type { McpAsk } from "../../../src-preload/contract/mcp-asks.ts";
import type { RouteCall } from "../../../src-preload/contract/routes.ts";
import { z } from "../../../src-preload/contract/zod.ts";
import { type AgentBench, createAgentBench } from "../../support/agent-bench.ts";
import { askingServer, serverSettings } from "../../support/mcp/servers.ts";
import { value } from "../../support/test-home.ts";

/** A chat whose first reply calls this tool of the asking server. */
function benchFor(...tools: readonly string[]) {
  const calls = tools.map((tool) => ({ name: `mcp_desk_${tool}`, arguments: {} }));
  return createAgentBench([{ calls }, { text: "done" }], { settings: serverSettings({ desk: askingServer() }) });
}

async function asked(bench: AgentBench): Promise<McpAsk> {
  return (await bench.seen.until("ask-opened")).ask;
}

function answer(bench: AgentBench, call: RouteCall<"ask.answer">) {
  return bench.client.request("ask.answer", call);
}

/** Sends, answers the first question in this way, and waits for the end; what the tool answered. */
async function exchange(bench: AgentBench, how: Omit<RouteCall<"ask.answer">, "id">): Promise<unknown> {
  const started = await bench.send("go", { mode: "full" });
  const { id } = await asked(bench);
  value(await answer(bench, { id, ...how }));
  await bench.endOf(started.kind === "started" ? started.runId : "");
  return resultOf(bench);
}

function resultOf(bench: AgentBench): unknown {
  const messages = bench.endpoint.requests[1]?.body.messages ?? [];
  const content = messages.find(({ role }) => role === "tool")?.content;
  try {
    return JSON.parse(String(content));
  } catch {
    return content;
  }
}

async function logOf(bench: AgentBench): Promise<string> {
  const { log } = value(await bench.client.request("mcp.open", { name: "desk" }));
  return log.map(({ text }) => text).join("\n");
}

const booked = { name: "Ada", guests: 3, outside: false, meal: "d", wishes: ["w", "q"], email: "" };

describe("a server that asks for something in the middle of a call", () => {
  it("is told what the person filled in, which stands in its chat until then", async () => {
    await using bench = await benchFor("book");
    const started = await bench.send("go", { mode: "full" });
    const ask = await asked(bench);
    expect(ask).toMatchObject({ server: "desk", sessionKey: bench.key, parent: null });
    expect(ask.runId).toBe(started.kind === "started" ? started.runId : "");
    expect(ask.message).toBe("Which table would you like? **Really**");
    const fields = ask.asked.kind === "form" ? ask.asked.fields : [];
    expect(
      fields.map(({ name, title, isRequired, isSecret, input }) => [name, title, isRequired, isSecret, input.kind]),
    ).toEqual([
      ["name", "Your name", true, false, "text"],
      ["email", "email", false, false, "text"],
      ["guests", "Guests", true, false, "number"],
      ["outside", "Outside", false, false, "truth"],
      ["meal", "Meal", true, false, "choice"],
      ["wishes", "Wishes", false, false, "choices"],
      ["card_token", "Card token", false, true, "text"],
    ]);
    expect(fields[4]?.input).toMatchObject({ choices: [{ label: "Lunch" }, { value: "d", label: "Dinner" }] });
    expect(value(await bench.client.request("ask.list", {})).asks).toEqual([ask]);
    value(await answer(bench, { id: ask.id, action: "accept", values: booked }));
    await bench.endOf(started.kind === "started" ? started.runId : "");
    const { email: _, ...content } = booked;
    expect(resultOf(bench)).toEqual({ action: "accept", content });
    expect(value(await bench.client.request("ask.list", {})).asks).toEqual([]);
    expect(await logOf(bench)).toContain("It asked you, and you answered: Which table");
  });

  it("waits on where a value does not fit, and names its field", async () => {
    await using bench = await benchFor("book");
    await bench.send("go", { mode: "full" });
    const { id } = await asked(bench);
    const wrong: readonly (readonly [RouteCall<"ask.answer">["values"], string, string])[] = [
      [{ ...booked, name: "A" }, "name", "At least 2 characters"],
      [{ ...booked, guests: 2.5 }, "guests", "no whole number"],
      [{ ...booked, guests: 9 }, "guests", "At most 8"],
      [{ ...booked, meal: "x" }, "meal", "Choose one"],
      [{ ...booked, wishes: ["w", "q", "c"] }, "wishes", "at most 2"],
      [{ ...booked, email: "nobody" }, "email", "no email address"],
      [{ name: "Ada", meal: "l" }, "guests", "Fill this in"],
    ];
    for (const [values, field, words] of wrong) {
      const refused = await answer(bench, { id, action: "accept", values });
      expect(refused).toMatchObject({ ok: false, error: { code: "invalid-input", data: { field } } });
      expect(refused.ok ? "" : refused.error.message).toContain(words);
    }
    expect(value(await bench.client.request("ask.list", {})).asks).toHaveLength(1);
  });

  it.each(["decline", "cancel"] as const)("is told of a %s, and of no value", async (action) => {
    await using bench = await benchFor("book");
    expect(await exchange(bench, { action, values: booked })).toEqual({ action });
  });

  it("may ask for a yes alone, with a form that has no fields", async () => {
    await using bench = await benchFor("confirm");
    expect(await exchange(bench, { action: "accept" })).toEqual({ action: "accept", content: {} });
  });

  it("names a page to open, whose host is told as a browser reads it", async () => {
    await using bench = await benchFor("visit");
    expect(await exchange(bench, { action: "accept" })).toEqual({ action: "accept" });
    const { ask } = await bench.seen.until("ask-opened");
    expect(ask.asked).toEqual({ kind: "address", url: "https://user@sign.example/paper?id=7", host: "sign.example" });
  });

  it.each([
    ["visit_file", "the address is no web page"],
    ["odd", "of a kind that a form does not have"],
  ])("is told that %s cannot be asked, and nobody sees it", async (tool, words) => {
    await using bench = await benchFor(tool);
    await bench.ask("go", { mode: "full" });
    expect(JSON.stringify(resultOf(bench))).toContain(words);
    expect(bench.seen.events.some(({ type }) => type === "ask-opened")).toBe(false);
    expect(await logOf(bench)).toContain(words);
  });

  it("is declined where nobody is there to be asked", async () => {
    await using bench = await benchFor("book");
    await bench.ask("go", { mode: "full", whenAsked: "deny" });
    expect(resultOf(bench)).toEqual({ action: "decline" });
    expect(await logOf(bench)).toContain("nobody was there");
  });

  it("asks no more once its run is stopped", async () => {
    await using bench = await benchFor("book");
    const started = await bench.send("go", { mode: "full" });
    const { id } = await asked(bench);
    value(await bench.client.request("chat.stop", { sessionKey: bench.key }));
    await bench.seen.until("ask-closed", (event) => event.id === id && event.action === "cancel");
    await bench.endOf(started.kind === "started" ? started.runId : "");
    expect(value(await bench.client.request("ask.list", {})).asks).toEqual([]);
    expect(await answer(bench, { id, action: "accept" })).toMatchObject({ error: { code: "not-found" } });
  });

  it("asks no more once it is ended, or another one in its place", async () => {
    await using bench = await benchFor("book");
    await bench.send("go", { mode: "full" });
    const { id } = await asked(bench);
    await bench.client.request("mcp.restart", { name: "desk" });
    await bench.seen.until("ask-closed", (event) => event.id === id && event.action === "cancel");
  });

  it("may want a page opened before a call, which the model is told of", async () => {
    await using bench = await benchFor("needs_page");
    expect(await exchange(bench, { action: "accept" })).toContain("call it again once they say that it is done");
    const { ask } = await bench.seen.until("ask-opened");
    expect(ask).toMatchObject({ message: "Connect your account.", asked: { host: "connect.example" } });
  });
});

/** A server of the newest protocol, whose tool wants a name, and then a yes, before it answers. */
async function startRounds(mostRounds: number) {
  const handle = toNodeHandler(
    createMcpHandler(() => {
      const server = new McpServer({ name: "rounds", version: "1.0.0" });
      server.registerTool("greet", { inputSchema: z.object({}) }, (_args, { mcpReq }) => {
        const round = Number(mcpReq.requestState<string>() ?? "0");
        const said = acceptedContent<{ word: string }>(mcpReq.inputResponses, "word");
        if (round > 0 && said === undefined) return { content: [{ type: "text", text: "nobody said anything" }] };
        if (round < mostRounds) {
          const requestedSchema = { type: "object" as const, properties: { word: { type: "string" as const } } };
          return inputRequired({
            inputRequests: { word: inputRequired.elicit({ message: `Round ${round}`, requestedSchema }) },
            requestState: String(round + 1),
          });
        }
        return { content: [{ type: "text", text: `last word: ${said?.word}` }] };
      });
      return server;
    }),
  );
  const server = createServer((request, response) => {
    void handle(Object.assign(request, { method: request.method ?? "", url: request.url ?? "" }), response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/mcp`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

describe("an answer that needs more input first", () => {
  async function play(rounds: number, answers: number): Promise<unknown> {
    await using server = await startRounds(rounds);
    const settings = serverSettings({ desk: { url: server.url } });
    const calls = [{ name: "mcp_desk_greet", arguments: {} }];
    await using bench = await createAgentBench([{ calls }, { text: "done" }], { settings });
    const started = await bench.send("go", { mode: "full" });
    for (let round = 0; round < answers; round += 1) {
      const { ask } = await bench.seen.until("ask-opened", (event) => event.ask.message === `Round ${round}`);
      value(await answer(bench, { id: ask.id, action: "accept", values: { word: `word ${round}` } }));
    }
    await bench.endOf(started.kind === "started" ? started.runId : "");
    expect(bench.seen.events.some((event) => event.type === "tool-progress" && event.text.includes("Fulfilling"))).toBe(
      false,
    );
    return resultOf(bench);
  }

  it("is given it in rounds, each from the person", async () => {
    expect(await play(2, 2)).toBe("last word: word 1");
  });

  it("is given up after ten", async () => {
    expect(await play(50, 10)).toContain("after 10 rounds");
  });
});
