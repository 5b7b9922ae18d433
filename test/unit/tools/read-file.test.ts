import { execFileSync } from "node:child_process";
import { appendFile, mkdir, symlink, truncate, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { describe, expect, onTestFinished, test } from "vitest";
import { pathGuard } from "../../../src-main/policy/open-in-roots.ts";
import { readFileTool } from "../../../src-main/tools/read-file.ts";
import { ok } from "../../../src-preload/contract/result.ts";
import { pdfWith } from "../../support/pdf.ts";
import { contentOf, createToolBench } from "../../support/tool-context.ts";

const lines = (count: number) => Array.from({ length: count }, (_, index) => `line ${index + 1}`).join("\n");

describe("text", () => {
  test.each([
    ["plain", Buffer.from("one\ntwo\n"), "1\tone\n2\ttwo"],
    ["without a final line end", Buffer.from("one\ntwo"), "1\tone\n2\ttwo"],
    ["with CRLF", Buffer.from("one\r\ntwo\r\n"), "1\tone\n2\ttwo"],
    ["with a UTF-8 mark", Buffer.from("\ufeffüber\n"), "1\tüber"],
    ["UTF-16 LE", Buffer.from("\ufeffüber\n会", "utf16le"), "1\tüber\n2\t会"],
    ["UTF-16 BE", Buffer.from("\ufeffüber\n会", "utf16le").swap16(), "1\tüber\n2\t会"],
    ["Windows-1252", Buffer.from("caf\xe9\n", "latin1"), "[Not UTF-8; read as windows-1252.]\n1\tcafé"],
    ["empty", Buffer.from(""), "(a.txt is empty)"],
    ["only a mark", Buffer.from("\ufeff"), "(a.txt is empty)"],
    ["only a line end", Buffer.from("\n"), "1\t"],
  ])("%s", async (_, bytes, expected) => {
    const bench = await createToolBench();
    await writeFile(bench.at("a.txt"), bytes);
    expect(await bench.content("read_file", { path: "a.txt" })).toBe(expected);
  });

  test("characters that lie across two reads stay whole", async () => {
    const bench = await createToolBench();
    await writeFile(bench.at("a.txt"), `${"会".repeat(30_000)}\nend\n`);
    expect(await bench.content("read_file", { path: "a.txt" })).toBe(`1\t${"会".repeat(30_000)}\n2\tend`);
  });
});

describe("ranges", () => {
  test.each([
    [{}, "1\tline 1", "2000\tline 2000\n[Lines 1-2000 of 5000. Read on with startLine 2001.]"],
    [{ startLine: 2001 }, "2001\tline 2001", "Read on with startLine 4001.]"],
    [{ startLine: 4001 }, "4001\tline 4001", "5000\tline 5000"],
    [{ startLine: 3, endLine: 4 }, "3\tline 3\n4", "[Lines 3-4 of 5000. Read on with startLine 5.]"],
    [{ endLine: 1 }, "1\tline 1\n[", "[Lines 1-1 of 5000. Read on with startLine 2.]"],
  ])("%j", async (range, start, end) => {
    const bench = await createToolBench();
    await writeFile(bench.at("a.txt"), lines(5000));
    const content = await bench.content("read_file", { path: "a.txt", ...range });
    expect(content.startsWith(start)).toBe(true);
    expect(content.endsWith(end)).toBe(true);
  });

  test("that are past the end or turned round are errors", async () => {
    const bench = await createToolBench();
    await writeFile(bench.at("a.txt"), lines(3));
    expect(await bench.content("read_file", { path: "a.txt", startLine: 9 })).toContain("has only 3 lines");
    expect(await bench.content("read_file", { path: "a.txt", startLine: 3, endLine: 2 })).toContain("is before");
  });

  test("at most 100 kB come in one call, a longer line is cut", async () => {
    const bench = await createToolBench();
    await writeFile(bench.at("wide.txt"), `${"x".repeat(60_000)}\n${"y".repeat(60_000)}\n`);
    const wide = await bench.content("read_file", { path: "wide.txt" });
    expect(wide).toContain("[Lines 1-1 of 2. Read on with startLine 2.]");
    await writeFile(bench.at("one.txt"), "z".repeat(300_000));
    const one = await bench.content("read_file", { path: "one.txt" });
    expect(one.length).toBeLessThan(101_000);
    expect(one).toContain("300000 characters in all");
  });

  test("of one line without end a part is read, and no more is claimed to be known", async () => {
    const bench = await createToolBench();
    await writeFile(bench.at("one.txt"), Buffer.alloc(40_000_000, "z"));
    const one = await bench.content("read_file", { path: "one.txt" });
    expect(one.length).toBeLessThan(101_000);
    expect(one).toMatch(/cut, more than 3[23]\d{6} characters in all\]\n\[Lines 1-1\. Read on with startLine 2\.\]$/);
  });

  test("of a file of 32 MB all lines are counted, of a longer one no more is claimed to be known", async () => {
    const bench = await createToolBench();
    const megabyte = `${"x".repeat(999_999)}\n`;
    await writeFile(bench.at("long.txt"), megabyte.repeat(32));
    expect(await bench.content("read_file", { path: "long.txt" })).toMatch(/\n\[Lines 1-1 of 32\. Read on/);
    await appendFile(bench.at("long.txt"), megabyte);
    expect(await bench.content("read_file", { path: "long.txt" })).toMatch(/\n\[Lines 1-1\. Read on/);
  });

  test("of a file that grows meanwhile comes what was there at the start", async () => {
    const bench = await createToolBench();
    await writeFile(bench.at("log.txt"), "one\ntwo\n");
    const resultBytes = async () => {
      await appendFile(bench.at("log.txt"), "three\n".repeat(100_000));
      return 100_000;
    };
    expect(await bench.content("read_file", { path: "log.txt" }, { ...bench.context, resultBytes })).toBe(
      "1\tone\n2\ttwo",
    );
  });

  test("a small context takes less, with the numbers of the lines", async () => {
    const bench = await createToolBench();
    await writeFile(bench.at("a.txt"), "x\n".repeat(5000));
    const small = { ...bench.context, resultBytes: async () => 8000 };
    const content = await bench.content("read_file", { path: "a.txt" }, small);
    const body = content.slice(0, content.lastIndexOf("\n["));
    expect(body.length).toBeLessThanOrEqual(8000);
    expect(body.length).toBeGreaterThan(7980);
  });
});

describe("what is no text", () => {
  test.each([
    ["png", "\x89PNG\r\n\x1a\n0000", "image/png"],
    ["jpeg", "\xff\xd8\xff\xe0000", "image/jpeg"],
    ["gif", "GIF89a000", "image/gif"],
    ["webp", "RIFF\x01\x00\x00\x00WEBPVP8 ", "image/webp"],
  ])("a %s is told by its bytes, whatever its name, and carried as media", async (_, bytes, mediaType) => {
    const bench = await createToolBench();
    await writeFile(bench.at("picture.txt"), bytes, "latin1");
    const result = await bench.call("read_file", { path: "picture.txt" });
    expect(result).toMatchObject({
      kind: "done",
      content: expect.stringContaining(`picture.txt: ${mediaType}`),
      media: [{ kind: "image", path: bench.at("picture.txt"), mediaType, name: "picture.txt" }],
    });
  });

  test("an image of 5 MB is shown, a larger one is refused", async () => {
    const bench = await createToolBench();
    await writeFile(bench.at("a.png"), "\x89PNG\r\n\x1a\n", "latin1");
    await truncate(bench.at("a.png"), 5_000_000);
    expect(await bench.content("read_file", { path: "a.png" })).toBe("[Image a.png: image/png, 5.0 MB]");
    await truncate(bench.at("a.png"), 5_000_001);
    expect(await bench.content("read_file", { path: "a.png" })).toBe(
      "a.png is an image of 5.0 MB; at most 5.0 MB are shown.",
    );
  });

  test("a PDF of 20 MB is read, a larger one is refused before it is", async () => {
    const bench = await createToolBench();
    const read: number[] = [];
    const tool = readFileTool(pathGuard, async (bytes) => {
      read.push(bytes.length);
      return ok("--- page 1 of 1 ---\nwords");
    });
    const call = tool.parse({ path: "a.pdf" });
    if (!call.ok) throw new Error(call.message);
    await writeFile(bench.at("a.pdf"), "%PDF-1.7\n");
    await truncate(bench.at("a.pdf"), 20_000_000);
    expect(contentOf(await call.call.run(bench.context))).toContain("words");
    await truncate(bench.at("a.pdf"), 20_000_001);
    expect(contentOf(await call.call.run(bench.context))).toBe("a.pdf is a PDF of 20.0 MB; at most 20.0 MB are read.");
    expect(read).toEqual([20_000_000]);
  });

  test("a binary file", async () => {
    const bench = await createToolBench();
    await writeFile(bench.at("a.bin"), Buffer.from([1, 2, 0, 3]));
    expect(await bench.content("read_file", { path: "a.bin" })).toBe("a.bin is not text (binary, 4 bytes).");
  });

  test("a PDF gives its text with page marks", async () => {
    const bench = await createToolBench();
    await writeFile(bench.at("a.pdf"), pdfWith(["First page", "Second page"]));
    expect(await bench.content("read_file", { path: "a.pdf" })).toBe(
      "1\t--- page 1 of 2 ---\n2\tFirst page\n3\t--- page 2 of 2 ---\n4\tSecond page",
    );
  });

  test("a PDF without text or one that is broken says so", async () => {
    const bench = await createToolBench();
    await writeFile(bench.at("scan.pdf"), pdfWith([""]));
    await writeFile(bench.at("bad.pdf"), "%PDF-1.4\nnothing");
    expect(await bench.content("read_file", { path: "scan.pdf" })).toContain("without text");
    expect(await bench.content("read_file", { path: "bad.pdf" })).toContain("cannot be read");
  });

  test("a folder", async () => {
    const bench = await createToolBench();
    await mkdir(bench.at("sub"));
    expect(await bench.content("read_file", { path: "sub" })).toBe("sub is a folder: use list_dir.");
  });

  test("pipes, devices and sockets are refused without waiting (SEC-037)", async () => {
    const bench = await createToolBench();
    execFileSync("mkfifo", [bench.at("pipe")]);
    await symlink("/dev/zero", bench.at("z"));
    const server = createServer();
    onTestFinished(() => new Promise((resolve) => server.close(() => resolve())));
    await new Promise<void>((resolve) => server.listen(bench.at("socket"), resolve));
    expect(await bench.content("read_file", { path: "pipe" })).toContain("special file");
    expect(await bench.content("read_file", { path: "socket" })).toContain("special file");
    expect(await bench.content("read_file", { path: "z" })).toContain("outside the folders");
    const free = { ...bench.context, roots: { ...bench.context.roots, restricted: false } };
    expect(await bench.content("read_file", { path: "z" }, free)).toContain("special file");
  });
});

describe("a path that is wrong", () => {
  test.each([
    ["Notes.MD", "Did you mean notes.md?"],
    ["notes.txt", "Did you mean notes.md?"],
    ["docs/reprt.txt", "Did you mean docs/report.txt?"],
    ["nowhere/x.txt", "The folder nowhere does not exist either."],
  ])("%s gets a hint", async (path, hint) => {
    const bench = await createToolBench();
    await mkdir(bench.at("docs"));
    await writeFile(bench.at("notes.md"), "x");
    await writeFile(bench.at("docs/report.txt"), "x");
    expect(await bench.content("read_file", { path })).toBe(`${path} does not exist. ${hint}`);
  });

  test("outside is refused without a hint", async () => {
    const bench = await createToolBench();
    await writeFile(`${bench.outside}/secret.txt`, "canary");
    const result = await bench.call("read_file", { path: "../out/secre.txt" });
    expect(result).toMatchObject({ kind: "failed", refused: "outside-roots" });
    expect(contentOf(result)).not.toContain("Did you mean");
  });
});

test("a file that vanishes in the middle is tried once more and then told", async () => {
  const bench = await createToolBench();
  await writeFile(bench.at("a.txt"), "x");
  let opened = 0;
  const open: typeof bench.context.files.open = async (...parameters) => {
    opened++;
    const handle = await bench.context.files.open(...parameters);
    const read = () => Promise.reject(Object.assign(new Error("ESTALE"), { code: "ESTALE" }));
    return Object.assign(handle, { read });
  };
  const context = { ...bench.context, files: { ...bench.context.files, open } };
  expect(await bench.content("read_file", { path: "a.txt" }, context)).toBe("a.txt vanished while it was read.");
  expect(opened).toBe(2);
});
