import { describe, expect, it } from "vitest";
import { factsIn, plainFact, withFact, withoutFact } from "../../../src-main/knowledge/memory/facts.ts";

const memory = `# Memory

Facts that last, one a line.

- Likes tea
- Works at
  Example Ltd

## People

* Anna is her sister
1. Ben is her boss

\`\`\`
- no fact
\`\`\`
`;

describe("the facts of a text", () => {
  it("are list items with their lines, and lines of their own, with the heading they stand below", () => {
    expect(factsIn(memory).map(({ text, section }) => [text, section])).toEqual([
      ["Facts that last, one a line.", ""],
      ["Likes tea", ""],
      ["Works at Example Ltd", ""],
      ["Anna is her sister", "People"],
      ["Ben is her boss", "People"],
    ]);
  });
});

describe("a new fact", () => {
  it("stands behind the last one, or below the heading that is named", () => {
    expect(withFact("- One\n", { fact: "Two" })).toEqual({ kind: "changed", text: "- One\n- Two\n", fact: "Two" });
    const below = withFact(memory, { fact: "Carl is her dog", section: "people" });
    expect(below.kind === "changed" && below.text).toContain("1. Ben is her boss\n");
    expect(below.kind === "changed" && factsIn(below.text).at(-1)).toMatchObject({ text: "Carl is her dog" });
    const made = withFact("- One\n", { fact: "Two", section: "Work" });
    expect(made).toMatchObject({ text: "- One\n\n## Work\n\n- Two\n" });
  });

  it("goes into an empty file, into one without a line end, and keeps CR LF and the mark at the start", () => {
    expect(withFact("", { fact: "One" })).toMatchObject({ text: "- One\n" });
    expect(withFact("- One", { fact: "Two" })).toMatchObject({ text: "- One\n- Two\n" });
    expect(withFact("\uFEFF- One\r\n", { fact: "Two" })).toMatchObject({ text: "\uFEFF- One\r\n- Two\r\n" });
  });

  it.each(["likes TEA", "* Likes tea.", "Likes\n tea", "Likes\u200b tea"])("%j is known already", (fact) => {
    expect(withFact(memory, { fact })).toEqual({ kind: "known", fact: "Likes tea" });
  });

  it("takes the place of the shorter one that it begins with, and of the one it is said to replace", () => {
    expect(withFact("- Likes tea\n", { fact: "Likes tea without milk" })).toMatchObject({
      text: "- Likes tea without milk\n",
    });
    expect(withFact(memory, { fact: "Works at Sample Inc", replaces: "works at example ltd" })).toMatchObject({
      text: memory.replace("Works at\n  Example Ltd", "Works at Sample Inc"),
    });
    expect(withFact(memory, { fact: "Eve is her aunt", replaces: "Dora" })).toEqual({ kind: "missing", near: [] });
    expect(withFact(memory, { fact: "Both are kin", replaces: "is her" })).toMatchObject({ kind: "several" });
  });

  it("is one line of what can be seen", () => {
    expect(plainFact("- One\n## Two\u202e \u0007three\u{e0041}")).toBe("One ## Two three");
    expect(plainFact("👩‍🌾 farms")).toBe("👩‍🌾 farms");
    expect(plainFact(" \u200b\n")).toBe("");
  });
});

describe("a fact that goes", () => {
  it("leaves everything else to the byte", () => {
    expect(withoutFact(memory, "anna")).toEqual({
      kind: "changed",
      text: memory.replace("* Anna is her sister\n", ""),
      fact: "Anna is her sister",
    });
    expect(withoutFact("- A\n\n- B\n\n- C\n", "B")).toMatchObject({ text: "- A\n\n- C\n" });
  });

  it("is not guessed: what is near is told", () => {
    expect(withoutFact(memory, "her boss Benjamin")).toMatchObject({
      kind: "missing",
      near: ["Ben is her boss", "Anna is her sister"],
    });
    expect(withoutFact(memory, "her")).toMatchObject({ kind: "several" });
  });
});
