import { mkdir, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type Access, resolveInRoots } from "../../../src-main/policy/path-guard.ts";
import type { Root } from "../../../src-main/policy/roots.ts";
import { createToolBench, type ToolBench } from "../../support/tool-context.ts";

async function outcome(bench: ToolBench, path: string, access: Access = "read") {
  const result = await resolveInRoots(path, access, bench.context);
  return result.ok ? result.value.path : result.error.reason;
}

describe("paths outside the roots are refused", () => {
  test("a traversal (SEC-025)", async () => {
    const bench = await createToolBench();
    await writeFile(join(bench.outside, "secret.txt"), "canary");
    expect(await outcome(bench, "../out/secret.txt")).toBe("outside");
    expect(await outcome(bench, "a/../../out/secret.txt")).toBe("outside");
  });

  test("a folder whose name starts with that of the root (SEC-027)", async () => {
    const bench = await createToolBench();
    await mkdir(`${bench.work}-evil`);
    await writeFile(`${bench.work}-evil/secret.txt`, "canary");
    expect(await outcome(bench, `${bench.work}-evil/secret.txt`)).toBe("outside");
  });

  test("links to a file, to a folder and through a chain", async () => {
    const bench = await createToolBench();
    await writeFile(join(bench.outside, "secret.txt"), "canary");
    await symlink(join(bench.outside, "secret.txt"), bench.at("file"));
    await symlink(bench.outside, bench.at("folder"));
    await symlink("folder", bench.at("chain"));
    for (const path of ["file", "folder", "folder/secret.txt", "chain/secret.txt", "chain/new.txt"]) {
      expect([path, await outcome(bench, path)]).toEqual([path, "outside"]);
      expect([path, await outcome(bench, path, "write")]).toEqual([path, "outside"]);
    }
  });

  test("a dangling link to the outside, for reading and writing (SEC-029)", async () => {
    const bench = await createToolBench();
    await symlink(join(bench.outside, "created.txt"), bench.at("new.txt"));
    await symlink("new.txt", bench.at("again.txt"));
    await symlink("../out/deep/created.txt", bench.at("relative.txt"));
    for (const path of ["new.txt", "again.txt", "relative.txt"]) {
      expect([path, await outcome(bench, path, "write")]).toEqual([path, "outside"]);
    }
  });

  test("keys in the home folder (SEC-033)", async () => {
    const bench = await createToolBench();
    expect(await outcome(bench, "~/.ssh/id_ed25519")).toBe("outside");
  });

  test("the refusal names the roots and does not tell whether the file exists", async () => {
    const bench = await createToolBench();
    await writeFile(join(bench.outside, "there"), "x");
    const messages = await Promise.all(
      ["../out/there", "../out/missing", "../out/there/below"].map(async (path) => {
        const result = await resolveInRoots(path, "read", bench.context);
        return result.ok ? "" : result.error.message.replace(/^\S+/, "PATH");
      }),
    );
    expect(new Set(messages).size).toBe(1);
    expect(messages[0]).toContain(`${bench.work} (work folder)`);
    expect(messages[0]).toContain(`${bench.workspace} (workspace)`);
  });
});

test("a refusal does not tell that a name exists in another normal form", async () => {
  const bench = await createToolBench();
  await mkdir(join(bench.outside, "e\u0301"));
  const result = await resolveInRoots("../out/\u00e9/a", "read", bench.context);
  expect(result.ok ? "" : result.error.message).toContain(`${bench.outside}/\u00e9/a is outside`);
});

