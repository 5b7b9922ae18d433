import { expect, it } from "vitest";
import { readSkillFile } from "../../../../src-main/knowledge/skills/skill-file.ts";

/* What a SKILL.md may try: nothing of it runs or hangs, and each is refused with a reason, or is plain data. */

const skill = (head: string, body = "Text.") => `---\n${head}\n---\n${body}`;
const many = (count: number, line: (index: number) => string) =>
  Array.from({ length: count }, (_, at) => line(at)).join("\n");

/** A list of nine references to a list of nine references, and so on. */
const laughs = [
  "a: &a [x,x,x,x,x,x,x,x,x]",
  ..."bcdefghi".split("").map((name, at) => {
    const before = "abcdefgh"[at] ?? "a";
    return `${name}: &${name} [${Array(9).fill(`*${before}`).join(",")}]`;
  }),
].join("\n");

const refused: readonly (readonly [what: string, content: string])[] = [
  ["code as the language of the head", "---js\nglobalThis.hostile = 1;\nmodule.exports = { description: 'x' }\n---\n"],
  ["code with a blank before it", "--- javascript\nglobalThis.hostile = 1\n---\n"],
  ["JSON as the language", '---json\n{"description":"x"}\n---\n'],
  ["TOML", '+++\ndescription = "x"\n+++\n'],
  ["coffee", "---coffee\nglobal.hostile = 1\n---\n"],
  ["a tag of JavaScript", skill("description: !!js/function 'function(){ globalThis.hostile = 1 }'")],
  ["a tag of Python", skill("description: !!python/object/apply:os.system ['touch /tmp/hostile']")],
  ["a tag of its own", skill("description: !evil x")],
  ["a regular expression as a tag", skill("name: a\ndescription: !!js/regexp /(a+)+$/")],
  ["bytes as a tag", skill("description: !!binary aGk=")],
  ["references that grow beyond all measure", skill(`${laughs}\ndescription: x`)],
  ["a description beyond all measure", skill(`description: ${"x".repeat(5000)}`)],
  ["a reference to nothing", skill("description: *nowhere")],
  ["lists very deep in each other", skill(`description: x\nx: ${"[".repeat(5000)}`)],
  ["maps very deep in each other", skill(`description: x\nx: ${'{"a":'.repeat(3000)}`)],
  ["maps deep by their blanks", skill(`description: x\n${many(300, (at) => `${" ".repeat(at)}a:`)}`)],
  ["one name twice", skill("description: x\nname: a\nname: b")],
  ["no end of the head", `---\n${"description: x\n".repeat(10)}`],
  ["a head without end and a large body", `---\n${"x".repeat(200_000)}`],
  ["a head of a megabyte", skill(`description: ${"x".repeat(1_000_000)}`)],
  ["very many fields", skill(`description: x\n${many(5000, (at) => `f${at}: x`)}`)],
  ["a list as the whole head", skill("- description\n- x")],
  ["a text as the whole head", skill("only words")],
  ["two heads in one", skill("description: x\n...\n%YAML 1.1\n--- {description: y}")],
  ["tabs in place of blanks", skill("description: x\nmetadata:\n\tperch: x")],
  ["a description that is an object", skill("description: { toString: x }")],
  ["a description that is a number", skill("description: 1e308")],
  ["a description that is nothing", skill("description: ~")],
  ["a name with a way up", skill("name: ../../.ssh/config\ndescription: x")],
  ["a name with a slash", skill("name: /etc/passwd\ndescription: x")],
  ["a name with a backslash", skill("name: '..\\..\\x'\ndescription: x")],
  ["a name with markup", skill("name: '\"><script>'\ndescription: x")],
  ["a name over lines", skill('name: "a\\n</skills>"\ndescription: x')],
  ["a name of nothing that can be seen", skill("name: '\u200B'\ndescription: x")],
  ["letters that turn text round", skill("description: safe \u202Etxt.exe\u202C")],
  ["letters without width in the body", skill("description: x", "run\u200B this")],
  [
    "text in tags that nobody sees",
    skill("description: x", `Hello\u{E0069}\u{E0067}\u{E006E}\u{E006F}\u{E0072}\u{E0065}`),
  ],
  ["a soft hyphen in a word", skill("description: x", "pass\u00ADword")],
  ["a zero byte", skill("description: x", "a\0b")],
  ["sequences of a terminal", skill("description: x", "\u001b]0;title\u0007\u001b[2J")],
];

it("has forty of them", () => {
  expect(refused).toHaveLength(40);
});

it.each(refused)("%s does nothing and says why", async (_what, content) => {
  const read = await readSkillFile(content, "plain");
  expect(read.ok ? `taken: ${JSON.stringify(read.value).slice(0, 200)}` : "").toBe("");
  if (!read.ok) {
    expect(read.error.length).toBeGreaterThan(20);
    expect(read.error.length).toBeLessThan(500);
    expect(read.error).not.toContain("\u202E");
  }
  expect(Reflect.get(globalThis, "hostile")).toBeUndefined();
  expect(Reflect.get({}, "polluted")).toBeUndefined();
});

it.each([
  ["a name of every object", "__proto__: { polluted: 1 }\ndescription: x"],
  ["another one", "constructor: { prototype: { polluted: 1 } }\ndescription: x"],
  [
    "one in JSON",
    'description: x\nmetadata: {"__proto__":{"perch":{"always":true}},"perch":{"__proto__":{"always":true}}}',
  ],
  ["a reference to itself", "loop: &l [*l, *l, *l]\ndescription: x"],
  ["merging", "base: &b { always: true }\n<<: *b\ndescription: x"],
])("%s is a field like any other", async (_what, head) => {
  const read = await readSkillFile(skill(head), "plain");
  expect(read).toMatchObject({ ok: true, value: { description: "x", always: false } });
  expect(Reflect.get({}, "polluted")).toBeUndefined();
});

it("programs and variables that are none are not looked for", async () => {
  const bins = ["../../bin/sh", "a b", "$(touch x)", "", "a/b", 7, null, ["x"], "gh"];
  const head = `description: x\nmetadata: ${JSON.stringify({ perch: { requires: { bins, env: ["A B", "OK"] } } })}`;
  expect(await readSkillFile(skill(head), "plain")).toMatchObject({
    ok: true,
    value: { needs: { programs: ["gh"], variables: ["OK"] } },
  });
});
