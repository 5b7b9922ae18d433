import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { rankOf } from "../../../src-main/files/find-paths.ts";
import { foldForms } from "../../../src-main/tools/fold-text.ts";
import { globOfAllForms, patternOfAllForms } from "../../../src-main/tools/normal-forms.ts";
import { planEdit } from "../../../src-main/tools/text-edit.ts";
import { createToolBench, type ToolBench } from "../../support/tool-context.ts";

const composed = "Résumé für 각자 ế.md".normalize("NFC");
const decomposed = composed.normalize("NFD");

describe.each([
  ["NFD", composed, decomposed],
  ["NFC", decomposed, composed],
])("a file whose name is in %s, asked for in the other form", (_, asked, stored) => {
  const fill = async (bench: ToolBench, text: string): Promise<void> => {
    await mkdir(bench.at(`${stored}.d`));
    await writeFile(bench.at(`${stored}.d`, stored), text);
  };
  const path = `${asked}.d/${asked}`;

  test("is read, listed, edited and written, and gets no twin", async () => {
    const bench = await createToolBench();
    await fill(bench, "one\ntwo\n");
    expect(await bench.content("read_file", { path })).toBe("1\tone\n2\ttwo");
    expect(await bench.content("list_dir", { path: `${asked}.d` })).toContain(stored);
    expect(await bench.content("edit_file", { path, oldText: "one", newText: "1" })).toMatch(/^Edited/);
    expect(await bench.content("write_file", { path, content: "three\n" })).toMatch(/^Replaced/);
    expect(await bench.content("write_file", { path: `${asked}.d/new.txt`, content: "x" })).toMatch(/^Created/);
    expect(await readdir(bench.work)).toEqual([`${stored}.d`]);
    expect(await readdir(bench.at(`${stored}.d`))).toEqual([stored, "new.txt"]);
    expect(await readFile(bench.at(`${stored}.d`, stored), "utf8")).toBe("three\n");
    expect(await bench.subject("read_file", { path })).toMatchObject({ path: bench.at(`${stored}.d`, stored) });
  });

  test("is found by its name and searched by name, folder and glob", async () => {
    const bench = await createToolBench();
    await fill(bench, "needle\n");
    const shown = `${stored}.d/${stored}`;
    expect(await bench.content("find_files", { pattern: `*${asked.slice(1)}` })).toBe(shown);
    expect(await bench.content("find_files", { pattern: "*.md", path: `${asked}.d` })).toBe(shown);
    for (const place of [{ path }, { path: `${asked}.d` }, { glob: `{${asked},x}` }]) {
      expect(await bench.content("grep", { pattern: "needle", ...place })).toBe(`${shown}\n1: needle`);
    }
    expect(rankOf(shown, [asked.normalize("NFC").toLowerCase()])).toBe(0);
  });

  test("is another file where both exist", async () => {
    const bench = await createToolBench();
    await writeFile(bench.at(stored), "stored\n");
    await writeFile(bench.at(asked), "asked\n");
    expect(await bench.content("read_file", { path: asked })).toBe("1\tasked");
    await bench.call("write_file", { path: stored, content: "changed\n" });
    expect(await readFile(bench.at(asked), "utf8")).toBe("asked\n");
  });
});

test("of two names that differ from the asked one alike none is taken", async () => {
  const bench = await createToolBench();
  const [first, second, third] = ["\u1ebf", "\u00ea\u0301", "e\u0302\u0301"] as const;
  await writeFile(bench.at(first), "1");
  await writeFile(bench.at(second), "2");
  expect(await bench.content("read_file", { path: third })).toContain("does not exist");
});

