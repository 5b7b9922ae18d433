import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createShortener } from "../../../src-main/health/diagnosis/shorten.ts";
import { jobDraftSchema } from "../../../src-preload/contract/automations.ts";
import { diagnosisNames } from "../../../src-preload/contract/diagnosis.ts";
import { type AgentBench, createAgentBench } from "../../support/agent-bench.ts";
import { value } from "../../support/test-home.ts";
import { contentsOf } from "../../support/unzip.ts";

/* What is given to a stranger holds nothing of the person's. Each place has a canary. */

const keys = {
  apiKey: "canary-api-key-4711",
  header: "canary-header-key-4712",
  envKey: "canary-environment-key-4713",
  mcpToken: "canary-server-token-4714",
  proxy: "canary-proxy-password-4715",
};
const said = {
  chat: "canarychat about the divorce",
  memory: "canarymemory allergic to nuts",
  job: "canaryjob call the lawyer",
  prompt: "canaryprompt write to the court",
  file: "canaryfile tax fraud 2026.pdf",
  folder: "canaryfolder",
  server: "canaryserver",
  skill: "canaryskill",
};
let bench: AgentBench;

beforeEach(async () => {
  bench = await createAgentBench(() => ({ text: `answer with ${said.chat}` }), {
    env: { OPENAI_API_KEY: keys.envKey },
    settings: {
      network: { proxy: `http://me:${keys.proxy}@127.0.0.1:1` },
      providers: {
        custom: { apiBase: "http://127.0.0.1:1/v1", apiKey: keys.apiKey, extraHeaders: { Authorization: keys.header } },
      },
      tools: {
        web: { allowPrivateHosts: ["canaryhost.lan"] },
        mcpServers: { [said.server]: { command: `/opt/${said.folder}/run`, env: { TOKEN: keys.mcpToken } } },
      },
    },
  });
});
afterEach(() => bench[Symbol.asyncDispose]());

const read = async (name: (typeof diagnosisNames)[number]): Promise<string> =>
  value(await bench.client.request("diagnosis.read", { name })).text;

/** As features log: words of theirs in `message`, everything else beside it. */
async function plantLog(): Promise<void> {
  const { home, work } = bench.home;
  const path = join(work, said.folder, said.file);
  const lines = [
    { message: "a file could not be read", path, reason: `ENOENT: no such file or directory, open '${path}'` },
    { message: "a file could not be read", reason: `${path}: permission denied` },
    { message: "a file could not be read", error: `Could not read ~/${said.folder}/${said.file}: EACCES` },
    { message: "a file could not be read", cause: `cannot open C:\\Users\\me\\${said.folder}\\${said.file}` },
    { message: "a model refused", reason: `400 {"error":{"message":"bad input: ${said.chat}"}}`, provider: "custom" },
    { message: "a model refused", reason: `401 wrong key ${keys.apiKey}` },
    { message: "a reply was no JSON", text: said.chat, title: said.chat, content: { deep: said.memory } },
    { message: "a job failed", reason: `${said.job} ended: model said “${said.chat}”` },
    { message: "a call failed", reason: `edit_file("${said.file}", '${said.memory}') threw` },
    { message: "a handler threw", reason: `Error: bad\n    at run (${home}/workspace/${said.folder}/x.js:1:2)` },
    `{"broken ${said.chat}`,
  ];
  await mkdir(join(home, "logs"), { recursive: true });
  const texts = lines.map((line) =>
    typeof line === "string" ? line : JSON.stringify({ time: "2026-11-30T10:00:00Z", level: "warn", ...line }),
  );
  await writeFile(join(home, "logs", "2026-11-30.jsonl"), `${texts.join("\n")}\n`);
}

async function plantAll(): Promise<void> {
  const { home, work } = bench.home;
  await bench.send(said.chat);
  await mkdir(join(work, said.folder), { recursive: true });
  await writeFile(join(work, said.folder, said.file), "x");
  await writeFile(join(home, "workspace/memory/MEMORY.md"), `- ${said.memory}\n`);
  await mkdir(join(home, "workspace/skills", said.skill), { recursive: true });
  await writeFile(join(home, "workspace/skills", said.skill, "SKILL.md"), said.skill);
  const draft = jobDraftSchema.parse({
    name: said.job,
    prompt: said.prompt,
    schedule: { kind: "cron", expression: "0 9 * * *", timezone: "Europe/Paris" },
  });
  value(await bench.client.request("job.add", { draft }));
  await plantLog();
}

