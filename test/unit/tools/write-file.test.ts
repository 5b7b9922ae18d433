import { chmod, link, mkdir, readdir, readFile, stat, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { contentOf, createToolBench, type ToolBench } from "../../support/tool-context.ts";

describe("writing a file", () => {
  test("makes missing folders, says what it wrote and shows the diff", async () => {
    const bench = await createToolBench();
    const result = await bench.call("write_file", { path: "a/b/notes.md", content: "one\ntwo\n" });
    expect(contentOf(result)).toBe("Created a/b/notes.md (2 lines, 8 bytes).");
    expect(result.details).toMatchObject({ path: bench.at("a/b/notes.md"), diff: expect.stringContaining("+two") });
    expect(await readFile(bench.at("a/b/notes.md"), "utf8")).toBe("one\ntwo\n");
    expect(bench.written).toEqual([bench.at("a/b/notes.md")]);
  });

  test("keeps the mode of the file that it replaces", async () => {
    const bench = await createToolBench();
    await writeFile(bench.at("run.sh"), "old");
    await chmod(bench.at("run.sh"), 0o751);
    expect(await bench.content("write_file", { path: "run.sh", content: "new" })).toContain("Replaced run.sh");
    expect((await stat(bench.at("run.sh"))).mode & 0o777).toBe(0o751);
  });

  test.each([
    ["UTF-8 with a mark", Buffer.from("\ufeffold"), Buffer.from("\ufeffnéw")],
    ["UTF-16 LE", Buffer.from("\ufeffold", "utf16le"), Buffer.from("\ufeffnéw", "utf16le")],
    ["UTF-16 BE", Buffer.from("\ufeffold", "utf16le").swap16(), Buffer.from("\ufeffnéw", "utf16le").swap16()],
    ["Latin-1", Buffer.from("\xe4lter", "latin1"), Buffer.from("n\xe9w", "latin1")],
  ])("keeps the encoding: %s", async (_, before, after) => {
    const bench = await createToolBench();
    await writeFile(bench.at("a.txt"), before);
    await bench.call("write_file", { path: "a.txt", content: "néw" });
    expect(await readFile(bench.at("a.txt"))).toEqual(after);
  });

  test("with the same content writes nothing", async () => {
    const bench = await createToolBench();
    await writeFile(bench.at("a.txt"), "same");
    expect(await bench.content("write_file", { path: "a.txt", content: "same" })).toContain("has this content already");
    expect(bench.written).toEqual([]);
  });

  test("bounds the diff of a long one", async () => {
    const bench = await createToolBench();
    const result = await bench.call("write_file", { path: "a.txt", content: "x\n".repeat(10_000) });
    expect(String(result.details?.diff).split("\n").length).toBeLessThanOrEqual(403);
    expect(result.details?.diff).toContain("more lines");
  });

  test("through a link inside the roots replaces the target and keeps the link", async () => {
    const bench = await createToolBench();
    await writeFile(bench.at("target.txt"), "old");
    await symlink("target.txt", bench.at("link.txt"));
    await bench.call("write_file", { path: "link.txt", content: "new" });
    expect(await readFile(bench.at("target.txt"), "utf8")).toBe("new");
    expect(await readdir(bench.work)).toEqual(["link.txt", "target.txt"]);
    expect((await bench.context.files.lstat(bench.at("link.txt"))).isSymbolicLink()).toBe(true);
    expect(bench.written).toEqual([bench.at("target.txt")]);
  });

  test("tells the policy the real path and a diff before anything is written", async () => {
    const bench = await createToolBench();
    await writeFile(bench.at("target.txt"), "old\n");
    await symlink("target.txt", bench.at("link.txt"));
    const subject = await bench.subject("write_file", { path: "link.txt", content: "new\n" });
    expect(subject).toMatchObject({ kind: "path", access: "write", path: bench.at("target.txt") });
    expect(subject).toMatchObject({ preview: { kind: "diff", text: expect.stringContaining("-old\n+new") } });
    expect(await readFile(bench.at("target.txt"), "utf8")).toBe("old\n");
  });
});

describe("a write is refused and leaves nothing behind", () => {
  test("outside, through a dangling link (SEC-029)", async () => {
    const bench = await createToolBench();
    await symlink(join(bench.outside, "created.txt"), bench.at("new.txt"));
    const result = await bench.call("write_file", { path: "new.txt", content: "x" });
    expect(result).toMatchObject({ kind: "failed", refused: "outside-roots" });
    expect(await readdir(bench.outside)).toEqual([]);
  });

  test("with a NUL in the name (SEC-035)", async () => {
    const bench = await createToolBench();
    expect(await bench.content("write_file", { path: "notes\u0000.txt", content: "x" })).toContain("nvalid name");
    expect(await readdir(bench.work)).toEqual([]);
  });

  test("over a folder", async () => {
    const bench = await createToolBench();
    await mkdir(bench.at("sub"));
    expect(await bench.content("write_file", { path: "sub", content: "x" })).toContain("sub is a folder");
  });

  test("below a file", async () => {
    const bench = await createToolBench();
    await writeFile(bench.at("file"), "x");
    expect(await bench.content("write_file", { path: "file/below.txt", content: "x" })).toContain("file, not a folder");
  });

  test("in the saved sessions", async () => {
    const bench = await createToolBench();
    const path = join(bench.workspace, "sessions", "a.jsonl");
    expect(await bench.content("write_file", { path, content: "x" })).toContain("read-only");
    expect(await readdir(join(bench.workspace, "sessions"))).toEqual([]);
  });

  test("when the caller's copy before the write fails", async () => {
    const bench = await createToolBench({ beforeWrite: () => Promise.reject(new Error("no room for a copy")) });
    const result = await bench.call("write_file", { path: "new/a.txt", content: "x" });
    expect(result).toMatchObject({ kind: "failed", message: "write_file failed: no room for a copy" });
    expect(await readdir(bench.work)).toEqual([]);
  });
});

describe("a disk that fails", () => {
  const fault = (code: string) => Object.assign(new Error(`${code}: simulated`), { code });
  const steps = ["create", "write", "sync", "chmod", "rename"] as const;

  function failingAt(bench: ToolBench, step: (typeof steps)[number], code: string) {
    const { files } = bench.context;
    const open: typeof files.open = async (path, flags, mode) => {
      const isTemp = String(path).includes(".perch-write-");
      if (isTemp && step === "create") throw fault(code);
      const handle = await files.open(path, flags, mode);
      if (!isTemp) return handle;
      const reject = () => Promise.reject(fault(code));
      if (step === "write") return Object.assign(handle, { writeFile: reject });
      if (step === "sync") return Object.assign(handle, { sync: reject });
      return step === "chmod" ? Object.assign(handle, { chmod: reject }) : handle;
    };
    const rename: typeof files.rename = step === "rename" ? () => Promise.reject(fault(code)) : files.rename;
    return { ...bench.context, files: { ...files, open, rename } };
  }

  test.each(steps)("at the step %s leaves the old content and no other file", async (step) => {
    const bench = await createToolBench();
    await writeFile(bench.at("a.txt"), "old");
    const context = failingAt(bench, step, "ENOSPC");
    expect(await bench.content("write_file", { path: "a.txt", content: "new" }, context)).toBe(
      "The disk is full: a.txt was not written.",
    );
    expect(await readFile(bench.at("a.txt"), "utf8")).toBe("old");
    expect(await readdir(bench.work)).toEqual(["a.txt"]);
    expect(await bench.content("write_file", { path: "a.txt", content: "new" })).toContain("Replaced a.txt");
  });

  test("without permission says so", async () => {
    const bench = await createToolBench();
    const context = failingAt(bench, "create", "EACCES");
    expect(await bench.content("write_file", { path: "a.txt", content: "new" }, context)).toContain(
      "denies permission",
    );
  });

  test("a name that a crash left behind does not stand in the way", async () => {
    const bench = await createToolBench();
    await writeFile(bench.at(".perch-write-r_test-0.tmp"), "left behind");
    await bench.call("write_file", { path: "a.txt", content: "new" });
    expect(await readFile(bench.at("a.txt"), "utf8")).toBe("new");
  });
});

describe("side by side", () => {
  test("writes to one path by two names never mix", async () => {
    const bench = await createToolBench();
    await symlink("a.txt", bench.at("alias.txt"));
    const texts = Array.from({ length: 12 }, (_, index) => String(index).repeat(200_000));
    const results = await Promise.all(
      texts.map((content, index) => bench.call("write_file", { path: index % 2 ? "a.txt" : "alias.txt", content })),
    );
    expect(results.map(({ kind }) => kind)).toEqual(texts.map(() => "done"));
    expect(texts).toContain(await readFile(bench.at("a.txt"), "utf8"));
    expect(await readdir(bench.work)).toEqual(["a.txt", "alias.txt"]);
  });

  test("writes to many paths of one folder all land", async () => {
    const bench = await createToolBench();
    const names = Array.from({ length: 12 }, (_, index) => `new/${index}.txt`);
    await Promise.all(names.map((path) => bench.call("write_file", { path, content: path })));
    expect((await readdir(bench.at("new"))).length).toBe(12);
  });

  test("edits of one file both land", async () => {
    const bench = await createToolBench();
    await writeFile(bench.at("a.txt"), "one\ntwo\nthree\n");
    const results = await Promise.all(
      ["one", "two", "three"].map((word) =>
        bench.call("edit_file", { path: "a.txt", oldText: word, newText: word.toUpperCase() }),
      ),
    );
    expect(results.map(({ kind }) => kind)).toEqual(["done", "done", "done"]);
    expect(await readFile(bench.at("a.txt"), "utf8")).toBe("ONE\nTWO\nTHREE\n");
  });
});

test("a file with another name is replaced alone, and that is said", async () => {
  const bench = await createToolBench();
  await writeFile(bench.at("a.txt"), "old");
  await link(bench.at("a.txt"), bench.at("b.txt"));
  expect(await bench.content("write_file", { path: "a.txt", content: "new" })).toBe(
    "Replaced a.txt (1 line, 3 bytes). It had another name (hard links), where the old text still stands.",
  );
  expect(await readFile(bench.at("b.txt"), "utf8")).toBe("old");
});