describe("a pattern matches text in every form", () => {
  test.each([
    ["café", ["café"], ["cafe"]],
    ["(?:é|x)+$", ["éé", "x"], ["e"]],
    ["^é{2}$", ["éé"], ["é"]],
    ["^[äöü]$", ["ä", "ü"], ["a"]],
    ["^[a-zäöüß]+$", ["größe"], ["Größe"]],
    ["^[^é]$", ["x"], []],
    ["^[à-ü]$", [], ["a"]],
    ["^[]é]$", ["]", "é"], ["e"]],
    ["\\(é\\)", ["(é)"], ["é"]],
    ["(?<é>a)", ["a"], ["é"]],
    ["각$", ["각"], ["가"]],
    ["ế", ["ế"], ["e"]],
    ["\\x{e9}|ñ", ["ñ"], ["n"]],
  ])("%s", async (pattern, matching, others) => {
    const bench = await createToolBench();
    const lines = matching.flatMap((text) => [text, text.normalize("NFC"), text.normalize("NFD")]);
    await writeFile(bench.at("a.txt"), [...lines, ...others].join("\n"));
    for (const form of [pattern, pattern.normalize("NFD")]) {
      // Inside of ranges, negated classes and names of groups marks cannot be told from characters of their own.
      if (form !== pattern && /\[\^|à-ü|\?</.test(pattern)) continue;
      const found = await bench.content("grep", { pattern: form, path: "a.txt" });
      const expected = lines.map((line, at) => `${at + 1}: ${line}`);
      expect(found.split("\n").slice(1)).toEqual(expected);
    }
  });

  test("a pattern of ASCII and one that is broken stay as they are", () => {
    for (const pattern of ["a[b-d]+(?i)x", "[", "\\", "(", "["]) expect(patternOfAllForms(pattern)).toBe(pattern);
  });

  test("a literal text matches itself in both forms, whatever stands beside it", () => {
    const unit = fc.constantFrom("a", "é", "\u0301", "가", "(", ")", "[", "]", "\\", "-", "^", "?", "<", "Ü");
    fc.assert(
      fc.property(fc.array(unit), (units) => {
        const text = units.join("");
        const pattern = patternOfAllForms(text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&"));
        for (const form of [text, text.normalize("NFC"), text.normalize("NFD")]) {
          expect(new RegExp(`^(?:${pattern})$`, "u").test(form)).toBe(true);
        }
      }),
    );
  });

  test("a character that is another one in both forms is matched as it is, too", () => {
    expect(patternOfAllForms("\u212b+")).toBe("(?:\u212b|\u00c5|A\u030a)+");
  });

  test("a glob keeps its classes and escapes", () => {
    expect(globOfAllForms("*.{ts,md}")).toBe("*.{ts,md}");
    expect(globOfAllForms("[é]\\éa")).toBe("[é]\\éa");
  });
});

describe("an edit of text in another form", () => {
  const text = "Menü\nCafé – heute\nMenü\n".normalize("NFD");

  test("finds its place, and what it leaves alone keeps its form", async () => {
    const plan = await planEdit(text, { oldText: "Café – heute", newText: "Café – morgen", replaceAll: false });
    expect(plan).toMatchObject({ kind: "edited", text: text.replace("heute", "morgen"), lines: [2] });
  });

  test("replaces all places, whatever their form", async () => {
    const mixed = `${text}Men\u00fc\r\n`;
    const plan = await planEdit(mixed, { oldText: "Men\u00fc", newText: "Karte", replaceAll: true });
    expect(plan).toMatchObject({ text: mixed.replaceAll(/Men(?:u\u0308|\u00fc)/g, "Karte"), lines: [1, 3, 4] });
  });

  test("takes the exact one where both forms stand", async () => {
    const plan = await planEdit("e\u0301\n\u00e9\n", { oldText: "\u00e9", newText: "x", replaceAll: false });
    expect(plan).toMatchObject({ text: "e\u0301\nx\n" });
  });

  test("is refused where several places are meant", async () => {
    const plan = await planEdit(text, { oldText: "Menü", newText: "x", replaceAll: false });
    expect(plan).toMatchObject({ kind: "refused", message: expect.stringContaining("lines 1, 3") });
  });

  test("every position of a folded text leads back to what it was made from", () => {
    const unit = fc.constantFrom("a", "é", "e\u0301", "\r\n", "\n", "가", "가", "\u0958", "\u212b", "🦜");
    fc.assert(
      fc.property(fc.array(unit), fc.array(unit), (before, after) => {
        const head = before.join("");
        const whole = foldForms(`${head}|${after.join("")}`);
        expect(whole.origin(foldForms(head).text.length)).toBe(head.length);
        expect(whole.text.startsWith(foldForms(head).text)).toBe(true);
      }),
    );
  });
});
