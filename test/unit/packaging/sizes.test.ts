import { describe, expect, it } from "vitest";
import { filesOf, sizesByPart, sizeTable } from "../../../packaging/sizes.ts";

const archive = {
  files: {
    "package.json": { size: 500 },
    empty: { files: {} },
    out: { files: { main: { files: { "desktop.js": { size: 2_000_000 } } } } },
    node_modules: {
      files: {
        "@scope": { files: { one: { files: { lib: { files: { "a.node": { size: 1_000_000, unpacked: true } } } } } } },
        two: { files: { "index.js": { size: 1 }, "more.js": { size: 2 } } },
      },
    },
  },
};

describe("what a package holds", () => {
  it("is every file of its archive, in it or beside it", () => {
    expect(filesOf(archive)).toEqual([
      { path: "package.json", size: 500, isUnpacked: false },
      { path: "out/main/desktop.js", size: 2_000_000, isUnpacked: false },
      { path: "node_modules/@scope/one/lib/a.node", size: 1_000_000, isUnpacked: true },
      { path: "node_modules/two/index.js", size: 1, isUnpacked: false },
      { path: "node_modules/two/more.js", size: 2, isUnpacked: false },
    ]);
  });

  it("is summed by package and by folder of ours, the largest first, with the sum last", () => {
    const parts = sizesByPart(filesOf(archive));
    expect(parts).toEqual([
      { part: "out/main", size: 2_000_000 },
      { part: "node_modules/@scope/one", size: 1_000_000 },
      { part: "package.json", size: 500 },
      { part: "node_modules/two", size: 3 },
    ]);
    expect(sizeTable(parts).split("\n")).toEqual([
      "    2.00 MB  out/main",
      "    1.00 MB  node_modules/@scope/one",
      "    0.00 MB  package.json",
      "    0.00 MB  node_modules/two",
      "    3.00 MB  all of it, without the runtime",
    ]);
  });
});
