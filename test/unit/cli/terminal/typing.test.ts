import { describe, expect, it } from "vitest";
import { createKeyReader, type Key } from "../../../../src-main/cli/terminal/keys.ts";
import { createPrompt, type PromptAct } from "../../../../src-main/cli/terminal/prompt.ts";
import { textOf } from "../../../../src-main/cli/terminal/styled-line.ts";
import { createTypedHistory } from "../../../../src-main/cli/terminal/typed-history.ts";

const up = "\u001b[A";
const down = "\u001b[B";
const left = "\u001b[D";
const altEnter = "\u001b\r";

function setUp(kept: readonly string[] = []) {
  const history = createTypedHistory(kept);
  const prompt = createPrompt(history, { search: "search" });
  prompt.ask("> ", {}, false);
  const keys = createKeyReader();
  const press = (pressed: readonly Key[]): readonly PromptAct[] =>
    pressed.map((key) => prompt.press(key)).filter((act) => act.kind !== "none");
  return {
    prompt,
    history,
    type: (data: string) => press(keys.read(data)),
    flush: () => press(keys.flush()),
    shown: (width = 40, rows = 10) => prompt.rows(width, rows).rows.map(textOf),
  };
}

describe("what a terminal sends", () => {
  it("is the same keys in whatever parts it comes", () => {
    const data = `a\u001b[200~x\ry\u001b[31m\u001b[201~b${up}\u001b[1;5C\u001bOH\u0017\u001b[13;2u\r中`;
    const whole = createKeyReader().read(data);
    for (const size of [1, 2, 3, 5]) {
      const reader = createKeyReader();
      const parts = [];
      for (let at = 0; at < data.length; at += size) parts.push(...reader.read(data.slice(at, at + size)));
      expect(parts).toEqual(whole);
    }
    expect(whole).toContainEqual({ kind: "paste", text: "x\ny\u001b[31m" });
  });

  it("is Escape when nothing follows it", () => {
    const reader = createKeyReader();
    expect(reader.read("\u001b")).toEqual([]);
    expect(reader.isWaiting).toBe(true);
    expect(reader.flush()).toEqual([{ kind: "named", name: "escape" }]);
  });
});

describe("the prompt", () => {
  it("sends with Enter, nothing for an empty line, and begins a line with Alt-Enter or a backslash", () => {
    const { type } = setUp();
    expect(type("\r")).toEqual([]);
    expect(type(`one${altEnter}two\\\rthree\r`)).toEqual([{ kind: "send", text: "one\ntwo\nthree" }]);
  });

  it("edits a paste of many lines before it is sent", () => {
    const { type } = setUp();
    const lines = Array.from({ length: 40 }, (_, at) => `line ${at + 1}`);
    type(`\u001b[200~${lines.join("\r")}\u001b[201~`);
    type(`${up.repeat(39)}\u0005!`);
    expect(type("\r")).toEqual([{ kind: "send", text: lines.join("\n").replace("line 1\n", "line 1!\n") }]);
  });

  it("moves within the lines first, then through what was typed before, and gives the draft back", () => {
    const { type, prompt } = setUp(["newest\nof two lines", "oldest"]);
    type(`first${altEnter}second`);
    type(up);
    expect(prompt.draft).toEqual({ text: "first\nsecond", cursor: 5 });
    type(up);
    expect(prompt.draft.text).toBe("newest\nof two lines");
    type(up + up);
    expect(prompt.draft.text).toBe("oldest");
    type(down);
    expect(prompt.draft.text).toBe("newest\nof two lines");
    type(down);
    expect(prompt.draft.text).toBe("first\nsecond");
  });

  it("reads entries that were kept with bare returns as lines", () => {
    const { type } = setUp(["a\rb"]);
    expect(type(`${up}\r`)).toEqual([{ kind: "send", text: "a\nb" }]);
  });

  it("finds what was typed before with Ctrl-R, and gives the draft back with Escape", () => {
    const { type, flush, shown, prompt } = setUp(["list files", "make tests", "list folders"]);
    type("draft\u0012list");
    expect(shown()).toEqual(["search list: list files"]);
    type("\u0012");
    expect(shown()).toEqual(["search list: list folders"]);
    type("\u001b");
    flush();
    expect(prompt.draft.text).toBe("draft");
    type("\u0003");
    type("\u0015\u0012make");
    expect(type("\r")).toEqual([{ kind: "send", text: "make tests" }]);
  });

  it("completes a command at the beginning and a file behind @", () => {
    const { type, prompt, shown } = setUp();
    type("/st");
    const query = prompt.query;
    expect(query).toMatchObject({ kind: "command", query: "st" });
    if (query !== null)
      prompt.offer(query, [
        { insert: "/stop", words: "stop what runs" },
        { insert: "/status", words: "" },
      ]);
    expect(shown()).toEqual(["> /st", "  ❯ /stop  stop what runs", "    /status"]);
    type(`${down}\t`);
    expect(prompt.draft.text).toBe("/status ");
    type("\u0015look at @src");
    const file = prompt.query;
    expect(file).toMatchObject({ kind: "file", query: "src" });
    if (file !== null) prompt.offer(file, [{ insert: '"src/a b.ts"', words: "" }]);
    type("\r");
    expect(prompt.draft.text).toBe('look at "src/a b.ts" ');
  });

  it("offers nothing to an answer that came too late, nor while something is asked", () => {
    const { type, prompt, shown } = setUp();
    type("/s");
    const query = prompt.query;
    type("x");
    if (query !== null) prompt.offer(query, [{ insert: "/stop", words: "" }]);
    expect(shown()).toEqual(["> /sx"]);
    prompt.ask("? ", {}, true);
    expect(prompt.query).toBe(null);
  });

  it("leaves with Ctrl-D only where nothing is typed, and deletes else", () => {
    const { type, prompt } = setUp();
    type(`ab${left}`);
    expect(type("\u0004")).toEqual([]);
    expect(prompt.draft.text).toBe("a");
    type("\u007f");
    expect(type("\u0004")).toEqual([{ kind: "leave" }]);
  });

  it("takes a character that a person sees as one, whatever it is made of", () => {
    const { type, prompt } = setUp();
    type("a👩‍💻e\u0301中");
    for (const rest of ["a👩‍💻e\u0301", "a👩‍💻", "a", ""]) {
      type("\u007f");
      expect(prompt.draft.text).toBe(rest);
    }
  });

  it("keeps a draft aside for a question, and gives it back", () => {
    const { type, prompt } = setUp();
    type("half a thought");
    prompt.setAside();
    prompt.ask("? ", {}, true);
    expect(type("y\r")).toEqual([{ kind: "send", text: "y" }]);
    prompt.ask("> ", {}, false);
    prompt.bringBack();
    expect(prompt.draft.text).toBe("half a thought");
  });

  it("keeps what was answered out of the history", () => {
    const { type, prompt, history } = setUp();
    prompt.ask("? ", {}, true);
    type("no, because\r");
    expect(history.entries).toEqual([]);
  });

  it("shows the part of a long draft round the cursor, and how much is above and below", () => {
    const { type, shown } = setUp();
    type(`\u001b[200~${Array.from({ length: 30 }, (_, at) => `l${at}`).join("\n")}\u001b[201~`);
    expect(shown(40, 5)).toEqual(["  ↑ 26", "  l26", "  l27", "  l28", "  l29"]);
    type(up.repeat(15));
    expect(shown(40, 5)).toEqual(["  ↑ 13", "  l13", "  l14", "  l15", "  ↓ 14"]);
  });
});
