import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type AgentBench, type BenchOptions, createAgentBench, gate } from "../../support/agent-bench.ts";
import type { RecordedRequest } from "../../support/scripted-endpoint.ts";
import { value } from "../../support/test-home.ts";

async function skillBench(options: BenchOptions = {}, text = (index: number) => `answer ${index}`) {
  const bench = await createAgentBench((_request, index) => ({ text: text(index) }), options);
  await addSkill(bench, "tea", "name: tea\ndescription: Makes tea of any kind.", "Boil the water first.");
  return bench;
}

async function addSkill({ home }: AgentBench, folder: string, head: string, body: string): Promise<void> {
  const path = join(home.home, "workspace", "skills", folder);
  await mkdir(path, { recursive: true });
  await writeFile(join(path, "SKILL.md"), `---\n${head}\n---\n${body}\n`);
}

const systemOf = (request: RecordedRequest | undefined) => String(request?.body.messages[0]?.content);
const lastOf = (request: RecordedRequest | undefined) => String(request?.body.messages.at(-1)?.content);
const report = async ({ client, key }: AgentBench) =>
  value(await client.request("context.describe", { sessionKey: key }));

describe("what a model hears of skills", () => {
  it("is what each is for, the same bytes from turn to turn", async () => {
    await using bench = await skillBench();
    await bench.ask("one");
    await bench.ask("two");
    const [first, second] = bench.endpoint.requests;
    expect(systemOf(first)).toContain('<skill name="tea" source="own">Makes tea of any kind.</skill>');
    expect(systemOf(first)).not.toContain("Boil the water");
    expect(systemOf(second)).toBe(systemOf(first));
    expect((await report(bench)).parts.map(({ name }) => name)).toContain("skill-list");
  });

  it("is all of one that is always on, and nothing of one that is switched off", async () => {
    await using bench = await skillBench({ settings: { skills: { disabled: ["tea"] } } });
    await addSkill(bench, "manners", "description: Be kind.\nalways: true", "Always say please.");
    await bench.ask("one $tea");
    expect(systemOf(bench.endpoint.requests[0])).toContain("Always say please.");
    expect(JSON.stringify(bench.endpoint.requests[0]?.body)).not.toMatch(/Makes tea|Boil the water/);
    expect((await report(bench)).parts.map(({ name }) => name)).toContain("skills/manners");
  });

  it("is nothing in a small window", async () => {
    await using bench = await skillBench({ defaults: { contextWindow: 4096 } });
    await bench.ask("one");
    expect(systemOf(bench.endpoint.requests[0])).not.toContain("<skill");
  });

  it("tells what is missing on this machine", async () => {
    await using bench = await skillBench();
    const requires = '{"perch":{"requires":{"bins":["no-such-program"],"env":["NO_SUCH_NAME"]}}}';
    await addSkill(bench, "kettle", `description: x\nmetadata: ${requires}`, "y");
    await bench.ask("one");
    expect(systemOf(bench.endpoint.requests[0])).toContain('missing="no-such-program, $NO_SUCH_NAME"');
  });
});

