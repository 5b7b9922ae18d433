import { describe, expect, it } from "vitest";
import { readZip } from "../../../../../src-main/knowledge/skills/import/read-zip.ts";
import { isScript } from "../../../../../src-main/knowledge/skills/import/skill-files.ts";
import { makeZip, type ZipEntry } from "../../../../support/make-zip.ts";

const skill: ZipEntry = { name: "plans/SKILL.md", content: "---\ndescription: x\n---\n" };
const read = (...entries: readonly ZipEntry[]) => readZip(makeZip([skill, ...entries]));

it("gives every file with its bytes and its mode, and no litter", async () => {
  const found = await read(
    { name: "plans/scripts/run.sh", content: "#!/bin/sh\n", mode: 0o100755 },
    { name: "plans/empty.txt", isStored: true },
    { name: "plans/references/" },
    { name: "__MACOSX/plans/._SKILL.md", content: "x" },
    { name: "plans/.git/hooks/pre-commit", content: "x", mode: 0o100755 },
    { name: "plans/.DS_Store", content: "x" },
  );
  expect(found).toMatchObject({
    ok: true,
    value: [
      { path: "plans/SKILL.md", isExecutable: false },
      { path: "plans/scripts/run.sh", isExecutable: true },
      { path: "plans/empty.txt", isExecutable: false },
    ],
  });
});

describe("a zip is refused whole where it has", () => {
  it.each<[string, ZipEntry, RegExp]>([
    ["a way up", { name: "../../.bashrc", content: "x" }, /relative path/],
    ["a way up inside", { name: "plans/../../x", content: "x" }, /relative path/],
    ["an absolute name", { name: "/etc/passwd", content: "x" }, /absolute path/],
    ["a drive", { name: "C:/x", content: "x" }, /absolute path|leads out/],
    ["a backslash", { name: "plans\\x", content: "x" }, /invalid characters/],
    ["a zero in a name", { name: "plans/a\0b", content: "x" }, /leads out/],
    ["a control in a name", { name: "plans/a\nb", content: "x" }, /leads out/],
    ["a name that turns round", { name: "plans/a\u202Egpj.sh", content: "x" }, /leads out/],
    ["a device of Windows", { name: "plans/aux.txt", content: "x" }, /leads out/],
    ["a stream of Windows", { name: "plans/a.txt:evil", content: "x" }, /leads out/],
    ["a name that Windows shortens", { name: "plans/a.", content: "x" }, /leads out/],
    ["an empty name", { name: "plans//x", content: "x" }, /leads out/],
    ["a dot", { name: "plans/./x", content: "x" }, /leads out/],
    ["a very long name", { name: `plans/${"a".repeat(300)}`, content: "x" }, /leads out/],
    ["a very deep one", { name: `plans/${"a/".repeat(20)}x`, content: "x" }, /leads out/],
    ["a link", { name: "plans/link", content: "/etc/passwd", mode: 0o120777 }, /no file/],
    ["a device", { name: "plans/dev", mode: 0o020666 }, /no file/],
    ["a pipe", { name: "plans/pipe", mode: 0o010666 }, /no file/],
    ["one name twice", { name: "plans/SKILL.md", content: "y" }, /one on some systems/],
    ["one name in other letters", { name: "plans/skill.MD", content: "y" }, /one on some systems/],
    ["a folder that is a file", { name: "plans/SKILL.md/x", content: "y" }, /one on some systems/],
    ["a password", { name: "plans/x", content: "y", isEncrypted: true }, /password/],
    ["a size that is not true", { name: "plans/x", content: "yy".repeat(100), toldSize: 10 }, /cannot be|can be read/],
  ])("%s", async (_what, entry, reason) => {
    const found = await read(entry);
    expect(found.ok ? "taken" : found.error).toMatch(reason);
  });

  it("60,000 empty files", async () => {
    const many = Array.from({ length: 60_000 }, (_, index): ZipEntry => ({ name: `plans/${index}`, isStored: true }));
    const found = await read(...many);
    expect(found.ok ? "taken" : found.error).toMatch(/more than 2000 files/);
  });

  it("more bytes than there is room for, whatever it tells, and reads no more of them", async () => {
    const zeros = Buffer.alloc(30 * 1024 * 1024);
    const found = await read({ name: "plans/zeros", content: zeros });
    expect(found.ok ? "taken" : found.error).toMatch(/more than 20 MB/);
  });

  it("one piece of bytes as many files, which is how small zips become large", async () => {
    const large: ZipEntry = { name: "plans/0", content: Buffer.alloc(5 * 1024 * 1024) };
    const again = Array.from({ length: 100 }, (_, index): ZipEntry => {
      return { name: `plans/${index + 1}`, content: Buffer.alloc(5 * 1024 * 1024), sharesFirst: true };
    });
    const found = await readZip(makeZip([large, ...again]));
    expect(found.ok ? "taken" : found.error).toMatch(/more than 20 MB/);
  });

  it.each([
    ["nothing", Buffer.alloc(0)],
    ["no zip", Buffer.from("hello, this is no zip at all")],
    ["half of one", makeZip([skill]).subarray(0, 60)],
    ["a broken piece", Buffer.from(makeZip([skill]).map((byte, at) => (at > 45 && at < 55 ? byte ^ 0xff : byte)))],
  ])("%s", async (_what, bytes) => {
    const found = await readZip(bytes);
    expect(found.ok ? "taken" : found.error).toMatch(/no zip that can be read/);
  });
});

it.each([
  ["run.sh", "", false, true],
  ["Run.PS1", "", false, true],
  ["Makefile", "", false, true],
  ["tool", "#!/usr/bin/env node", false, true],
  ["tool", "\x7fELF", false, true],
  ["tool", "MZ", false, true],
  ["notes.md", "", true, true],
  ["notes.md", "text", false, false],
  ["data.json", "{}", false, false],
])("%s with %j (%s) is a script: %s", (path, content, isExecutable, expected) => {
  expect(isScript({ path, bytes: Buffer.from(content, "latin1"), isExecutable })).toBe(expected);
});
