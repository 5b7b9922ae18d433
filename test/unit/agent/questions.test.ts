import { describe, expect, it } from "vitest";
import { createAgentBench } from "../../support/agent-bench.ts";
import { value } from "../../support/test-home.ts";

const question = { name: "ask_user", arguments: { question: "Which year?", options: ["2024", "2025"] } };

describe("a question to the person", () => {
  it("ends the turn, runs nothing behind it, and is answered by the next message", async () => {
    const write = { name: "write_file", arguments: { path: "a.txt", content: "x" } };
    await using bench = await createAgentBench([{ calls: [question, write] }, { text: "Then 2025 it is." }], {
      settings: { approvals: { mode: "full" } },
    });
    const end = await bench.ask("sort them");
    expect(end).toMatchObject({ reason: "answer", text: "Which year?\n1. 2024\n2. 2025" });
    await expect(bench.read("a.txt")).rejects.toThrow("ENOENT");
    const { sessions } = value(await bench.client.request("session.list", {}));
    expect(sessions).toMatchObject([{ state: "asks", preview: "Which year?" }]);
    const asked = (await bench.messages()).find((message) => message.role === "tool" && message.name === "ask_user");
    expect(asked).toMatchObject({
      details: { status: "ok", question: { text: "Which year?", options: ["2024", "2025"] } },
    });
    expect((await bench.ask("2025")).text).toBe("Then 2025 it is.");
    const sent = (await bench.endpoint.request(1)).body.messages;
    expect(sent.at(-1)).toMatchObject({ role: "user" });
    expect(sent.filter(({ role }: { role: string }) => role === "tool")).toHaveLength(2);
  });

  it("is refused where nobody is there, and the turn goes on", async () => {
    await using bench = await createAgentBench([{ calls: [question] }, { text: "I took the newest." }]);
    const end = await bench.ask("sort them", { whenAsked: "deny" });
    expect(end).toMatchObject({ reason: "answer", text: "I took the newest." });
    expect(JSON.stringify((await bench.endpoint.request(1)).body.messages.at(-1))).toContain("Nobody is there");
  });
});

describe("the plan of a turn", () => {
  it("is kept with the step, whole", async () => {
    const items = [
      { text: "Read", state: "done" },
      { text: "Write", state: "doing" },
    ];
    await using bench = await createAgentBench([
      { calls: [{ name: "todo", arguments: { items } }] },
      { text: "Done." },
    ]);
    await bench.ask("do it");
    const kept = (await bench.messages()).find((message) => message.role === "tool");
    expect(kept).toMatchObject({ content: "Noted: 1 of 2 left.", details: { todo: items } });
  });
});