describe("diagnostics", () => {
  it("show nothing of keys, chats, memory, jobs, servers and files, in no file of them", async () => {
    await plantAll();
    for (const name of diagnosisNames) {
      const text = await read(name);
      expect(text.length, name).toBeGreaterThan(20);
      for (const canary of Object.values(keys)) expect(text, name).not.toContain(canary);
      expect(text.toLowerCase(), name).not.toMatch(/canary|divorce|nuts|lawyer|court|fraud/);
      expect(text, name).not.toContain(bench.home.folder);
    }
  });

  it("still tell what went wrong", async () => {
    await plantAll();
    const log = await read("log");
    expect(log).toContain("a file could not be read");
    expect(log).toContain("ENOENT: no such file or directory");
    expect(log).toContain('"provider":"custom"');
    expect(log).toContain("400");
    expect(log.trim().split("\n")).toHaveLength(10);
    expect(JSON.parse(await read("settings"))).toMatchObject({
      settings: { agents: { defaults: { model: "custom/scripted", maxToolIterations: 40 } } },
      mcpServers: { "server 1": { env: "1 set" } },
    });
    expect(JSON.parse(await read("versions"))).toMatchObject({ perch: "test", system: { platform: process.platform } });
    expect(JSON.parse(await read("data"))).toMatchObject({ "workspace/sessions": { files: 1 } });
    expect(JSON.parse(await read("checks"))).toEqual(
      expect.arrayContaining([expect.objectContaining({ id: "disk", state: expect.any(String) })]),
    );
  });

  it("lists what there is before anything is looked at, and takes only what was chosen", async () => {
    await plantAll();
    const { files } = value(await bench.client.request("diagnosis.list", {}));
    expect(files.map(({ name }) => name)).toEqual([...diagnosisNames]);
    for (const { holds } of files) expect(holds).toMatch(/\.$/);
    const { name, base64 } = value(await bench.client.request("diagnosis.make", { names: ["log", "versions"] }));
    expect(name).toMatch(/^perch-diagnostics-\d{4}-\d\d-\d\d\.zip$/);
    const path = join(bench.home.folder, "out.zip");
    await writeFile(path, Buffer.from(base64, "base64"));
    const inside = await contentsOf(path);
    expect([...inside.keys()]).toEqual(["log.jsonl", "versions.json"]);
    expect(inside.get("log.jsonl")).toBe(await read("log"));
    expect(await bench.client.request("diagnosis.make", { names: [] })).toMatchObject({
      ok: false,
      error: { code: "invalid-input" },
    });
  });

  it("are there without a log and with settings that cannot be read", async () => {
    await writeFile(join(bench.home.home, "config.json"), `{ "providers": "${keys.apiKey}`);
    expect(await read("log")).toBe("");
    const settings = await read("settings");
    expect(settings).toContain("error");
    expect(settings).not.toContain("canary");
    expect(await readFile(join(bench.home.home, "config.json"), "utf8")).toContain(keys.apiKey);
  });
});

describe("a text that is shortened", () => {
  const shorten = createShortener({
    data: "/home/me/.perch",
    userHome: "/home/me",
    app: "/opt/perch",
    words: ["My secret plan", "ab"],
  });

  it.each([
    ["plain words stay: 3 of 4", "plain words stay: 3 of 4"],
    ["read /home/me/Documents/my tax.pdf: EACCES", "read [path]: EACCES"],
    ["read /home/me/tax, (fraud): a.pdf: EACCES, again", "read [path]: EACCES, again"],
    ["read ~/.perch/workspace/plan b.md", "read [path]"],
    ["in /home/me/.perch/logs/x y.jsonl", "in data:logs"],
    ["http://127.0.0.1:1/v1 said error:/srv/x", "http://127.0.0.1:1/v1 said error:[path]"],
    ["at f (/opt/perch/out/main/cli.js:1:2)", "at f (app:·out·main·cli.js:1:2)"],
    ["My SECRET plan failed, about it", "… failed, about it"],
    ["an 'it' and don't stop", "an “…” and don't stop"],
    ['unclosed "quote of somebody', "unclosed “…”"],
    ["ECONNREFUSED 127.0.0.1:11434", "ECONNREFUSED 127.0.0.1:11434"],
    ["ECONNREFUSED 10.1.2.3:11434, 192.168.1.7", "ECONNREFUSED [host], [host]"],
    ["login of ada@corp.example failed, tok=abc123 (key=x)", "login of [mail] failed, tok=… (key=…"],
    ["proxy.corp.example:3128 and searx.lan refused", "[host] and [host] refused"],
    ["getaddrinfo ENOTFOUND api.openai.com", "getaddrinfo ENOTFOUND api.openai.com"],
    ["inbox.json is torn, see main.ts", "inbox.json is torn, see main.ts"],
  ])("%s", (given, told) => {
    expect(shorten(given)).toBe(told);
  });

  it("is never long", () => {
    expect(shorten("word ".repeat(10_000)).length).toBeLessThanOrEqual(600);
  });
});
