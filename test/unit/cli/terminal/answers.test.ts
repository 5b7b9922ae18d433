import { describe, expect, it } from "vitest";
import { createKeyReader } from "../../../../src-main/cli/terminal/keys.ts";
import { createPrompt } from "../../../../src-main/cli/terminal/prompt.ts";
import { createTypedHistory } from "../../../../src-main/cli/terminal/typed-history.ts";

const up = "\u001b[A";
const down = "\u001b[B";
const left = "\u001b[D";

function asked(kept: readonly string[] = []) {
  const prompt = createPrompt(createTypedHistory(kept), { search: "search", more: () => "" });
  const question = (id: string | null, isAnswered = false): void =>
    prompt.ask({
      label: "? ",
      style: {},
      question: id,
      isAnswered,
      use: (typed) => (typed === "y" ? "used" : typed.startsWith("no, ") ? "kept" : "given-back"),
    });
  question(null);
  const keys = createKeyReader();
  return {
    prompt,
    question,
    type: (data: string) =>
      keys
        .read(data)
        .map((key) => prompt.press(key))
        .filter((act) => act.kind !== "none"),
  };
}

describe("a line that is neither yes nor no", () => {
  it("stands there again, gives way to an answer that is typed, and is brought back with Up", () => {
    const { type, prompt, question } = asked(["earlier"]);
    question("q");
    expect(type("hello there\r")).toEqual([{ kind: "send", text: "hello there" }]);
    expect(prompt.draft).toEqual({ text: "hello there", cursor: 11 });
    expect(type("y")).toEqual([]);
    expect(prompt.draft.text).toBe("y");
    type(`\u0015${up}`);
    expect(prompt.draft.text).toBe("hello there");
    type("\u0015y\r");
    question(null, true);
    expect(prompt.draft.text).toBe("");
    type(up);
    expect(prompt.draft.text).toBe("hello there");
    type(up);
    expect(prompt.draft.text).toBe("earlier");
  });

  it("is edited once another key has touched it", () => {
    const { type, prompt, question } = asked();
    question("q");
    type(`hello\r${left}!`);
    expect(prompt.draft.text).toBe("hell!o");
  });

  it("joins the draft when its question goes, and is not sent by an Enter that was meant for it", () => {
    const { type, prompt, question } = asked();
    type("half ");
    question("q");
    type("a thought\r");
    question("next");
    expect(prompt.draft.text).toBe("");
    question(null);
    expect(prompt.draft.text).toBe("half a thought");
    expect(type("\r")).toEqual([{ kind: "held" }]);
    expect(type("\r")).toEqual([{ kind: "send", text: "half a thought" }]);
  });

  it("disturbs nobody on the way through what was typed before", () => {
    const { type, prompt, question } = asked(["one", "two"]);
    type(`half${up}!${up}?`);
    question("q");
    type("what?\r\u0015");
    question(null);
    expect(prompt.draft.text).toBe("two?");
    type(down);
    expect(prompt.draft.text).toBe("one!");
    type(down);
    expect(prompt.draft.text).toBe("what?");
    type(down);
    expect(prompt.draft.text).toBe("half");
  });

  it("is all that Up brings to a question beside the reasons of a no: a yes is typed", () => {
    const { type, prompt, question } = asked(["a message"]);
    question("q");
    type("no, use b.txt\r");
    question("next", true);
    type("y\r");
    question("third", true);
    type(`${up}${up}`);
    expect(prompt.draft.text).toBe("no, use b.txt");
  });
});
