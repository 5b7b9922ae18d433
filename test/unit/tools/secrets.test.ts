import { link, mkdir, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { createPolicy } from "../../../src-main/policy/decide.ts";
import type { ApprovalMode } from "../../../src-preload/contract/records.ts";
import { plainParts, plainPlace } from "../../support/policy-question.ts";
import { createToolBench, type ToolBench } from "../../support/tool-context.ts";

/** A work folder that is a person's home, with Perch's own home in it. */
async function createHomeBench(): Promise<ToolBench & { readonly perch: string }> {
  const bench = await createToolBench();
  const perch = bench.at("perch-home");
  const workspace = join(perch, "workspace");
  const files = {
    ".ssh/id_rsa": "needle key",
    ".env": "TOKEN=needle",
    "notes.txt": "needle note",
    "perch-home/secrets.json": "needle own",
    "perch-home/workspace/MEMORY.md": "needle fact",
    "perch-home/workspace/sessions/other.jsonl": "needle chat",
  };
  for (const [name, text] of Object.entries(files)) {
    await mkdir(join(bench.at(name), ".."), { recursive: true });
    await writeFile(bench.at(name), text);
  }
  const { list } = bench.context.roots;
  const roots = {
    restricted: true,
    reserved: perch,
    list: [
      ...list.filter(({ kind }) => kind === "work"),
      { path: workspace, kind: "workspace", access: "write" },
    ] as const,
  };
  Object.assign(bench.context, { roots, userHome: bench.work });
  return { ...bench, perch };
}

async function verdict(bench: ToolBench, tool: string, args: Record<string, unknown>, mode: ApprovalMode = "ask") {
  const subject = await bench.subject(tool, args);
  const effect = tool.endsWith("_file") && tool !== "read_file" ? "write" : "read";
  const policy = createPolicy(plainParts);
  return (await policy.decide({ ...plainPlace, tool, effect, subject, mode, roots: bench.context.roots })).kind;
}

describe("what holds secrets", () => {
  test.each([
    ["read_file", { path: ".ssh/id_rsa" }],
    ["read_file", { path: ".env" }],
    ["read_file", { path: "link" }],
    ["read_file", { path: "hard" }],
    ["read_file", { path: "folder/id_rsa" }],
    ["list_dir", { path: ".ssh" }],
    ["list_dir", { path: "folder" }],
    ["grep", { pattern: "x", path: ".ssh" }],
    ["grep", { pattern: "x", path: ".env" }],
    ["find_files", { pattern: "*", path: ".ssh" }],
    ["read_file", { path: "perch-home/workspace/sessions/other.jsonl" }],
    ["grep", { pattern: "x", path: "perch-home/workspace/sessions" }],
    ["edit_file", { path: ".env", oldText: "TOKEN=needle", newText: "x" }],
    ["edit_file", { path: ".env", oldText: "not there", newText: "x" }],
    ["write_file", { path: ".ssh/new", content: "x" }],
  ])("%s %j asks in every mode but full", async (tool, args) => {
    const bench = await createHomeBench();
    await symlink(bench.at(".env"), bench.at("link"));
    await symlink(bench.at(".ssh"), bench.at("folder"));
    await link(bench.at(".ssh/id_rsa"), bench.at("hard"));
    expect(await verdict(bench, tool, args)).toBe("ask");
    expect(await verdict(bench, tool, args, "accept-edits")).toBe("ask");
    expect(await verdict(bench, tool, args, "full")).toBe("allow");
  });

  test.each([
    ["read_file", { path: "notes.txt" }],
    ["read_file", { path: "perch-home/workspace/MEMORY.md" }],
    ["list_dir", {}],
    ["grep", { pattern: "x" }],
    ["find_files", { pattern: "*" }],
  ])("%s %j does not ask", async (tool, args) => {
    expect(await verdict(await createHomeBench(), tool, args)).toBe("allow");
  });

  test("a search passes over them and says so", async () => {
    const bench = await createHomeBench();
    await link(bench.at(".ssh/id_rsa"), bench.at("hard.txt"));
    expect(await bench.content("grep", { pattern: "needle" })).toBe(
      "notes.txt\n1: needle note\n" +
        "[Left out, since secrets are kept there: .env, .ssh, hard.txt, perch-home. Name one as path to ask for it.]",
    );
    expect(await bench.content("grep", { pattern: "needle", path: ".ssh" })).toBe(".ssh/id_rsa\n1: needle key");
    expect(await bench.content("grep", { pattern: "needle", path: ".env" })).toBe(".env\n1: TOKEN=needle");
    expect(await bench.content("grep", { pattern: "needle", path: "perch-home/workspace" })).toContain(
      "1: needle fact",
    );
    expect(await bench.content("grep", { pattern: "needle", path: "perch-home/workspace" })).not.toContain("chat");
  });

  test("the names of files in them are left out, and said so", async () => {
    const bench = await createHomeBench();
    const content = await bench.content("find_files", { pattern: "*" });
    expect(content.split("\n").slice(0, -1).toSorted()).toEqual([".env", "notes.txt"]);
    expect(content).toContain("[Left out, since secrets are kept there: .ssh, perch-home.");
  });

  test("what a search says does not depend on what they hold", async () => {
    const bench = await createHomeBench();
    const [there, absent] = [
      await bench.content("grep", { pattern: "TOKEN=n" }),
      await bench.content("grep", { pattern: "TOKEN=m" }),
    ];
    expect(there.replace("TOKEN=n", "")).toBe(absent.replace("TOKEN=m", ""));
  });
});

describe("Perch's own home", () => {
  test.each([
    "perch-home",
    "perch-home/secrets.json",
    "perch-home/config.json",
    "perch-home/workspace/../secrets.json",
  ])("%s is in no root, whatever the work folder and the settings are", async (path) => {
    const bench = await createHomeBench();
    expect(await bench.content("read_file", { path })).toContain("outside the folders");
    expect(await bench.content("write_file", { path: "perch-home/new.txt", content: "" })).toContain(
      "outside the folders",
    );
    const free = { ...bench.context, roots: { ...bench.context.roots, restricted: false } };
    expect(await bench.content("read_file", { path }, free)).toContain("outside the folders");
  });

  test("its workspace is read, its chats are not written", async () => {
    const bench = await createHomeBench();
    expect(await bench.content("read_file", { path: "perch-home/workspace/MEMORY.md" })).toContain("needle fact");
    const path = "perch-home/workspace/sessions/other.jsonl";
    expect(await bench.content("write_file", { path, content: "" })).toContain("read-only");
  });
});
