import { mkdir, readdir, readFile, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { contentOf, createToolBench, type ToolBench } from "../../support/tool-context.ts";

/*
 * Every way of writing "one folder up", with every separator, to every depth, from every beginning, by every tool. A run of
 * the tests takes a part of the grid, `npm run torture -- --paths` all of it.
 */

const ups = [
  "..",
  "./..",
  "../.",
  "x/../..",
  "..//.",
  "../x/..",
  "%2e%2e",
  "..%2f..",
  "．．",
  ".. ",
  "...",
  "‥",
  "..\u200b",
  "..;",
];
const separators = ["/", "//", "/./", "\\", "/\u200b/"];
const depths = [1, 2, 3, 5, 9];
const beginnings = ["", "sub/", "sub/deep/", "link/", "./", "WORK/", "WORK/sub/", "~/"];
const ends = ["out/secret.txt", "out", "out/new.txt"];

interface Operation {
  readonly tool: string;
  readonly args: (path: string) => Record<string, unknown>;
}

const operations: readonly Operation[] = [
  { tool: "read_file", args: (path) => ({ path }) },
  { tool: "write_file", args: (path) => ({ path, content: "changed" }) },
  { tool: "edit_file", args: (path) => ({ path, oldText: "canary", newText: "changed" }) },
  { tool: "list_dir", args: (path) => ({ path }) },
  { tool: "find_files", args: (path) => ({ pattern: "*", path }) },
  { tool: "grep", args: (path) => ({ pattern: "can", path }) },
  { tool: "exec", args: (folder) => ({ command: "cat secret.txt; echo changed > new.txt", folder }) },
];

function grid(): readonly (Operation & { readonly path: string })[] {
  const paths = new Set<string>();
  for (const beginning of beginnings)
    for (const up of ups)
      for (const separator of separators)
        for (const depth of depths)
          for (const end of ends) {
            const climb = Array.from({ length: depth }, () => up).join(separator);
            paths.add(`${beginning}${climb}${separator}${end}`);
          }
  return [...paths].flatMap((path) => operations.map((operation) => ({ ...operation, path })));
}

/** Every so many of the grid in a run of the tests; a prime, so that each part of it is met. */
const step = process.env["PERCH_TRAVERSALS"] === "all" ? 1 : 97;

async function prepared(): Promise<ToolBench> {
  const bench = await createToolBench();
  await writeFile(join(bench.outside, "secret.txt"), "canary");
  await mkdir(bench.at("sub", "deep"), { recursive: true });
  await symlink(bench.at("sub"), bench.at("link"));
  return bench;
}

it("leaves no folder by any way of writing it", { timeout: 3_600_000 }, async () => {
  const all = grid();
  expect(all.length).toBeGreaterThan(2000);
  const bench = await prepared();
  const escapes: string[] = [];
  for (const { tool, args, path } of all.filter((_, at) => at % step === 0)) {
    const real = path.replace("WORK", bench.work);
    const result = await bench.call(tool, args(real));
    const said = contentOf(result);
    if (said.includes("canary") || said.includes("secret.txt\n")) escapes.push(`${tool} ${real}: read`);
    const left = await readdir(bench.outside);
    const kept = await readFile(join(bench.outside, "secret.txt"), "utf8");
    if (left.length !== 1 || kept !== "canary") {
      escapes.push(`${tool} ${real}: wrote ${left.join()}`);
      break;
    }
  }
  expect(escapes).toEqual([]);
});
