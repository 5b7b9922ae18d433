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
  const prompt = createPrompt(history, { search: "search", more: (count, where) => `${count} more ${where}` });
  const ask = (question: string | null, isAnswered = false): void =>
    prompt.ask({ label: question === null ? "> " : "? ", style: {}, question, isAnswered });
  ask(null);
  const keys = createKeyReader();
  const press = (pressed: readonly Key[]): readonly PromptAct[] =>
    pressed.map((key) => prompt.press(key)).filter((act) => act.kind !== "none");
  return {
    prompt,
    history,
    ask,
    /** What the terminal does after each key: it asks for the choices anew. */
    offer(choices: readonly string[]) {
      const { query } = prompt;
      if (query !== null)
        prompt.offer(
          query,
          choices.map((insert) => ({ insert, words: "" })),
        );
      return query !== null;
    },
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
    const { type, prompt, shown, ask } = setUp();
    type("/s");
    const query = prompt.query;
    type("x");
    if (query !== null) prompt.offer(query, [{ insert: "/stop", words: "" }]);
    expect(shown()).toEqual(["> /sx"]);
    ask("q");
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
    const { type, prompt, ask } = setUp();
    type("half a thought");
    ask("q");
    expect(type("y\r")).toEqual([{ kind: "send", text: "y" }]);
    ask(null, true);
    expect(prompt.draft.text).toBe("half a thought");
  });

  it("keeps what was answered out of the history", () => {
    const { type, ask, history } = setUp();
    ask("q");
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

describe("the list of what can be put in", () => {
  const commands = Array.from({ length: 11 }, (_, at) => `/c${at}`);

  it("is walked with Up and Down round its ends, scrolls with the mark and says how many more there are", () => {
    const { type, offer, shown } = setUp();
    type("/");
    offer(commands);
    expect(shown(40, 20).slice(1)).toEqual(["  ❯ /c0", ...[1, 2, 3, 4, 5].map((at) => `    /c${at}`), "    5 more ↓"]);
    for (const mark of [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 0]) {
      type(down);
      // The same choices come again after each key.
      offer(commands);
      expect(shown(40, 20).filter((row) => row.includes("❯"))).toEqual([`  ❯ /c${mark}`]);
    }
    type(up);
    offer(commands);
    expect(shown(40, 20).slice(-2)).toEqual(["  ❯ /c10", "    5 more ↑"]);
    type(up.repeat(4));
    expect(shown(40, 20).at(-1)).toBe("    5 more ↑↓");
    for (const rows of [2, 3, 4]) expect(shown(40, rows).filter((row) => row.includes("❯"))).toEqual(["  ❯ /c6"]);
  });

  it("gives the marked one to Tab and to Enter, of commands and of files", () => {
    for (const key of ["\t", "\r"]) {
      const { type, offer, prompt } = setUp();
      type("/");
      offer(commands);
      type(down + down);
      offer(commands);
      const acts = type(key);
      if (key === "\r") expect(acts).toEqual([{ kind: "send", text: "/c2 " }]);
      else expect(prompt.draft.text).toBe("/c2 ");
      type("\u0015see @");
      offer(["a", "b", "c"]);
      type(up);
      offer(["a", "b", "c"]);
      expect(type(key)).toEqual([]);
      expect(prompt.draft.text).toBe("see c ");
    }
  });

  it("opens over nothing that was brought back, until something is typed", () => {
    const { type, offer, prompt } = setUp(["/status", "see @src", "/c1", "old"]);
    type("new");
    for (const entry of ["/status", "see @src", "/c1", "old"]) {
      type(up);
      expect(offer(commands)).toBe(false);
      expect(prompt.draft.text).toBe(entry);
    }
    type(down.repeat(2));
    expect(offer(commands)).toBe(false);
    type(down.repeat(2));
    expect(prompt.draft.text).toBe("new");
    type(`${up}\u007f`);
    expect(offer(commands)).toBe(true);
    type("\u0003\u0015\u0012/c1\u0005");
    expect(prompt.draft.text).toBe("/c1");
    expect(offer(commands)).toBe(false);
  });
});

describe("the rows of a draft", () => {
  it("are walked as they are drawn, whatever is in them", () => {
    for (const text of ["x".repeat(100), "中".repeat(50), `${"a b\t".repeat(30)}`, "👩‍💻".repeat(40)]) {
      const { type, prompt, shown } = setUp(["earlier"]);
      type(`\u001b[200~${text}\u001b[201~`);
      const count = shown(21, 40).length;
      expect(count).toBeGreaterThan(4);
      const at = () => prompt.rows(21, 40).cursor.row;
      for (let row = count - 1; row > 0; row -= 1) {
        expect(at()).toBe(row);
        type(up);
      }
      expect(at()).toBe(0);
      type(down);
      expect(at()).toBe(1);
      expect(prompt.draft.text).toBe(text);
      type(up + up);
      expect(prompt.draft.text).toBe("earlier");
      type(down);
      expect(prompt.draft.text).toBe(text);
    }
  });

  it("come back with Down after entries were changed, searched for and asked over", () => {
    const { type, prompt, ask } = setUp(["one", "two"]);
    type(`half${up}!${up}?`);
    expect(prompt.draft.text).toBe("two?");
    ask("q");
    type("y\r");
    ask(null, true);
    type(down);
    expect(prompt.draft.text).toBe("one!");
    type(down);
    expect(prompt.draft.text).toBe("half");
    type("\u0012two\u0005");
    expect(prompt.draft.text).toBe("two");
    type(down + down);
    expect(prompt.draft.text).toBe("half");
  });
});

describe("a question that goes while it is answered", () => {
  const held = [{ kind: "held" }];

  it("takes what was typed for it along, and the draft comes back as it was", () => {
    for (const [before, after] of [
      ["y", "\r"],
      ["", "y\r"],
      ["n", "o\r"],
      ["y", "y\r"],
      ["no, bec", "\r"],
    ] as const) {
      const { type, prompt, ask } = setUp();
      type(`half a thought${left}`);
      const draft = prompt.draft;
      ask("q");
      type(before);
      ask(null);
      expect(prompt.draft).toEqual(draft);
      expect([before, after, type(after)]).toEqual([before, after, held]);
      if (before !== "n") expect(prompt.draft).toEqual(draft);
      type("\u0005 more");
      expect(type("\r")[0]).toMatchObject({ kind: "send" });
    }
  });

  it("does not answer the next one", () => {
    const { type, ask } = setUp();
    ask("one");
    type("y");
    ask("two");
    expect(type("\r")).toEqual([]);
    ask("three");
    expect(type("y\r")).toEqual(held);
    expect(type("y\r")).toEqual([{ kind: "send", text: "y" }]);
  });

  it("holds nothing back that is plainly a message, nor after an answer that was given here", () => {
    const gone = setUp();
    gone.ask("q");
    gone.ask(null);
    expect(gone.type("what was that?\r")).toEqual([{ kind: "send", text: "what was that?" }]);
    const answered = setUp();
    answered.type("half ");
    answered.ask("q");
    answered.type("y\rand more");
    answered.ask(null, true);
    expect(answered.type("\r")).toEqual([{ kind: "send", text: "half and more" }]);
  });
});
