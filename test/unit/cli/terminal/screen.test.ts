import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { paint, terminalKind } from "../../../../src-main/cli/terminal/colours.ts";
import { draftOf } from "../../../../src-main/cli/terminal/draft.ts";
import { layoutDraft } from "../../../../src-main/cli/terminal/draft-layout.ts";
import { createScreen, type Live } from "../../../../src-main/cli/terminal/screen.ts";
import { type Line, line } from "../../../../src-main/cli/terminal/styled-line.ts";
import { fitWidth, widthOf } from "../../../../src-main/cli/terminal/text-width.ts";
import { createVirtualScreen } from "../../../support/virtual-screen.ts";

function setUp(columns = 40, rows = 10) {
  const virtual = createVirtualScreen(columns, rows);
  let bytes = "";
  const output = {
    columns,
    rows,
    write(data: string) {
      bytes += data;
    },
  };
  const screen = createScreen(output, { kind: { colours: true, moves: true }, reflows: true });
  const drawn = async (): Promise<void> => {
    const data = bytes;
    bytes = "";
    await virtual.write(data);
  };
  return {
    virtual,
    screen,
    show(above: readonly string[], live: Live) {
      screen.show(
        above.map((words) => line(words)),
        live,
      );
      return drawn();
    },
    resize(nextColumns: number, nextRows: number) {
      virtual.resize(nextColumns, nextRows);
      output.columns = nextColumns;
      output.rows = nextRows;
      screen.resized();
    },
  };
}

function liveOf(...rows: readonly string[]): Live {
  return {
    rows: rows.map((words): Line => line(words)),
    cursor: { row: rows.length - 1, column: rows.at(-1)?.length ?? 0 },
  };
}

function typing(text: string, width: number, maxRows: number): Live {
  return layoutDraft(draftOf(text), { width, maxRows, label: "> " });
}

describe("the screen of a conversation", () => {
  it("prints above what lives and leaves nothing of it behind", async () => {
    const { virtual, show } = setUp();
    await show(["one"], liveOf("status 1", "> a"));
    await show(["two", "three"], liveOf("> ab"));
    await show([], liveOf("status 2", "more", "> abc"));
    expect(virtual.all()).toEqual(["one", "two", "three", "status 2", "more", "> abc"]);
    expect(virtual.cursor).toEqual({ row: 5, column: 5 });
  });

  it("never overwrites what was printed, however long the draft is and whatever comes meanwhile", async () => {
    const { virtual, show } = setUp(40, 10);
    const printed: string[] = [];
    const draft = "a long draft with 中文 and 👩‍💻 in it, ".repeat(30);
    for (let at = 0; at < draft.length; at += 7) {
      const above = at % 21 === 0 ? [`answer ${printed.length}`] : [];
      printed.push(...above);
      await show(above, typing(draft.slice(0, at), 40, 5));
    }
    await show([], typing("", 40, 5));
    expect(virtual.all()).toEqual([...printed, ">"]);
  });

  it("counts rows right where the terminal counts the width of characters otherwise", async () => {
    const { virtual, show } = setUp(20, 8);
    for (const words of [
      "👨‍👩‍👧‍👦".repeat(9),
      "🏳️‍🌈".repeat(12),
      "é".repeat(30),
      "ก็".repeat(30),
      "\u{1F1E9}\u{1F1EA}".repeat(12),
    ]) {
      await show([], liveOf("status", words, words, "> x"));
      await show([], liveOf("status", "> x"));
    }
    expect(virtual.all()).toEqual(["status", "> x"]);
  });

  it("shows the end of what lives where it is higher than the window", async () => {
    const { virtual, show } = setUp(40, 6);
    await show(["printed"], liveOf(...Array.from({ length: 20 }, (_, at) => `row ${at}`)));
    await show([], liveOf("> "));
    expect(virtual.all()).toEqual(["printed", ">"]);
  });

  it("draws anew in a window of another size, over nothing that was printed", async () => {
    const { virtual, show, resize } = setUp(60, 12);
    await show(["first answer", "second answer"], liveOf("s".repeat(50), "t".repeat(55), "> draft"));
    for (const [columns, rows] of [
      [30, 12],
      [45, 8],
      [20, 6],
      [80, 24],
    ] as const) {
      resize(columns, rows);
      await show([], liveOf("status", "> draft"));
      expect(virtual.all()).toEqual(["first answer", "second answer", "status", "> draft"]);
    }
  });

  it("lets the terminal break long lines of code, which are copied whole", async () => {
    const { virtual, show } = setUp(20, 8);
    await show(["x".repeat(50)], liveOf("> "));
    await show(["after"], liveOf("> "));
    expect(virtual.all()).toEqual(["x".repeat(20), "x".repeat(20), "x".repeat(10), "after", ">"]);
  });
});

describe("a draft in rows", () => {
  it("has its cursor where the terminal has it, for any text and width", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom("a", "中", " ", "\n", "é", "word", "\t"), { maxLength: 60 }),
        fc.integer({ min: 10, max: 30 }),
        async (parts, width) => {
          const text = parts.join("");
          const { virtual, show } = setUp(width, 40);
          await show([], layoutDraft({ text, cursor: text.length }, { width, maxRows: 39, label: "> " }));
          const shown = virtual
            .all()
            .join("")
            .replaceAll(/[> \t]/g, "");
          expect(shown).toBe(text.replaceAll(/\s/g, ""));
          const before = virtual.rows()[virtual.cursor.row] ?? "";
          expect(widthOf(before)).toBeLessThanOrEqual(virtual.cursor.column);
        },
      ),
      { numRuns: 60 },
    );
  });
});

describe("colours", () => {
  it.each([
    [{ TERM: "xterm" }, true, { colours: true, moves: true }],
    [{ TERM: "xterm", NO_COLOR: "1" }, true, { colours: false, moves: true }],
    [{ TERM: "xterm", NO_COLOR: "" }, true, { colours: true, moves: true }],
    [{ TERM: "dumb" }, true, { colours: false, moves: false }],
    [{ TERM: "xterm" }, false, { colours: false, moves: false }],
    [{ TERM: "xterm", FORCE_COLOR: "1" }, false, { colours: true, moves: false }],
    [{ TERM: "xterm", FORCE_COLOR: "0" }, true, { colours: false, moves: true }],
    [{ FORCE_COLOR: "1", NO_COLOR: "1" }, true, { colours: true, moves: true }],
  ])("with %j on a terminal (%j)", (env, isTerminal, kind) => {
    expect(terminalKind(env, isTerminal)).toEqual(kind);
  });

  it("write no sequence where there are none", () => {
    const styled = line("words", { bold: true, colour: "red" });
    expect(paint(styled, false)).toBe("words");
    expect(paint(styled, true)).toBe("\u001b[1;31mwords\u001b[0m");
  });
});

describe("the width of text", () => {
  it.each([
    ["abc", 3],
    ["中文", 4],
    ["e\u0301", 1],
    ["👩‍💻", 2],
    ["ｱ", 1],
    ["", 0],
  ])("%j", (text, width) => {
    expect(widthOf(text)).toBe(width);
  });

  it("is kept by what is cut", () => {
    expect(fitWidth("中文中文", 5)).toBe("中文…");
    expect(fitWidth("abc", 3)).toBe("abc");
  });
});
