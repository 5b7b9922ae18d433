import { expect, it } from "vitest";
import { skillProblem } from "../../../src-main/knowledge/skill-problem.ts";

it.each([
  "---\nname: a\ndescription: Makes plans.\n---\nText",
  "---\r\ndescription: 'x'\r\n---\r\n",
  "\uFEFF---\ndescription: |\n  Over\n  lines\n---\n",
  "---\ndescription:\n  below\n---",
])("nothing is wrong with %j", (content) => {
  expect(skillProblem(content)).toBe("");
});

it.each(["", "# Plans", "text\n---\ndescription: x\n---", "---\ndescription: x"])(
  "%j does not say what it is",
  (content) => {
    expect(skillProblem(content)).toContain("does not say what it is for");
  },
);

it.each([
  "---\nname: a\n---",
  '---\ndescription: ""\n---',
  "---\ndescription:   \nname: a\n---",
  "---\ndescription: >\n---",
])("%j has no description", (content) => {
  expect(skillProblem(content)).toContain("no description");
});
