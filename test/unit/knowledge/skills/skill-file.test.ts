import { describe, expect, it } from "vitest";
import { readSkillFile } from "../../../../src-main/knowledge/skills/skill-file.ts";

async function read(content: string, folder = "plans") {
  const skill = await readSkillFile(content, folder);
  return skill.ok ? skill.value : skill.error;
}

const skill = (head: string, body = "Do it.") => `---\n${head}\n---\n${body}`;

describe("a skill that can be used", () => {
  it.each([
    ["plain lines", "name: a\ndescription: Makes plans."],
    ["a blank head line and a comment", "# about\n\ndescription: Makes plans."],
    ["quotes", "description: 'Makes plans.'"],
    ["escapes", 'description: "Makes \\u0070lans."'],
    ["a text over lines", "description: >-\n  Makes\n  plans."],
    ["a text in lines", "description: |\n  Makes\n  plans."],
    ["a text below its name", "description:\n  Makes plans."],
    ["a list", "description: Makes plans.\nallowed-tools:\n  - Read\n  - Bash(git:*)"],
  ])("has %s", async (_what, head) => {
    expect(await read(skill(head))).toMatchObject({ description: "Makes plans.", body: "Do it." });
    expect(await read(skill(head).replaceAll("\n", "\r\n"))).toMatchObject({ description: "Makes plans." });
    expect(await read(`\uFEFF${skill(head)}`)).toMatchObject({ description: "Makes plans." });
  });

  it("has a colon in its description without quotes, as many have", async () => {
    expect(await read(skill("description: Use when: somebody asks"))).toMatchObject({
      description: "Use when: somebody asks",
    });
  });

  it("is called by its name, else by its folder, in small letters with dashes", async () => {
    expect(await read(skill("name: PDF Tools\ndescription: x"))).toMatchObject({ name: "pdf-tools" });
    expect(await read(skill("description: x"), "My Report")).toMatchObject({ name: "my-report" });
    expect(await read(skill("description: x"), "報告")).toMatchObject({ name: "報告" });
  });

  it.each([
    ['metadata: {"perch":{"requires":{"bins":["gh"],"env":["TOKEN"]}}}'],
    ["metadata:\n  nanobot:\n    requires:\n      bins: [gh]\n      env: [TOKEN]"],
    [`metadata: '{"openclaw":{"requires":{"bins":["gh"],"env":["TOKEN"]}}}'`],
    ["metadata:\n  clawdbot: { requires: { bins: gh, env: TOKEN } }"],
  ])("tells what it needs: %s", async (line) => {
    const found = await read(skill(`description: x\n${line}`));
    expect(found).toMatchObject({ needs: { programs: ["gh"], variables: ["TOKEN"], anyProgram: [] } });
  });

  it("is always on by its head or by its metadata", async () => {
    expect(await read(skill("description: x\nalways: true"))).toMatchObject({ always: true });
    expect(await read(skill('description: x\nmetadata: {"nanobot":{"always":true}}'))).toMatchObject({ always: true });
    expect(await read(skill("description: x"))).toMatchObject({ always: false });
  });

  it("may have emoji, letters of any script and spaces of any kind", async () => {
    expect(await read(skill("description: 👩‍🚀 नमस्ते", "سلام می‌خواهم\u00a0!"))).toMatchObject({ name: "plans" });
  });
});

describe("a skill that cannot be used says why", () => {
  it.each([
    ["", "does not say what it is for"],
    ["# Plans", "does not say what it is for"],
    ["text\n---\ndescription: x\n---", "does not say what it is for"],
    ["---\ndescription: x", "does not say what it is for"],
    [skill("name: a"), "no description"],
    [skill('description: ""'), "no description"],
    [skill("description:   \nname: a"), "no description"],
    [skill("description: >"), "no description"],
    [skill("description: 7"), "is no text"],
    [skill("description: [a, b]"), "is no text"],
    [skill("description: x\nname: [a]"), "is no text"],
    [skill("description: x\nname: a/b"), "cannot be typed as one word"],
    [skill("description: x\nname: ../up"), "cannot be typed as one word"],
    [skill(`description: x\nname: ${"a".repeat(65)}`), "cannot be typed as one word"],
    [skill(`description: ${"x".repeat(5000)}`), "longer than 4096"],
    [skill(`description: x\nnote: ${"y".repeat(17_000)}`), "longer than 16384"],
    [skill("description: a\u202Eb"), "cannot be seen (<202E>)"],
    [skill('description: "a\\u202Eb"'), "cannot be seen (<202E>)"],
    [skill("description: x", "line\nli\u200Bne"), "Line 5 has a letter that cannot be seen (<200B>)"],
    [skill("description: x", "\u{E0041}\u{E0042}"), "cannot be seen"],
    [skill("description: x", "a\0b"), "other than text"],
  ])("%#", async (content, reason) => {
    expect(await read(content)).toContain(reason);
  });
});
