import { expect, it } from "vitest";
import { draftOf } from "../../../../src-main/cli/terminal/draft.ts";
import { layoutDraft, moveRow } from "../../../../src-main/cli/terminal/draft-layout.ts";
import { textOf } from "../../../../src-main/cli/terminal/styled-line.ts";

const label = "Allow once? [y]es, [n]o: ";

function drawn(text: string, width = 40, maxRows = 10) {
  const { rows, cursor } = layoutDraft(draftOf(text), { width, maxRows, label });
  return { rows: rows.map(textOf), cursor };
}

it("has a short answer beside a long label, and a longer one below it", () => {
  expect(drawn("no")).toEqual({ rows: [`${label}no`], cursor: { row: 0, column: 27 } });
  expect(drawn("no, because it is another")).toEqual({
    rows: ["Allow once? [y]es, [n]o:", "  no, because it is another"],
    cursor: { row: 1, column: 27 },
  });
});

it("has a paste of many lines below a long label, with how much is above", () => {
  const lines = Array.from({ length: 30 }, (_, at) => `line ${at}`);
  expect(drawn(lines.join("\n"), 40, 4)).toEqual({
    rows: ["Allow once? [y]es, [n]o:", "  ↑ 28", "  line 28", "  line 29"],
    cursor: { row: 3, column: 9 },
  });
});

it("breaks a label that is wider than the terminal, and keeps the draft in sight where there is no room for both", () => {
  expect(drawn("", 20).rows).toEqual(["Allow once? [y]es, ", "[n]o:", "  "]);
  expect(drawn("no, it", 20, 2)).toEqual({ rows: ["Allow once? [y]es, ", "  no, it"], cursor: { row: 1, column: 8 } });
  expect(drawn("no, it", 20, 1)).toEqual({ rows: ["  no, it"], cursor: { row: 0, column: 8 } });
});

it("is walked through as it is drawn", () => {
  const draft = draftOf("no, because it is another\nsecond");
  expect(moveRow(draft, { width: 40, label }, -1)).toEqual({ text: draft.text, cursor: 6 });
});
