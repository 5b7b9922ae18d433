import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { createAgentBench } from "../../support/agent-bench.ts";
import { value } from "../../support/test-home.ts";

it("a configured key that a tool comes upon reaches neither the model, the transcript nor the window", async () => {
  const calls = [
    { name: "exec", arguments: { command: "cat ../home/config.json; base64 -w 20 ../home/config.json" }, id: "shell" },
    { name: "read_file", arguments: { path: "notes.txt" }, id: "read" },
    { name: "edit_file", arguments: { path: "notes.txt", oldText: "one", newText: "two" }, id: "edit" },
    { name: "exec", arguments: { command: "cat ../home/config.json >&2; exit 3" }, id: "fails" },
  ];
  await using bench = await createAgentBench([{ calls }, { text: "done" }]);
  await writeFile(join(bench.home.work, "notes.txt"), "one\nthe key is test-key\n");
  await bench.ask("show me", { mode: "full" });
  const sent = bench.endpoint.requests[1]?.body.messages.filter(({ role }) => role === "tool") ?? [];
  expect(sent).toHaveLength(calls.length);
  expect(String(sent[0]?.content)).toContain('"apiKey":"[key]"');
  const encoded = Buffer.from("test-key").toString("base64").slice(0, -2);
  const kept = JSON.stringify([sent, await bench.messages(), bench.seen.events]);
  expect(kept).toContain("[key]");
  expect(kept).not.toContain("test-key");
  expect(kept.replaceAll("\\n", "")).not.toContain(encoded);
});

it("a header whose value lies in the key store goes to the endpoint, and nowhere else", async () => {
  const provider = { extraHeaders: { "X-Api-Key": "secret:of-the-header", "X-Team": "blue" } };
  await using bench = await createAgentBench([{ text: "It is value-of-the-header." }]);
  await bench.home.host.secrets.set("of-the-header", "value-of-the-header");
  value(await bench.client.request("settings.update", { patch: { providers: { custom: provider } } }));
  const end = await bench.ask("hello");
  expect(bench.endpoint.requests[0]?.headers).toMatchObject({ "x-api-key": "value-of-the-header", "x-team": "blue" });
  expect(end.text).toBe("It is [key].");
});
