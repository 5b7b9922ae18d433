import { describe, expect, it } from "vitest";
import { profileName, readProfileFile } from "../../../src-main/knowledge/profiles/profile-file.ts";

const head = (lines: string, body = "You are kind."): string => `---\ndescription: helps\n${lines}---\n\n${body}\n`;

describe("an AGENT.md", () => {
  it("is read with all that it may say", async () => {
    const read = await readProfileFile(
      head(
        "model: a/b\nmode: plan\ntools: read_file, mcp_mail_*\nskills: [one, two]\nmax-iterations: 5\nmax-tokens: 2000\nmax-seconds: 30\n",
      ),
      "Helper",
    );
    expect(read).toEqual({
      ok: true,
      value: {
        name: "helper",
        description: "helps",
        prompt: "You are kind.",
        model: "a/b",
        mode: "plan",
        tools: ["read_file", "mcp_mail_*"],
        skills: new Set(["one", "two"]),
        limits: { maxIterations: 5, maxTokens: 2000, maxDurationSeconds: 30 },
      },
    });
  });

  it("needs no more than a description and words, and then allows what any chat may", async () => {
    const read = await readProfileFile(head(""), "helper");
    expect(read.ok && [read.value.model, read.value.mode, read.value.tools, read.value.skills]).toEqual([
      null,
      null,
      null,
      null,
    ]);
  });

  it("may allow no tool at all", async () => {
    const read = await readProfileFile(head("tools: []\n"), "helper");
    expect(read.ok && read.value.tools).toEqual([]);
  });

  it.each([
    ["no head", "You are kind.", /---/],
    ["no description", "---\nmodel: a\n---\n\nYou", /description/],
    ["no words", head("", ""), /nothing below/],
    ["a mode that is none", head("mode: root\n"), /ask, accept-edits, plan, auto, full/],
    ["tools that are no names", head("tools: 3\n"), /tools are no list/],
    ["a limit that is none", head("max-iterations: 0\n"), /max-iterations/],
    ["a limit with a fraction", head("max-tokens: 1.5\n"), /max-tokens/],
    ["a letter that cannot be seen", head("", "You are\u200b kind."), /cannot be seen/],
    ["no text", "\0", /text/],
    ["a head of another language", "---js\nx\n---\nYou", /js/],
  ])("with %s says why it is never used", async (_what, content, reason) => {
    const read = await readProfileFile(content, "helper");
    expect(read.ok ? "" : read.error).toMatch(reason);
  });

  it.each(["", "..", "a/b", "perch", "Perch", "-x", "x".repeat(70)])("cannot be called %j", async (folder) => {
    expect(profileName(folder)).toBeNull();
    expect((await readProfileFile(head(""), folder)).ok).toBe(false);
  });
});
