import { mkdir, readFile, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { createAgentBench } from "../../support/agent-bench.ts";
import { value } from "../../support/test-home.ts";

type Bench = Awaited<ReturnType<typeof createAgentBench>>;

const done = { text: "done" };

async function writeProfile(bench: Bench, name: string, head: string, body = `You are ${name}.`): Promise<void> {
  const folder = join(bench.home.home, "workspace", "agents", name);
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "AGENT.md"), `---\ndescription: does ${name}\n${head}---\n\n${body}\n`);
}

async function say(bench: Bench, text: string, sessionKey = bench.key): Promise<void> {
  const receipt = value(await bench.client.request("chat.send", { sessionKey, text }));
  if (receipt.kind !== "started") throw new Error(receipt.kind);
  await bench.endOf(receipt.runId);
}

async function answer(bench: Bench, text: string): Promise<string> {
  const receipt = value(await bench.client.request("chat.send", { sessionKey: bench.key, text }));
  return receipt.kind === "answered" ? receipt.text : receipt.kind;
}

function sent(bench: Bench, at = -1) {
  const body = bench.endpoint.requests.at(at)?.body;
  const tools: readonly { readonly function: { readonly name: string } }[] = body?.tools ?? [];
  return {
    system: JSON.stringify(body?.messages[0]),
    tools: tools.map((tool) => tool.function.name),
    model: body?.model,
  };
}

it("an agent that is chosen speaks in place of Perch, with its tools, its skills and its model alone", async () => {
  await using bench = await createAgentBench([done, done]);
  await writeProfile(bench, "scout", "tools: read_file list_*\nskills: pdf\nmax-iterations: 3\n");
  expect(await answer(bench, "/agent Scout")).toBe("scout works in this chat from now on.");
  await say(bench, "hello");
  const { system, tools } = sent(bench);
  expect(system).toContain("You are scout.");
  expect(system).not.toContain("You are Perch");
  expect(system).toContain("Act, do not announce");
  expect(system).toContain("pdf");
  expect(system).not.toContain("skill-creator");
  expect(tools).toEqual(expect.arrayContaining(["read_file", "list_dir"]));
  expect(tools).not.toContain("exec");
  expect(value(await bench.client.request("session.open", { sessionKey: bench.key })).profile).toBe("scout");

  expect(await answer(bench, "/agent perch")).toBe("Perch itself works in this chat from now on.");
  await say(bench, "and now?");
  expect(sent(bench).system).toContain("You are Perch");
  expect(sent(bench).tools).toContain("exec");
});

it("a tool that its agent lacks is not run, whatever the model says", async () => {
  const call = { calls: [{ name: "exec", arguments: { command: "echo hi" } }] };
  await using bench = await createAgentBench([call, done]);
  await writeProfile(bench, "scout", "tools: read_file\n");
  await answer(bench, "/agent scout");
  await say(bench, "hello");
  expect(JSON.stringify(bench.endpoint.requests.at(-1)?.body.messages)).toMatch(/no tool/i);
});

it("a chat keeps the model that its agent brought, and a mode is only ever made stricter", async () => {
  await using bench = await createAgentBench([done]);
  const { client, key } = bench;
  await writeProfile(bench, "planner", "model: x/y\nmode: plan\n");
  await writeProfile(bench, "bold", "mode: full\n");
  value(await client.request("session.update", { sessionKey: key, patch: { profile: "planner" } }));
  const planned = value(await client.request("session.open", { sessionKey: key }));
  expect([planned.profile, planned.model, planned.mode]).toEqual(["planner", "x/y", "plan"]);
  value(await client.request("session.update", { sessionKey: key, patch: { profile: "bold" } }));
  const bold = value(await client.request("session.open", { sessionKey: key }));
  expect([bold.profile, bold.mode]).toEqual(["bold", "plan"]);
  const lax = { profile: "planner", mode: "auto" } as const;
  const made = value(await client.request("session.create", { channel: "cli" })).summary.key;
  value(await client.request("session.update", { sessionKey: made, patch: lax }));
  expect(value(await client.request("session.open", { sessionKey: made })).mode).toBe("plan");
  const own = { profile: "planner", model: "own/model" };
  value(await client.request("session.update", { sessionKey: key, patch: own }));
  expect(value(await client.request("session.open", { sessionKey: key })).model).toBe("own/model");
});

it("an agent that is not there, or cannot be used, is refused in words and changes nothing", async () => {
  await using bench = await createAgentBench([done, done]);
  const { client, key } = bench;
  await writeProfile(bench, "broken", "mode: root\n");
  expect(await answer(bench, "/agent nobody")).toMatch(/no agent “nobody”/);
  expect(await answer(bench, "/agent broken")).toMatch(/cannot be used: Its mode is none of/);
  const refused = await client.request("session.update", { sessionKey: key, patch: { profile: "../x" } });
  expect(refused.ok ? "" : refused.error.code).toBe("not-found");
  await say(bench, "hello");
  expect(sent(bench).system).toContain("You are Perch");
});