describe("paths inside the roots are resolved", () => {
  test("a root, a folder and a link that are named in another normal form", async () => {
    const bench = await createToolBench();
    const root = join(bench.base, "e\u0301");
    await mkdir(join(root, "o\u0308"), { recursive: true });
    await symlink("o\u0308", join(root, "u\u0308"));
    const list: readonly Root[] = [{ path: root, kind: "work", access: "write" }];
    const place = { ...bench.context, roots: { list, restricted: true } };
    const found = await resolveInRoots(`${bench.base}/\u00e9/\u00fc/new`, "write", place);
    expect(found.ok && found.value.path).toBe(join(root, "o\u0308", "new"));
  });

  test("existing ones, new ones and new folders", async () => {
    const bench = await createToolBench();
    await writeFile(bench.at("a.txt"), "x");
    expect(await outcome(bench, "a.txt")).toBe(bench.at("a.txt"));
    expect(await outcome(bench, "new/deep/b.txt", "write")).toBe(bench.at("new/deep/b.txt"));
    expect(await outcome(bench, ".")).toBe(bench.work);
  });

  test("a dangling link that stays inside leads to its target", async () => {
    const bench = await createToolBench();
    await symlink("target.txt", bench.at("link.txt"));
    expect(await outcome(bench, "link.txt", "write")).toBe(bench.at("target.txt"));
  });

  test("a work folder that was opened through a link (SEC-041)", async () => {
    const bench = await createToolBench();
    await writeFile(bench.at("readme.md"), "x");
    await symlink(bench.work, join(bench.base, "alias"));
    const context = { ...bench.context, workFolder: join(bench.base, "alias") };
    const result = await resolveInRoots("readme.md", "read", context);
    expect(result).toMatchObject({ ok: true, value: { path: bench.at("readme.md"), display: "readme.md" } });
  });

  test("a folder that is really named ~", async () => {
    const bench = await createToolBench();
    await mkdir(bench.at("~"));
    expect(await outcome(bench, "./~")).toBe(bench.at("~"));
  });

  test("links in a circle and files used as folders are told as such", async () => {
    const bench = await createToolBench();
    await symlink("b", bench.at("a"));
    await symlink("a", bench.at("b"));
    await writeFile(bench.at("file"), "x");
    expect(await outcome(bench, "a")).toBe("failed");
    expect(await outcome(bench, "file/below")).toBe("not-found");
    expect(await outcome(bench, `${"x".repeat(300)}`)).toBe("invalid");
  });
});

describe("roots", () => {
  const withRoots = (bench: ToolBench, list: readonly Root[], restricted = true): ToolBench => ({
    ...bench,
    context: { ...bench.context, roots: { list, restricted } },
  });

  test("a read-only root can be read and not written", async () => {
    const bench = await createToolBench();
    const reader = withRoots(bench, [{ path: bench.work, kind: "skills", access: "read" }]);
    expect(await outcome(reader, "a")).toBe(bench.at("a"));
    expect(await outcome(reader, "a", "write")).toBe("read-only");
  });

  test("the innermost root decides", async () => {
    const bench = await createToolBench();
    const nested = withRoots(bench, [
      { path: bench.base, kind: "work", access: "write" },
      { path: bench.outside, kind: "results", access: "read" },
    ]);
    expect(await outcome(nested, join(bench.outside, "a"), "write")).toBe("read-only");
    expect(await outcome(nested, join(bench.work, "a"), "write")).toBe(bench.at("a"));
  });

  test("sessions are readable and never writable, whatever other root holds them", async () => {
    const bench = await createToolBench();
    const file = join(bench.workspace, "sessions", "a.jsonl");
    const roots: readonly Root[] = [...bench.context.roots.list, { path: bench.base, kind: "work", access: "write" }];
    for (const variant of [bench, withRoots(bench, roots), withRoots(bench, roots, false)]) {
      expect(await outcome(variant, file)).toBe(file);
      expect(await outcome(variant, file, "write")).toBe("read-only");
    }
    expect(await outcome(bench, join(bench.workspace, "sessions-old"), "write")).not.toBe("read-only");
  });

  test("sessions are found under another case where the disk does not tell cases apart", async () => {
    const bench = await createToolBench({ platform: "darwin" });
    expect(await outcome(bench, join(bench.workspace, "Sessions", "new.jsonl"), "write")).toBe("read-only");
  });

  test("without restriction every path is reachable", async () => {
    const bench = await createToolBench();
    const free = withRoots(bench, bench.context.roots.list, false);
    expect(await outcome(free, join(bench.outside, "a"), "write")).toBe(join(bench.outside, "a"));
  });
});

describe("on Windows", () => {
  const place = (bench: ToolBench, links: Record<string, string> = {}) => ({
    workFolder: "C:\\ws",
    userHome: "C:\\Users\\ann",
    platform: "win32" as const,
    roots: { list: [{ path: "C:\\ws", kind: "work", access: "write" }] as const, restricted: true },
    files: {
      ...bench.context.files,
      realpath: Object.assign(
        async (path: unknown) => links[String(path)] ?? String(path),
        bench.context.files.realpath,
      ),
    },
  });

  test.each([
    ["notes.md", "C:\\ws\\notes.md"],
    ["c:\\WS\\notes.md", "c:\\WS\\notes.md"],
    ["E:\\", "outside"],
    ["E:\\secret", "outside"],
    ["\\\\server\\share", "invalid"],
    ["C:\\ws-evil\\x", "outside"],
    ["junction", "outside"],
  ])("%j: %s", async (path, expected) => {
    const bench = await createToolBench();
    const result = await resolveInRoots(path, "read", place(bench, { "C:\\ws\\junction": "C:\\out" }));
    expect(result.ok ? result.value.path : result.error.reason).toBe(expected);
  });
});