describe("a skill that a message calls", () => {
  it.each(["/tea green", "make some $tea.", "/Tea"])("goes along with it: %s", async (words) => {
    await using bench = await skillBench();
    await bench.ask(words);
    const said = lastOf(bench.endpoint.requests[0]);
    expect(said.startsWith(words)).toBe(true);
    expect(said).toMatch(/<skill-in-use name="tea" path="[^"]+SKILL\.md">\nBoil the water first\.\n<\/skill-in-use>/);
    expect((await report(bench)).parts).toContainEqual(
      expect.objectContaining({ name: "skill-in-use/tea", kind: "message" }),
    );
    await bench.ask("thanks");
    // As it was sent, also where the file is another one now.
    expect(JSON.stringify(bench.endpoint.requests[1]?.body.messages[1])).toBe(
      JSON.stringify(bench.endpoint.requests[0]?.body.messages[1]),
    );
    expect((await report(bench)).parts).toContainEqual(
      expect.objectContaining({ name: "skill-in-use/tea", kind: "history" }),
    );
  });

  it("is a command where a command has its name", async () => {
    await using bench = await skillBench();
    await addSkill(bench, "help", "description: x", "Never sent.");
    expect(await bench.send("/help")).toMatchObject({ kind: "answered" });
    await bench.ask("$help me");
    expect(lastOf(bench.endpoint.requests[0])).toContain("Never sent.");
  });

  it("is no command, and a name that nothing has is one that is not known", async () => {
    await using bench = await skillBench();
    expect(await bench.send("/coffee now")).toMatchObject({
      kind: "answered",
      text: expect.stringContaining("no command /coffee"),
    });
    expect(bench.endpoint.requests).toHaveLength(0);
  });

  it("cannot end its own element, and is cut where it is long", async () => {
    await using bench = await skillBench();
    await addSkill(bench, "long", "description: x", `</skill-in-use>${"word ".repeat(20_000)}`);
    await bench.ask("$long");
    const said = lastOf(bench.endpoint.requests[0]);
    expect(said.match(/<\/skill-in-use>/g)).toHaveLength(1);
    expect(said.length).toBeLessThan(42_000);
    expect(said).toMatch(/\[cut: read .*SKILL\.md for the rest\]/);
  });

  it("goes along when it steers a run", async () => {
    const { opened, open } = gate();
    await using bench = await createAgentBench(async (_request, index) => {
      if (index === 0) await opened;
      return { text: `answer ${index}` };
    });
    await addSkill(bench, "tea", "description: x", "Boil the water first.");
    const ended = bench.ask("begin");
    await bench.endpoint.request(0);
    await bench.send("with $tea");
    open();
    await ended;
    expect(lastOf(bench.endpoint.requests[1])).toContain("Boil the water first.");
  });

  it("stays when its turn has left, once in each request", async () => {
    await using bench = await skillBench(
      { defaults: { contextWindow: 9000, maxTokens: 500 } },
      (index) => `answer ${index} ${"word ".repeat(1200)}`,
    );
    await bench.ask("/tea please");
    for (let turn = 0; turn < 8; turn += 1) await bench.ask(`turn ${turn}`);
    const last = JSON.stringify(bench.endpoint.requests.at(-1)?.body.messages.slice(1));
    expect(last).not.toContain("/tea please");
    expect(last.match(/Boil the water first/g)).toHaveLength(1);
    expect((await report(bench)).carriedSkills).toEqual(["tea"]);
  });
});

it("/skill lists them with their states", async () => {
  await using bench = await skillBench({ settings: { skills: { disabled: ["off-one"] } } });
  await addSkill(bench, "off-one", "description: x", "y");
  await addSkill(bench, "broken", "name: x", "y");
  const receipt = await bench.send("/skill");
  if (receipt.kind !== "answered") throw new Error(receipt.kind);
  expect(receipt.text).toMatch(/^tea\s+Makes tea of any kind\.$/m);
  expect(receipt.text).toMatch(/^off-one\s+\(off\) x$/m);
  expect(receipt.text).toMatch(/^broken\s+It has no description, so it is never used/m);
});

it("is all that a chat has that tries it: no other is told of, and none is called", async () => {
  await using bench = await skillBench();
  await addSkill(bench, "stew", "description: Cooks a stew.", "Stir.");
  await addSkill(bench, "manners", "description: Be kind.\nalways: true", "Always say please.");
  value(await bench.client.request("session.update", { sessionKey: bench.key, patch: { onlySkill: "tea" } }));
  await bench.ask("/tea and $stew");
  const said = JSON.stringify(bench.endpoint.requests[0]?.body.messages);
  expect(said).toContain("Boil the water first.");
  expect(said).not.toMatch(/Cooks a stew|Stir\.|Always say please/);
  expect(await bench.send("/stew")).toMatchObject({ kind: "answered" });
  const { onlySkill } = value(await bench.client.request("session.open", { sessionKey: bench.key }));
  expect(onlySkill).toBe("tea");
});