it("a chat whose agent is gone says so and runs nothing, until another one is chosen", async () => {
  await using bench = await createAgentBench([done]);
  const { client, key, home } = bench;
  await writeProfile(bench, "scout", "");
  await answer(bench, "/agent scout");
  await writeFile(join(home.home, "workspace", "agents", "scout", "AGENT.md"), "nothing");
  const refused = await client.request("chat.send", { sessionKey: key, text: "hello" });
  expect(refused.ok ? "" : refused.error.message).toMatch(/“scout” cannot be used/);
  expect(bench.endpoint.requests).toHaveLength(0);
  value(await client.request("session.open", { sessionKey: key }));
  await answer(bench, "/agent perch");
  await say(bench, "hello");
});

it("the agent of new chats works in each that begins, and in none that was there", async () => {
  await using bench = await createAgentBench([done, done, done]);
  const { client } = bench;
  await writeProfile(bench, "scout", "");
  await say(bench, "before");
  value(await client.request("settings.update", { patch: { agents: { defaults: { profile: "scout" } } } }));
  await say(bench, "after");
  expect(sent(bench).system).toContain("You are Perch");
  const created = value(await client.request("session.create", { channel: "cli" })).summary.key;
  await say(bench, "hello", created);
  expect(sent(bench).system).toContain("You are scout.");
  expect(value(await client.request("session.open", { sessionKey: created })).profile).toBe("scout");
});

it("agents are listed, made of the template, and kept to one of a name; a link out of the folder is none", async () => {
  await using bench = await createAgentBench([]);
  const { client, home } = bench;
  expect(await answer(bench, "/agent")).toMatch(/no other agents yet/);
  const made = value(await client.request("profile.create", { name: "Tax Helper", description: "Knows: taxes" }));
  expect(made.path).toBe("agents/tax-helper/AGENT.md");
  const again = await client.request("profile.create", { name: "tax helper", description: "x" });
  expect(again.ok ? "" : again.error.code).toBe("conflict");
  const bad = await client.request("profile.create", { name: "perch", description: "x" });
  expect(bad.ok ? "" : bad.error.data).toEqual({ field: "name" });
  const agents = join(home.home, "workspace", "agents");
  await mkdir(join(home.work, "elsewhere"));
  await writeFile(join(home.work, "elsewhere", "AGENT.md"), "---\ndescription: x\n---\nYou");
  await symlink(join(home.work, "elsewhere"), join(agents, "linked"));
  await mkdir(join(agents, "empty"));
  const { profiles } = value(await client.request("profile.list", {}));
  expect(profiles.map(({ name, description, problem }) => [name, description, problem === ""])).toEqual([
    ["linked", "", false],
    ["tax-helper", "Knows: taxes", true],
  ]);
  const listed = value(await client.request("knowledge.list", {})).files.filter(({ kind }) => kind === "agent");
  expect(listed.map(({ path }) => path)).toContain("agents/tax-helper/AGENT.md");
  expect(await answer(bench, "/agent")).toMatch(/tax-helper: Knows: taxes/);
});

it("the example in the template of an agent names tools that there are, a line each", async () => {
  await using bench = await createAgentBench([done]);
  await say(bench, "hello");
  const template = await readFile(join(import.meta.dirname, "../../../resources/agent-template.md"), "utf8");
  const named = /^# tools: (.*)$/m.exec(template)?.[1]?.split(" ") ?? [];
  expect(named.length).toBeGreaterThan(1);
  expect(sent(bench).tools).toEqual(expect.arrayContaining(named));
  expect(template.split("\n---\n")[0]).not.toContain("\n\n");
});

it("an agent that names tools which do not exist says so, and can be chosen all the same", async () => {
  await using bench = await createAgentBench([]);
  await writeProfile(bench, "scout", "tools: read_file list_files mcp_mail_* find_* look\\u202e* *\n");
  await writeProfile(bench, "whole", "tools: read_file\n");
  const { profiles } = value(await bench.client.request("profile.list", {}));
  expect(profiles.map(({ name, problem, warning }) => [name, problem, warning])).toEqual([
    ["scout", "", expect.stringMatching(/do not exist: list_files, look\\u202e\*\./)],
    ["whole", "", ""],
  ]);
  expect(await answer(bench, "/agent")).toMatch(/scout: does scout \(It names tools that do not exist: list_files/);
  expect(await answer(bench, "/agent scout")).toBe("scout works in this chat from now on.");
});
