import { describe, expect, it } from "vitest";
import { knownPath, leadsToKnowledge } from "../../../src-main/knowledge/known-path.ts";

describe("what is knowledge", () => {
  it("is the fixed files and the skills, by their exact names", () => {
    expect(knownPath("memory/MEMORY.md")).toMatchObject({ kind: "memory", readOnly: false });
    expect(knownPath("HEARTBEAT.md")).toMatchObject({ kind: "heartbeat" });
    expect(knownPath("skills/pdf.tools-2/SKILL.md")).toMatchObject({ kind: "skill", readOnly: false });
    expect(knownPath("skills/My Report (2)/skill.md")).toMatchObject({ kind: "skill" });
    expect(knownPath("skills/日本語/SKILL.md")).toMatchObject({ kind: "skill" });
    expect(knownPath("built-in/weather/SKILL.md")).toMatchObject({ readOnly: true, inside: { root: "skills" } });
  });

  it.each([
    "memory/other.md",
    "skills/../SKILL.md",
    "skills/a/b/SKILL.md",
    "skills/a/skill.txt",
    "skills//SKILL.md",
    "skills/-a/SKILL.md",
    "skills/a./SKILL.md",
    "skills/con/SKILL.md",
    "skills/a\u202eb/SKILL.md",
    "skills/a\u0000b/SKILL.md",
    "skills/a\\b/SKILL.md",
    "./SOUL.md",
    "/SOUL.md",
  ])("is not %s", (path) => {
    expect(knownPath(path)).toBeNull();
  });

  it("is watched on the way to it, and the chats beside it are not", () => {
    const watched = ["memory", "memory/MEMORY.md", "skills", "skills/a", "skills/a/SKILL.md", "SOUL.md"];
    expect(watched.filter((path) => !leadsToKnowledge(path))).toEqual([]);
    const others = ["sessions", "sessions/a.jsonl", ".results", "notes.md", "skills/a/scripts", "built-in"];
    expect(others.filter(leadsToKnowledge)).toEqual([]);
  });
});
