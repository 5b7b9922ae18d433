import { describe, expect, it } from "vitest";
import { type ApprovalLine, layOutBody } from "../../../src-preload/contract/approval-lines.ts";
import { type Drawn, missingFrom } from "../../support/drawn-lines.ts";
import { hostileSubjects } from "../../support/hostile-subjects.ts";

const signs = { context: " ", added: "+", removed: "-" } as const;

function drawnOf(line: ApprovalLine): Drawn {
  if (!("parts" in line)) return line;
  const sign = "number" in line ? signs[line.kind] : "";
  return { kind: "line", pieces: [{ kind: "text", text: sign }, ...line.parts] };
}

describe("what is asked, as lines", () => {
  it.each([
    ["a terminal", { first: 14, last: 6 }],
    ["a narrow place", { first: 3, last: 2 }],
    ["all of it", { first: 14, last: 6, isWhole: true }],
  ])("has every character of 300 hostile texts or counts it: %s", (_, room) => {
    const subjects = hostileSubjects();
    expect(subjects.length).toBeGreaterThan(300);
    const wrong = subjects.map(({ name, body, subject }) => {
      const lines = layOutBody(subject, room);
      const missing = missingFrom(body, lines.map(drawnOf));
      const isShort = "isWhole" in room || lines.length <= room.first + room.last + 1;
      return isShort && missing === "" ? "" : `${name}: ${missing}`;
    });
    expect(wrong.filter((words) => words !== "")).toEqual([]);
  });

  it("counts what it folds, in a text and in a line", () => {
    const body = ["npm test", ...Array.from({ length: 40 }, (_, index) => `line ${index}`), "", "", "", "", "end"];
    const long = `echo ${"x".repeat(2000)} && rm -rf ~`;
    expect(layOutBody({ bodyKind: "command", body: body.join("\n") }, { first: 2, last: 2 })).toEqual([
      { kind: "plain", parts: [{ kind: "text", text: "npm test" }] },
      { kind: "plain", parts: [{ kind: "text", text: "line 0" }] },
      { kind: "more-lines", count: 39 },
      { kind: "blank-lines", count: 4 },
      { kind: "plain", parts: [{ kind: "text", text: "end" }] },
    ]);
    expect(layOutBody({ bodyKind: "command", body: long }, { first: 2, last: 2 })).toEqual([
      {
        kind: "plain",
        parts: [
          { kind: "text", text: long.slice(0, 600) },
          { kind: "more", count: long.length - 900 },
          { kind: "text", text: long.slice(-300) },
        ],
      },
    ]);
  });

  it("reads a command as a command whatever it looks like", () => {
    const lines = layOutBody({ bodyKind: "command", body: "rm -rf ~\n@@ -1 +1 @@\n+ls" }, { first: 9, last: 9 });
    expect(lines.map(({ kind }) => kind)).toEqual(["plain", "plain", "plain"]);
  });

  it("has nothing for nothing", () => {
    expect(layOutBody({ bodyKind: "text", body: "" }, { first: 1, last: 1 })).toEqual([]);
  });
});
