import { expect, it } from "vitest";
import { type FileEntry, folderPage } from "../../../src-preload/contract/window.ts";
import type { ShownTree } from "../../../src-renderer/state/file-tree.ts";
import { treeRows } from "../../../src-renderer/state/tree-rows.ts";

const entry = (path: string, kind: FileEntry["kind"] = "file"): FileEntry => ({
  name: path.slice(path.lastIndexOf("/") + 1),
  path,
  kind,
  size: 1,
  changedAt: 1,
});

it("has a line for each entry of what is open, the rest of a full folder, and what was found elsewhere", () => {
  const whole = {
    "": { path: "", entries: [entry("docs", "folder"), entry("closed", "folder"), entry("a.md")], more: 5 },
    docs: { path: "docs", entries: [entry("docs/b.md")], more: 0 },
  };
  const shown: ShownTree = {
    tree: { kind: "ready", whole, matching: null },
    opened: new Set(["", "docs"]),
    limits: {},
    words: "",
  };
  const rows = treeRows(shown, ["far/c.md"]);
  expect(rows.map(({ kind, key, depth }) => [kind, key, depth])).toEqual([
    ["entry", "docs", 0],
    ["entry", "docs/b.md", 1],
    ["entry", "closed", 0],
    ["entry", "a.md", 0],
    ["more", "/", 0],
    ["head", " head", 0],
    ["found", "far/c.md", 0],
  ]);
  expect(treeRows({ ...shown, tree: { kind: "loading" } }, [])).toEqual([]);
});

it("asks nothing of folders that are closed, however many lie in one", () => {
  const entries = Array.from({ length: folderPage }, (_, index) => entry(`n${index}`, "folder"));
  let looked = 0;
  const opened = new Set([""]);
  const has = opened.has.bind(opened);
  opened.has = (path) => {
    looked += 1;
    return has(path);
  };
  const whole = { "": { path: "", entries, more: 98_000 } };
  const rows = treeRows({ tree: { kind: "ready", whole, matching: null }, opened, limits: {}, words: "" }, []);
  expect(rows).toHaveLength(folderPage + 1);
  expect(looked).toBeLessThanOrEqual(2 * folderPage);
});
