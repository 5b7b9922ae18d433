import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { approvalCard, approvalPrompt } from "../../../src-main/cli/terminal/approval-card.ts";
import { paint } from "../../../src-main/cli/terminal/colours.ts";
import { textOf } from "../../../src-main/cli/terminal/styled-line.ts";
import { readAnswer } from "../../../src-main/cli/typed-answer.ts";
import { approvalIdSchema, messageIdSchema, runIdSchema, sessionKeySchema } from "../../../src-preload/contract/ids.ts";
import {
  revealControls,
  revealExactly,
  revealLine,
  stripControls,
} from "../../../src-preload/contract/reveal-controls.ts";
import type { RuleMatch } from "../../../src-preload/contract/rules.ts";
import type { PendingApproval } from "../../../src-preload/contract/session.ts";

function approvalOf(body: string): PendingApproval {
  return {
    approvalId: approvalIdSchema.parse("a"),
    sessionKey: sessionKeySchema.parse("cli:direct"),
    runId: runIdSchema.parse("r"),
    messageId: messageIdSchema.parse("m"),
    callId: "c",
    requestedAt: 0,
    subject: {
      tool: "exec",
      effect: "execute",
      title: "Run a command",
      body,
      bodyKind: "command",
      where: "/w",
      reversible: false,
      reason: "",
    },
  };
}

const matches: RuleMatch[] = [
  { kind: "command", words: ["git", "diff"], andMore: false },
  { kind: "command", words: ["git", "diff"], andMore: true },
];

describe("a decision in the terminal", () => {
  it("has what would be remembered spelled out on its card", () => {
    const approval = approvalOf("git diff");
    const offered = { ...approval, subject: { ...approval.subject, offers: { matches, workFolder: "/work" } } };
    const card = approvalCard(offered).map(textOf);
    expect(card).toContain("  always 1: the command git diff, in chats that work in /work");
    expect(card).toContain("  always 2: commands that begin with git diff, in chats that work in /work");
    expect(approvalPrompt(offered)).toContain("always 1");
    expect(approvalPrompt(approval)).not.toContain("always");
  });

  it.each([
    ["y", { kind: "decided", decision: "allow-once" }],
    [" YES ", { kind: "decided", decision: "allow-once" }],
    ["n", { kind: "decided", decision: "deny" }],
    ["no, use b.txt", { kind: "decided", decision: "deny", note: "use b.txt" }],
    ["a", { kind: "show-all" }],
    ["yes please do", { kind: "unclear" }],
    ["and then list the files", { kind: "unclear" }],
    ["nothing else", { kind: "unclear" }],
    ["", { kind: "unclear" }],
    ["always", { kind: "unclear" }],
    ["always 3", { kind: "unclear" }],
    ["always ask first", { kind: "unclear" }],
    ["always 2", { kind: "decided", decision: "allow-once", remember: { match: matches[1], scope: "folder" } }],
    [
      "Always 1 everywhere",
      { kind: "decided", decision: "allow-once", remember: { match: matches[0], scope: "everywhere" } },
    ],
    [
      "always 1 in this chat",
      { kind: "decided", decision: "allow-once", remember: { match: matches[0], scope: "chat" } },
    ],
  ])("reads %j", (typed, answer) => {
    expect(readAnswer(typed, { subject: { offers: { matches, workFolder: "/work" } } })).toEqual(answer);
  });

  it("shows both ends of a long command, how much is between them, and all of it when asked", () => {
    const body = ["ls -la", ...Array.from({ length: 100 }, () => ""), "touch EVIL"].join("\n");
    const card = approvalCard(approvalOf(body)).map(textOf);
    expect(card.slice(0, 4)).toEqual([...["? Run a command", "  │ ls -la", "  │ 100 blank lines", "  │ touch EVIL"]]);
  });
});

describe("the card of an approval", () => {
  it("has what is asked right below its title, and no blank row", () => {
    const card = approvalCard(approvalOf("ls -la")).map(textOf);
    expect(card.slice(0, 3)).toEqual(["? Run a command", "  │ ls -la", "  Where: /w"]);
    expect(card).not.toContain("");
  });

  it("offers the whole text where a part of it is folded, until it was shown", () => {
    const long = approvalOf(Array.from({ length: 30 }, (_, at) => `echo ${at}`).join("\n"));
    expect(approvalPrompt(approvalOf("ls -la"))).toBe("Allow once? [y]es, [n]o (or: no, because …): ");
    expect(approvalPrompt(long)).toBe("Allow once? [y]es, [n]o (or: no, because …), [a] shows the whole text: ");
    expect(approvalPrompt(long, true)).toBe(approvalPrompt(approvalOf("ls -la")));
    expect(approvalCard(long).map(textOf)).toContain("  a shows the whole text");
    expect(approvalCard(long, true).map(textOf)).not.toContain("  a shows the whole text");
  });
});

