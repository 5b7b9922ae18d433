import { expect, it } from "vitest";
import { readSkillFile } from "../../../../src-main/knowledge/skills/skill-file.ts";

/* Heads in the shapes that public skills have: each must load as it is. Names and shapes are theirs, the words are not. */

const list = "  - Read\n  - Write";
const heads: readonly (readonly [name: string, head: string])[] = [
  [
    "docx",
    'name: docx\ndescription: "Make and edit Word files: text, comments, tracked changes."\nlicense: Proprietary. See LICENSE.txt',
  ],
  [
    "pdf",
    "name: pdf\ndescription: Take text and tables out of PDFs, fill forms, merge. Use when a PDF is named.\nlicense: See LICENSE.txt",
  ],
  ["pptx", "name: pptx\ndescription: >-\n  Slides: make, read and change them.\n  Use for decks."],
  ["xlsx", "name: xlsx\ndescription: |\n  Sheets with formulas.\n  For .xlsx, .csv and .tsv"],
  [
    "webapp-testing",
    "name: webapp-testing\ndescription: Look at a local web app with a browser. Takes pictures, reads its log.",
  ],
  [
    "mcp-builder",
    "name: mcp-builder\ndescription: Guide for servers of MCP (Model Context Protocol), in Python (FastMCP) or Node.",
  ],
  [
    "skill-creator",
    "name: skill-creator\ndescription: How to write skills. Use it when somebody wants a new one (or a better one).",
  ],
  [
    "brand-guidelines",
    "name: brand-guidelines\ndescription: Colours and type of the house, for anything that is shown.",
  ],
  [
    "internal-comms",
    "name: internal-comms\ndescription: Texts inside of a company: status, FAQs, incidents etc.\nlicense: Apache-2.0",
  ],
  ["algorithmic-art", "name: algorithmic-art\ndescription: Pictures by code, with a seed — p5.js & friends; 100% new."],
  ["slack-gif-creator", 'name: slack-gif-creator\ndescription: Small moving pictures for chat, e.g. "a GIF of X".'],
  ["theme-factory", `name: theme-factory\ndescription: Ten themes.\nallowed-tools:\n${list}`],
  [
    "commit-helper",
    "name: commit-helper\ndescription: Words for a commit.\nallowed-tools: Bash(git:*) Bash(jq:*) Read",
  ],
  [
    "with-metadata",
    'name: with-metadata\ndescription: x\ncompatibility: Needs git and the internet\nmetadata:\n  author: example-org\n  version: "1.0"',
  ],
  [
    "weather",
    'name: weather\ndescription: Weather now.\nhomepage: https://wttr.in/:help\nmetadata: {"clawdbot":{"emoji":"🌤️","requires":{"bins":["curl"]}}}',
  ],
  [
    "tmux",
    'name: tmux\ndescription: Drive programs.\nmetadata: {"nanobot":{"emoji":"🧵","os":["darwin","linux"],"requires":{"bins":["tmux"]}}}',
  ],
  [
    "github",
    'name: github\ndescription: "Talk to GitHub with the `gh` CLI. Use `gh issue`, `gh pr`, `gh run`."\nmetadata:\n  openclaw:\n    requires: { bins: [gh] }\n    install:\n      - { id: brew, kind: brew, formula: gh, bins: [gh] }',
  ],
  ["memory", "---\nname: memory\ndescription: Two layers of memory.\nalways: true".slice(4)],
  [
    "quick-note",
    "name: quick-note\nversion: 1.2\nuser-invocable: true\ndescription: Use when: the user says 'note this'. Don't use for tasks.\nargument-hint: [text]",
  ],
  [
    "review-pr",
    "description: Review of a pull request\nmodel: inherit\ncontext: fork\nhooks:\n  PreToolUse:\n    - matcher: Bash\n      hooks:\n        - { type: command, command: ./check.sh }",
  ],
];

it("has twenty of them", () => {
  expect(heads).toHaveLength(20);
});

it.each(heads)("%s loads unchanged", async (name, head) => {
  for (const content of [
    `---\n${head}\n---\n\n# Title\n\nText.\n`,
    `---\r\n${head.replaceAll("\n", "\r\n")}\r\n---\r\nText.`,
  ]) {
    const skill = await readSkillFile(content, name);
    expect(skill.ok ? skill.value.name : skill.error).toBe(name);
    if (skill.ok) expect(skill.value.description).not.toBe("");
  }
});

it("tells what they need and what is always on, and runs nothing that they name", async () => {
  const read = async (name: string) => {
    const head = heads.find(([one]) => one === name)?.[1] ?? "";
    const skill = await readSkillFile(`---\n${head}\n---\n`, name);
    return skill.ok ? skill.value : null;
  };
  expect((await read("weather"))?.needs.programs).toEqual(["curl"]);
  expect((await read("tmux"))?.needs.programs).toEqual(["tmux"]);
  expect((await read("github"))?.needs.programs).toEqual(["gh"]);
  expect((await read("memory"))?.always).toBe(true);
  expect((await read("theme-factory"))?.allowedTools).toEqual(["Read", "Write"]);
  expect((await read("commit-helper"))?.allowedTools).toEqual(["Bash(git:*)", "Bash(jq:*)", "Read"]);
  expect((await read("quick-note"))?.description).toBe("Use when: the user says 'note this'. Don't use for tasks.");
});
