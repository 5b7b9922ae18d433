import { chmod, mkdir, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import { contentOf, createToolBench } from "../../support/tool-context.ts";

describe("an edit", () => {
  test("changes the text, keeps the mode and shows a diff", async () => {
    const bench = await createToolBench();
    await writeFile(bench.at("run.sh"), "#!/bin/sh\necho one\necho two\n");
    await chmod(bench.at("run.sh"), 0o750);
    const result = await bench.call("edit_file", { path: "run.sh", oldText: "echo two", newText: "echo 2" });
    expect(contentOf(result)).toBe("Edited run.sh at line 3 (+1 -1 lines).");
    expect(result.details?.diff).toContain("-echo two\n+echo 2");
    expect(await readFile(bench.at("run.sh"), "utf8")).toBe("#!/bin/sh\necho one\necho 2\n");
    expect((await stat(bench.at("run.sh"))).mode & 0o777).toBe(0o750);
    expect(await readdir(bench.work)).toEqual(["run.sh"]);
    expect(bench.written).toEqual([bench.at("run.sh")]);
  });

  test.each([
    ["UTF-8 with a mark", (text: string) => Buffer.from(`\ufeff${text}`)],
    ["UTF-16 LE", (text: string) => Buffer.from(`\ufeff${text}`, "utf16le")],
    ["UTF-16 BE", (text: string) => Buffer.from(`\ufeff${text}`, "utf16le").swap16()],
    ["Latin-1", (text: string) => Buffer.from(text, "latin1")],
  ])("keeps the encoding: %s", async (_, encode) => {
    const bench = await createToolBench();
    await writeFile(bench.at("a.txt"), encode("caf\xe9 one\r\ntwo"));
    await bench.call("edit_file", { path: "a.txt", oldText: "one", newText: "\xfcber" });
    expect(await readFile(bench.at("a.txt"))).toEqual(encode("caf\xe9 \xfcber\r\ntwo"));
  });

  test("tells the policy what it would change", async () => {
    const bench = await createToolBench();
    await writeFile(bench.at("a.txt"), "one\n");
    const subject = await bench.subject("edit_file", { path: "a.txt", oldText: "one", newText: "two" });
    expect(subject).toMatchObject({
      path: bench.at("a.txt"),
      admitted: true,
      preview: { kind: "diff", text: expect.stringContaining("-one\n+two") },
    });
  });
});

describe("an edit that cannot be made is not admitted, so that nobody is asked", () => {
  test.each([
    ["not found", "a.txt", { oldText: "zebra", newText: "x" }],
    ["ambiguous", "a.txt", { oldText: "dup", newText: "x" }],
    ["no change", "a.txt", { oldText: "dup one", newText: "dup one" }],
    ["no file", "b.txt", { oldText: "dup", newText: "x" }],
    ["not text", "a.bin", { oldText: "dup", newText: "x" }],
    ["not to be encoded", "latin.txt", { oldText: "caf", newText: "会" }],
  ])("%s", async (_, path, edit) => {
    const bench = await createToolBench();
    await writeFile(bench.at("a.txt"), "dup one\ndup two\n");
    await writeFile(bench.at("a.bin"), Buffer.from([1, 0, 2]));
    await writeFile(bench.at("latin.txt"), Buffer.from("caf\xe9", "latin1"));
    expect(await bench.subject("edit_file", { path, ...edit })).toMatchObject({ kind: "path", admitted: false });
  });
});

describe("an edit that cannot be made changes nothing and says why", () => {
  test.each([
    [{ oldText: "x", newText: "x" }, "the same"],
    [{ oldText: "", newText: "x" }, "empty"],
    [{ oldText: "dup", newText: "x" }, "occurs 3 times (lines 1, 3, 4)"],
    [{ oldText: "nothing like it at all", newText: "x" }, "Nothing similar"],
    [{ oldText: "\tindented line", newText: "x" }, "The text at line 2 differs only in white space"],
    [{ oldText: "INDENTED LINE", newText: "x" }, "differs only in upper and lower case"],
    [{ oldText: "indentd lin", newText: "x" }, "The text at line 2 is the most similar:\n2\t  indented line"],
  ])("%j", async (edit, reason) => {
    const bench = await createToolBench();
    const before = "dup one\n  indented line\ndup two\ndup three\n";
    await writeFile(bench.at("a.txt"), before);
    const result = await bench.call("edit_file", { path: "a.txt", ...edit });
    expect(result.kind).toBe("failed");
    expect(contentOf(result)).toContain(reason);
    expect(await readFile(bench.at("a.txt"), "utf8")).toBe(before);
    expect(bench.written).toEqual([]);
  });

  test("a missing line break in oldText is named as the cause", async () => {
    const bench = await createToolBench();
    await writeFile(bench.at("a.js"), "start();\nif (a) {\n  run();\n}\n");
    const message = await bench.content("edit_file", { path: "a.js", oldText: "if (a) { run();", newText: "x" });
    expect(message).toContain("The text at line 2 differs only in white space or line breaks:\n2\tif (a) {");
  });

  test("for a missing file a similar name is suggested", async () => {
    const bench = await createToolBench();
    await writeFile(bench.at("notes.md"), "x");
    expect(await bench.content("edit_file", { path: "note.md", oldText: "x", newText: "y" })).toBe(
      "note.md does not exist. Did you mean notes.md?",
    );
    expect(await readdir(bench.work)).toEqual(["notes.md"]);
  });

  test("folders and binary files are no text", async () => {
    const bench = await createToolBench();
    await mkdir(bench.at("sub"));
    await writeFile(bench.at("a.bin"), Buffer.from([1, 0, 2]));
    await writeFile(bench.at("odd.txt"), Buffer.concat([Buffer.from("\ufeffone", "utf16le"), Buffer.from([7])]));
    const edit = { oldText: "one", newText: "two" };
    expect(await bench.content("edit_file", { path: "sub", ...edit })).toContain("sub is a folder");
    expect(await bench.content("edit_file", { path: "a.bin", ...edit })).toContain("not text");
    expect(await bench.content("edit_file", { path: "odd.txt", ...edit })).toContain("damaged");
  });

  test("what Latin-1 cannot say is refused", async () => {
    const bench = await createToolBench();
    await writeFile(bench.at("a.txt"), Buffer.from("caf\xe9", "latin1"));
    expect(await bench.content("edit_file", { path: "a.txt", oldText: "caf", newText: "会" })).toContain("Latin-1");
  });

  test("a file that another program changed meanwhile is left as that one wrote it", async () => {
    const bench = await createToolBench();
    await writeFile(bench.at("a.txt"), "one\n");
    const context = { ...bench.context, beforeWrite: () => writeFile(bench.at("a.txt"), "one, by another\n") };
    const message = await bench.content("edit_file", { path: "a.txt", oldText: "one", newText: "two" }, context);
    expect(message).toContain("changed on the disk meanwhile");
    expect(await readFile(bench.at("a.txt"), "utf8")).toBe("one, by another\n");
    expect(await readdir(bench.work)).toEqual(["a.txt"]);
  });
});
