import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, test } from "vitest";
import { createPolicy, type PolicyQuestion, type Verdict } from "../../../src-main/policy/decide.ts";
import { createDecisionLog } from "../../../src-main/policy/decision-log.ts";
import { createFolderTrust } from "../../../src-main/policy/folder-trust.ts";
import { createRuleStore } from "../../../src-main/policy/rule-store.ts";
import type { Subject } from "../../../src-main/policy/subject.ts";
import { nodeFileSystem } from "../../../src-main/storage/file-system.ts";
import { createJsonFile } from "../../../src-main/storage/json-file.ts";
import { contractError } from "../../../src-preload/contract/errors.ts";
import { type Message, messageSchema } from "../../../src-preload/contract/records.ts";
import { fail, ok } from "../../../src-preload/contract/result.ts";
import { type DecisionLine, type Rule, type RuleMatch, ruleSchema } from "../../../src-preload/contract/rules.ts";
import { createManualClock } from "../../support/manual-clock.ts";
import { plainPlace } from "../../support/policy-question.ts";

const day = 24 * 60 * 60 * 1000;
let home: string;
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), "perch-rules-"));
});
afterEach(() => rm(home, { recursive: true }));

function hostOf() {
  const clock = createManualClock();
  let count = 0;
  const createId = (): string => {
    count += 1;
    return String(count);
  };
  const said: string[] = [];
  const log = (_level: string, message: string) => void said.push(message);
  return { ...clock, said, host: { ...clock, createId, log, platform: "linux" } as const };
}

const rule = (match: RuleMatch, more: Partial<Rule> = {}): Rule =>
  ruleSchema.parse({ id: "r", effect: "allow", match, scope: { kind: "everywhere" }, madeAt: 0, ...more });

const fromPage: Message = toolRow("example.org", "see https://docs.example.org/a for more");

function toolRow(untrusted: string, content: string): Message {
  return messageSchema.parse({
    id: "m_1",
    parentId: null,
    timestamp: "2026-01-01T00:00:00.000Z",
    role: "tool",
    tool_call_id: "c",
    name: "web_fetch",
    content,
    details: { status: "ok", untrusted },
  });
}

const command = {
  kind: "command",
  command: "git status",
  folder: "/work",
  confined: false,
  reach: { kind: "off" },
  admitted: true,
} as const;
const confined = {
  ...command,
  confined: true,
  reach: { kind: "confined", folder: "/work", hosts: [] as string[] },
} as const;
const page = {
  kind: "address",
  method: "fetch",
  url: "https://docs.example.org/a",
  host: "docs.example.org",
  query: "",
  admitted: true,
} as const;
const memory: Subject = {
  kind: "path",
  access: "write",
  path: "/perch/workspace/memory/MEMORY.md",
  preview: { kind: "text", text: "" },
  admitted: true,
  secret: null,
  acts: null,
};
const roots = {
  restricted: true,
  list: [
    { path: "/work", kind: "work", access: "write" },
    { path: "/perch/workspace", kind: "workspace", access: "write" },
  ],
} as const;

function decide(asked: Partial<PolicyQuestion>, rules: readonly Rule[] = [], trusts = true): Promise<Verdict> {
  const policy = createPolicy({ rules: { list: async () => ok(rules) }, trust: { trusts: async () => trusts } });
  const plain = { ...plainPlace, tool: "exec", effect: "execute", subject: command, mode: "ask", roots } as const;
  return policy.decide({ ...plain, ...asked });
}

