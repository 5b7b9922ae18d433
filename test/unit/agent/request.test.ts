import { writeFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { createAgentBench } from "../../support/agent-bench.ts";

/** One dot. */
const png = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

const texts = (messages: readonly { readonly role: string; readonly content: unknown }[]) =>
  messages.filter((message) => message.role === "user").map((message) => String(message.content).split("\n")[0]);

describe("the request", () => {
  it("keeps system prompt and tools byte for byte from turn to turn, with the time beside the message", async () => {
    await using bench = await createAgentBench((_request, index) => ({ text: `answer ${index}` }));
    for (const text of ["one", "two", "three"]) await bench.ask(text);
    const bodies = bench.endpoint.requests.map((request) => request.body);
    const systems = new Set(bodies.map((body) => JSON.stringify([body.messages[0], body.tools])));
    expect(systems.size).toBe(1);
    const prefix = (index: number) => JSON.stringify(bodies[index]?.messages).slice(0, -1);
    expect(JSON.stringify(bodies[2]?.messages).startsWith(prefix(1).slice(0, prefix(0).length))).toBe(true);
    expect(JSON.stringify(bodies[1]?.messages).startsWith(prefix(0))).toBe(true);
    expect(String(bodies[0]?.messages.at(-1)?.content)).toMatch(/<now>\w+ \d{4}-\d\d-\d\d \d\d:\d\d /);
    expect(String(bodies[0]?.messages[0]?.content)).not.toMatch(/<now>/);
  });

  it("holds a workspace file once the user changed it, and a template never", async () => {
    await using bench = await createAgentBench((_request, index) => ({ text: `answer ${index}` }));
    await bench.ask("one");
    expect(String(bench.endpoint.requests[0]?.body.messages[0]?.content)).not.toMatch(/Rules for the agent/);
    await writeFile(`${bench.home.home}/workspace/USER.md`, "The user is called Robin.");
    await bench.ask("two");
    expect(String(bench.endpoint.requests[1]?.body.messages[0]?.content)).toMatch(/called Robin/);
  });

  it("trims a long history to the window, starting at a user message with calls and results together", async () => {
    await using bench = await createAgentBench(
      (request) => {
        const last = request.body.messages.at(-1);
        return last?.role === "tool"
          ? { text: "word ".repeat(300) }
          : { calls: [{ name: "read_file", arguments: { path: "big.txt" } }] };
      },
      { defaults: { contextWindow: 8000, maxTokens: 1000 } },
    );
    await bench.write("big.txt", "some words\n".repeat(600));
    for (let turn = 0; turn < 8; turn += 1) await bench.ask(`turn ${turn}`);
    for (const { body } of bench.endpoint.requests) {
      expect(JSON.stringify(body.messages).length / 3.5).toBeLessThan(8000);
      expect(body.messages[0]?.role).toBe("system");
      expect(body.messages[1]?.role).toBe("user");
      const called = body.messages.flatMap((message) => message.tool_calls?.map((call) => call.id) ?? []);
      const answered = body.messages.flatMap((message) => (message.role === "tool" ? [message.tool_call_id] : []));
      expect(answered).toEqual(called);
    }
    expect(texts(bench.endpoint.requests.at(-1)?.body.messages ?? []).at(-1)).toMatch(/^turn 7/);
  });

  it("learns the window from an overflow, trims and asks once more", async () => {
    const overflow = {
      status: 400,
      body: {
        error: {
          code: "context_length_exceeded",
          message:
            "This model's maximum context length is 4000 tokens. However, your messages resulted in 9000 tokens.",
        },
      },
    };
    await using bench = await createAgentBench((_request, index) =>
      index === 3 ? overflow : { text: "word ".repeat(800) },
    );
    for (let turn = 0; turn < 4; turn += 1) await bench.ask(`turn ${turn}`);
    const sizes = bench.endpoint.requests.map((request) => JSON.stringify(request.body.messages).length);
    expect(bench.endpoint.requests).toHaveLength(5);
    expect(sizes[4]).toBeLessThan(sizes[3] ?? 0);
  });

  it("sends an image with its own turn and names it by its path afterwards", async () => {
    await using bench = await createAgentBench((_request, index) => ({ text: `answer ${index}` }));
    const path = `${bench.home.work}/dot.png`;
    await writeFile(path, png);
    await bench.ask("what is this?", { media: [{ kind: "image", path, mediaType: "image/png" }] });
    await bench.ask("and now?");
    const [first, second] = bench.endpoint.requests.map((request) => JSON.stringify(request.body.messages[1]));
    expect(first).toMatch(/image_url.*data:image\/png;base64/);
    expect(second).not.toMatch(/base64/);
    expect(second).toContain(`[image: ${path}]`);
  });

  it("names a picture in whose place something else lies, and does not send it", async () => {
    await using bench = await createAgentBench([{ text: "nothing to see" }]);
    const path = `${bench.home.work}/dot.png`;
    await writeFile(path, "token = made-up");
    await bench.ask("what is this?", { media: [{ kind: "image", path, mediaType: "image/png" }] });
    const sent = JSON.stringify(bench.endpoint.requests[0]?.body.messages);
    expect(sent).toContain(`[image: ${path}]`);
    expect(sent).not.toMatch(/base64/);
    expect(bench.home.logged.join("\n")).toContain("its bytes are no picture");
  });

  it("sends an image that a tool read in a message after the results", async () => {
    await using bench = await createAgentBench([
      { calls: [{ name: "read_file", arguments: { path: "dot.png" } }] },
      { text: "a dot" },
    ]);
    await writeFile(`${bench.home.work}/dot.png`, png);
    await bench.ask("look at it");
    const messages = bench.endpoint.requests[1]?.body.messages ?? [];
    expect(messages.map((message) => message.role)).toEqual(["system", "user", "assistant", "tool", "user"]);
    expect(JSON.stringify(messages.at(-1))).toMatch(/image_url/);
  });

  it("keeps an image that a tool read together with its call when older messages leave", async () => {
    await using bench = await createAgentBench(
      ({ body }, index) => {
        if (index === 0) return { calls: [{ name: "read_file", arguments: { path: "dot.png" } }] };
        return { text: body.messages.length > 5 ? "word ".repeat(250) : "a dot" };
      },
      { defaults: { contextWindow: 12_000 } },
    );
    await writeFile(`${bench.home.work}/dot.png`, png);
    await bench.ask(`look at it, ${"and here is a lot to read. ".repeat(500)}`);
    for (let turn = 0; turn < 12; turn += 1) await bench.ask(`turn ${turn}`);
    const shown = bench.endpoint.requests.map(({ body }) => body.messages.slice(1));
    expect(shown.at(-1)?.length).toBeLessThan(28);
    for (const messages of shown) {
      expect(messages[0]?.role).toBe("user");
      const called = messages.flatMap((message) => message.tool_calls?.map((call) => call.id) ?? []);
      const answered = messages.flatMap((message) => (message.role === "tool" ? [message.tool_call_id] : []));
      expect(answered).toEqual(called);
      const carriers = messages.filter(({ content }) => JSON.stringify(content).includes("The image that"));
      expect(carriers).toHaveLength(called.length);
    }
  });
});
