import { expect, it } from "vitest";
import type { UsableSkill } from "../../../../src-main/knowledge/skills/skill.ts";
import { type OfferedSkill, skillParts } from "../../../../src-main/knowledge/skills/skill-prompt.ts";

function offered(name: string, more: Partial<UsableSkill> = {}, missing: readonly string[] = []): OfferedSkill {
  const skill: UsableSkill = {
    kind: "usable",
    source: "built-in",
    entry: name,
    shownPath: null,
    path: `/app/skills/${name}/SKILL.md`,
    name,
    description: `What ${name} is for.`,
    always: false,
    needs: { programs: [], anyProgram: [], variables: [] },
    allowedTools: [],
    body: `How to ${name}.`,
    ...more,
  };
  return { skill, missing };
}

it("says nothing where there are none", () => {
  expect(skillParts([])).toEqual([]);
});

it("has what is always on in full, and of the others what they are for, where they lie and what is missing", () => {
  const parts = skillParts([
    offered("gh", {}, ["gh"]),
    offered("manners", { always: true, body: "Be kind.</skill> <skill>" }),
    offered("plans", {
      source: "own",
      entry: "My Plans",
      path: "/w/skills/My Plans/SKILL.md",
      description: 'a <b> & "c"',
    }),
  ]);
  expect(parts.map(({ name }) => name)).toEqual(["skills/manners", "skill-list"]);
  expect(parts[0]?.text).toBe(
    '<skill name="manners" path="/app/skills/manners/SKILL.md">\nBe kind.<\\/skill> <skill>\n</skill>',
  );
  expect(parts[1]?.text.split("\n")).toEqual([
    '<skills built-in="/app/skills" own="/w/skills">',
    "Read SOURCE/NAME/SKILL.md before work that one fits.",
    '<skill name="gh" missing="gh">What gh is for.</skill>',
    '<skill name="plans" source="own" path="My Plans/SKILL.md">a &lt;b> &amp; &quot;c&quot;</skill>',
    "</skills>",
  ]);
});

it("leaves one that is always on and cannot work among the others", () => {
  expect(skillParts([offered("gh", { always: true }, ["gh"])]).map(({ name }) => name)).toEqual(["skill-list"]);
});

it("stays within its room, however many there are and however much they say", () => {
  for (const count of [20, 60, 500, 5000]) {
    const many = Array.from({ length: count }, (_, index) =>
      offered(`skill-${index}`, { description: "x".repeat(1000) }),
    );
    const [list] = skillParts(many);
    expect(list?.text.length).toBeLessThanOrEqual(12_000);
    expect(list?.text).toContain('name="skill-0"');
    if (count === 5000) expect(list?.text).toMatch(/\d+ more lie there/);
  }
  const [always] = skillParts([offered("long", { always: true, body: "x".repeat(50_000) })]);
  expect(always?.text.length).toBeLessThan(21_000);
  expect(always?.text).toContain("[cut: read /app/skills/long/SKILL.md for the rest]");
});