describe("what text of strangers changes", () => {
  const hostRule = rule({ kind: "host", host: "docs.example.org" });
  const read = { context: () => [fromPage] };

  it("asks anew for a command outside of the sandbox, whatever was remembered, and offers nothing to remember", async () => {
    const rules = [rule({ kind: "command", words: ["git", "status"], andMore: false })];
    expect((await decide({}, rules)).kind).toBe("allow");
    expect(await decide(read, rules)).toMatchObject({
      kind: "ask",
      offers: [],
      reason: expect.stringContaining("example.org"),
    });
  });

  it("lets what is confined without a way out go on in auto", async () => {
    expect((await decide({ ...read, subject: confined, mode: "auto" })).kind).toBe("allow");
    expect(
      (
        await decide({
          ...read,
          subject: { ...confined, reach: { ...confined.reach, hosts: ["registry.example"] } },
          mode: "auto",
        })
      ).kind,
    ).toBe("ask");
  });

  it("opens an allowed page whose address was told, and asks about one that the model made up", async () => {
    const ask = { effect: "network" } as const;
    expect((await decide({ ...read, ...ask, subject: page }, [hostRule])).kind).toBe("allow");
    for (const url of [
      "https://docs.example.org/a?q=canary",
      "https://docs.example.org/",
      "https://docs.example.org/ab",
    ]) {
      expect((await decide({ ...read, ...ask, subject: { ...page, url } }, [hostRule])).kind).toBe("ask");
      expect((await decide({ ...ask, subject: { ...page, url } }, [hostRule])).kind).toBe("allow");
    }
    expect((await decide({ ...read, ...ask, subject: { ...page, method: "search" } }, [hostRule])).kind).toBe("ask");
  });

  it("asks anew before it writes into memory", async () => {
    const rules = [rule({ kind: "file", access: "write", path: "/perch/workspace/memory/MEMORY.md" })];
    const write = { effect: "write", subject: memory } as const;
    expect((await decide(write, rules)).kind).toBe("allow");
    expect((await decide({ ...write, ...read }, rules)).kind).toBe("ask");
    expect((await decide({ ...write, ...read, mode: "full" }, rules)).kind).toBe("allow");
  });
});

describe("the table", () => {
  test.each([
    ["ask", command, "ask"],
    ["accept-edits", command, "ask"],
    ["plan", command, "deny"],
    ["auto", command, "ask"],
    ["auto", confined, "allow"],
    ["full", command, "allow"],
  ] as const)("%s %j: %s", async (mode, subject, kind) => expect((await decide({ mode, subject })).kind).toBe(kind));

  it("asks for commands in auto in a folder that nobody vouched for", async () => {
    expect((await decide({ mode: "auto", subject: confined }, [], false)).kind).toBe("ask");
  });

  it("asks about pages in plan mode, and lets none send", async () => {
    expect((await decide({ mode: "plan", effect: "network", subject: page })).kind).toBe("ask");
    expect((await decide({ mode: "plan", effect: "send", subject: page })).kind).toBe("deny");
  });

  it("lets a rule that denies beat full access and any that allows", async () => {
    const match: RuleMatch = { kind: "command", words: ["git"], andMore: true };
    const both = [rule(match), rule(match, { id: "no", effect: "deny" })];
    for (const mode of ["ask", "auto", "full"] as const) {
      expect(await decide({ mode }, both)).toMatchObject({ kind: "deny", code: "rule", rule: { id: "no" } });
    }
  });
});

describe("rules that cannot be read", () => {
  const lost = {
    rules: { list: async () => fail(contractError("bad-settings", "broken")) },
    trust: { trusts: async () => true },
  };

  it("let nothing run unasked but reads, whatever the mode", async () => {
    const policy = createPolicy(lost);
    const plain = { ...plainPlace, tool: "exec", effect: "execute", subject: command, roots } as const;
    for (const mode of ["ask", "accept-edits", "auto", "full"] as const) {
      expect((await policy.decide({ ...plain, mode })).kind).toBe("ask");
      expect(
        (await policy.decide({ ...plain, mode, subject: { ...memory, access: "read" }, effect: "read" })).kind,
      ).toBe("allow");
    }
  });
});

