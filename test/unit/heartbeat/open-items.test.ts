import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openItems } from "../../../src-main/heartbeat/open-items.ts";

const template = readFileSync(join(import.meta.dirname, "../../../resources/workspace/HEARTBEAT.md"), "utf8");

describe("the open items", () => {
  it.each([
    ["", []],
    [template, []],
    [
      "# Heartbeat\n\nTasks that the agent looks at on its own from time to time. Empty means that nothing is done and nothing is spent.\n",
      [],
    ],
    ["\uFEFF# Head\r\n## More\r\n\r\n---\r\n", []],
    ["- [x] done\n* [X] done too\n[x] bare\n- [ ]\n-\n", []],
    ["<!-- one --> <!--\n- in a comment\n-->\n", []],
    ["<!-- never closed\n- item\n", []],
    [
      "- [ ] Call Ann\n* Water plants\n3. Pay rent\nplain words\n#tag is no heading\n",
      ["Call Ann", "Water plants", "Pay rent", "plain words", "#tag is no heading"],
    ],
    ["a <!-- b --> c\n", ["a  c"]],
    ["\t- indented\n  - [x] done\n", ["indented"]],
    ["> - [ ] quoted\n  > more of it\n- [ ] own > not quoted\n", ["own > not quoted"]],
    ["- one\n```md\n- [ ] in a listing\n````\n- two\n", ["one", "two"]],
    ["- one\r\n  ~~~\r\n  - listed\r\n  ```\r\n  ~~~\r\n- two\r\n", ["one", "two"]],
    ["1. ```\n- listed\n```\n```inline``` words\n", ["```inline``` words"]],
    ["```\n- never closed\n", []],
    ["<!--\n```\n-->\n- after a comment\n", ["after a comment"]],
    ["```\n<!--\n```\n- after a listing\n", ["after a listing"]],
  ])("of %j", (content, expected) => {
    expect(openItems(content)).toEqual(expected);
  });

  it("are bounded, in number and in length", () => {
    const items = openItems(`${"x".repeat(9000)}\n`.repeat(300));
    expect(items).toHaveLength(100);
    expect(items[0]).toHaveLength(502);
  });
});
