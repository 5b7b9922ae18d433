import { expect, it } from "vitest";
import { diffCount, diffRows, linesOfDiff } from "../../../../src-main/cli/terminal/diff-rows.ts";
import { textOf } from "../../../../src-main/cli/terminal/styled-line.ts";

const diff = `--- a/notes.md
+++ b/notes.md
@@ -8,3 +8,4 @@
 eight
-nine
+nine, mended
+and a half
 ten
@@ -99,2 +100,2 @@
-old
\\ No newline at end of file
+new
 last
`;

it("has the number of each line on its own side, and a dim row between two places", () => {
  const lines = linesOfDiff(diff);
  expect(textOf(diffCount(lines))).toBe(" (+3 -2)");
  expect(diffRows(lines, 40).map(textOf)).toEqual([
    "      8  eight",
    "      9 -nine",
    "      9 +nine, mended",
    "     10 +and a half",
    "     11  ten",
    "    ···",
    "     99 -old",
    "        \\ No newline at end of file",
    "    100 +new",
    "    101  last",
  ]);
});

it("says how many rows are left out", () => {
  expect(diffRows(linesOfDiff(diff), 2).map(textOf)).toEqual(["      8  eight", "      9 -nine", "    … 8 more lines"]);
});

it("takes no removed line for the name of a file", () => {
  expect(diffRows(linesOfDiff("@@ -1 +1 @@\n--- x\n+++ y\n"), 40).map(textOf)).toEqual(["    1 --- x", "    1 +++ y"]);
});