describe("rules.json", () => {
  const match: RuleMatch = { kind: "command", words: ["ls"], andMore: true };
  const draft = { effect: "allow", match, scope: { kind: "everywhere" }, madeIn: null } as const;
  const open = (at = hostOf()) =>
    createRuleStore({ host: at.host, files: nodeFileSystem, path: join(home, "rules.json"), changed: () => undefined });

  it("keeps a rule once, counts its uses, and has what a hand writes from the next look on", async () => {
    const store = open();
    const [made, again] = [await store.add(draft), await store.add(draft)];
    expect(again).toEqual(made);
    if (made.ok) store.used(made.value.id);
    await store[Symbol.asyncDispose]();
    const kept = JSON.parse(await readFile(join(home, "rules.json"), "utf8"));
    expect(kept.rules).toMatchObject([{ match, uses: 1 }]);
    kept.rules[0].effect = "deny";
    await writeFile(join(home, "rules.json"), JSON.stringify({ ...kept, mine: "stays" }));
    expect(await store.list()).toMatchObject({ value: [{ effect: "deny" }] });
    if (made.ok) await store.remove(made.value.id);
    expect(JSON.parse(await readFile(join(home, "rules.json"), "utf8"))).toEqual({ rules: [], mine: "stays" });
  });

  test.each(["{", '{"rules": 5}', '{"rules":[{"id":"x"}]}', "[]"])(
    "that holds %s allows nothing and is left as it is",
    async (text) => {
      const at = hostOf();
      const store = open(at);
      await writeFile(join(home, "rules.json"), text);
      expect((await store.list()).ok).toBe(false);
      expect(await store.add(draft)).toMatchObject({ ok: false, error: { code: "bad-settings" } });
      expect(await readFile(join(home, "rules.json"), "utf8")).toBe(text);
      expect(at.said).toContain("no rule is in force");
    },
  );

  it("keeps all of many that are added at once", async () => {
    const store = open();
    const words = Array.from({ length: 40 }, (_, index) => [`tool${index}`]);
    await Promise.all(
      words.map((each) => store.add({ ...draft, match: { kind: "command", words: each, andMore: false } })),
    );
    expect(await store.list()).toMatchObject({ value: { length: 40 } });
  });
});

describe("the log of decisions", () => {
  const line = (time: string): DecisionLine => ({
    time,
    sessionKey: "desktop:a",
    runId: "r",
    tool: "exec",
    title: "ls",
    what: "ls",
    decision: "allow",
    by: "person",
    detail: "",
  });
  const open = (at: ReturnType<typeof hostOf>) =>
    createDecisionLog({ host: at.host, files: nodeFileSystem, path: join(home, "decisions.jsonl"), backups: home });

  it("is told newest first, in pages, without what is older than 90 days, which goes", async () => {
    const at = hostOf();
    const time = (days: number) => new Date(at.host.now() - days * day).toISOString();
    const old = [120, 100, 80].map((days) => JSON.stringify(line(time(days))));
    await writeFile(join(home, "decisions.jsonl"), `${old.join("\n")}\nnot a line\n`);
    await using log = open(at);
    for (const days of [3, 2, 1]) log.add(line(time(days)));
    const first = await log.list({ limit: 2 });
    expect(first).toEqual(ok([line(time(1)), line(time(2))]));
    expect(await log.list({ limit: 2, before: time(2) })).toEqual(ok([line(time(3)), line(time(80))]));
    expect(await readFile(join(home, "decisions.jsonl"), "utf8")).not.toContain(time(120));
  });
});

describe("trusted folders", () => {
  const open = (own: string | null) => {
    const { host } = hostOf();
    const parse = (value: unknown) => Object.fromEntries(Object.entries(Object(value)));
    const path = join(home, "trust.json");
    const file = createJsonFile({ path, files: nodeFileSystem, clock: host, parse, unreadable: (reason) => reason });
    return createFolderTrust({ file, ownFolder: async () => own, changed: () => undefined });
  };

  it("are those that were named, what lies below them, and the own one; the file keeps what others have in it", async () => {
    await writeFile(join(home, "trust.json"), '{"mcpServers":{"x":1}}');
    const trust = open("/home/me/Assistant");
    await trust.set("/home/me/code", true);
    for (const folder of ["/home/me/code", "/home/me/code/a/b", "/home/me/Assistant/x"])
      expect(await trust.trusts(folder)).toBe(true);
    for (const folder of ["/home/me", "/home/me/code-evil", "/"]) expect(await trust.trusts(folder)).toBe(false);
    await trust.set("/home/me/code", false);
    expect(await trust.trusts("/home/me/code")).toBe(false);
    expect(JSON.parse(await readFile(join(home, "trust.json"), "utf8"))).toEqual({
      mcpServers: { x: 1 },
      folders: [],
      declined: ["/home/me/code"],
    });
    expect(await trust.isDeclined("/home/me/code")).toBe(true);
  });

  it("are none where the file cannot be read", async () => {
    await writeFile(join(home, "trust.json"), "{");
    const trust = open(null);
    expect(await trust.trusts("/home/me/code")).toBe(false);
    expect((await trust.set("/x", true)).ok).toBe(false);
  });
});