describe("a hostile call", () => {
  const pieces = [
    "@@ -1 +1 @@\n",
    "-old\n",
    "+new\n",
    "cat <<'E'\n",
    "rm -rf x",
    "\u001b[2J",
    "\u202e",
    "\r",
    " ",
    "\n",
    "│ ",
    "? y",
    "中",
    "y\u0301",
  ];
  const kinds = fc.constantFrom("command" as const, "diff" as const, "text" as const, "arguments" as const);

  it("has each of its characters on its card, as itself or by its name, and moves nothing", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 40 }), kinds, (parts, bodyKind) => {
        // Runs of blanks are counted on the card.
        const body = parts.join("").replaceAll(/\n\s*\n/g, "\n");
        const approval = approvalOf(body);
        const asked = { ...approval, subject: { ...approval.subject, bodyKind } };
        const card = approvalCard(asked, true);
        const shown = card.map(textOf).filter((row) => row.startsWith("  │ "));
        const solid = (words: string) => words.replaceAll(/\s/g, "");
        const sign = bodyKind === "diff" ? /^[+-]/ : /^(?!)/;
        // A line end of Windows counts as one in what is read, and as two signs in what runs.
        const expected = [revealControls, revealExactly].map((reveal) => {
          // A head of a hunk that has numbers alone is drawn as a gap.
          const isHead = (line: string) => bodyKind === "diff" && line === "@@ -1 +1 @@";
          const lines = reveal(body)
            .split("\n")
            .filter((line) => !isHead(line));
          return solid(lines.map((each) => each.replace(sign, "")).join(""));
        });
        const drawn = shown
          .map((row) => row.slice(4))
          .filter((row) => row !== "···")
          .map((row) => solid(row.replace(sign, "")));
        expect(expected).toContain(drawn.join(""));
        expect(card.map((row) => paint(row, false)).join("\n")).toBe(card.map(textOf).join("\n"));
        expect(card.map(textOf).join("")).not.toMatch(/[\u001b\u202e\r]/);
      }),
      { numRuns: 200 },
    );
  });
});

describe("what a model wrote, shown to a person", () => {
  it.each([
    ["touch EVIL #\r  ls -la", "touch EVIL #␍  ls -la"],
    ["a\u001b[2Jb", "a␛[2Jb"],
    ["a\u202eb", "a<202E>b"],
    ["one\ntwo\tthree", "one\ntwo\tthree"],
    ["👩‍💻 héllo ☁️ 1️⃣ नि", "👩‍💻 héllo ☁️ 1️⃣ नि"],
    ["👩\u200d rm\ufe0f", "👩<200D> rm<FE0F>"],
    ["\u{e0041}\u3164\u115f\uffa0\u2800\u034f", "<E0041><3164><115F><FFA0><2800><034F>"],
    ["a\u00a0b\u3000c\u2003", "a<00A0>b<3000>c<2003>"],
    ["\ud800\ufdd0\u{1d159}\u17b4\u007f", "<D800><FDD0><1D159><17B4>␡"],
    ["e\u0301\u0301\u0301\u0301", "e\u0301\u0301\u0301<0301>"],
  ])("stands in a card as what it is: %j", (text, shown) => {
    expect(revealControls(text)).toBe(shown);
  });

  it("stays on one line in a step", () => {
    expect(revealLine("a\n? Run a command")).toBe("a␊? Run a command");
  });

  it.each([
    ["a\u001b[2Jb", "ab"],
    ["\u001b]0;title\u0007words", "words"],
    ["\u001b]52;c;ZXZpbA==\u001b\\words", "words"],
    ["\u001b]8;;https://evil.example\u001b\\click\u001b]8;;\u001b\\", "click"],
    ["a\u0007b\rc", "abc"],
  ])("moves nothing on a terminal: %j", (text, shown) => {
    expect(stripControls(text)).toBe(shown);
  });
});
