import { expect, it } from "vitest";
import type { SessionSummary } from "../../../../src-preload/contract/session.ts";
import { ChatRow } from "../../../../src-renderer/features/chats/chat-row.tsx";
import { IconButton } from "../../../../src-renderer/ui/button.tsx";
import { MarkedLetters } from "../../../../src-renderer/ui/marked-letters.tsx";
import { useCombobox } from "../../../../src-renderer/ui/use-combobox.ts";
import { rowOf } from "../../../support/window-facts.ts";
import { drawIn, unansweredWindow, wordsOf } from "./draw.tsx";

/* A chat in the list, a row that is marked, and what a tooltip is made of. */

const now = 1_800_000_000_000;
const flags = { isCurrent: false, isChosen: false, isStop: false, isUp: true, now };
const drawn = (state: SessionSummary["state"], more: Partial<SessionSummary>, isTall: boolean): string =>
  drawIn(unansweredWindow(), <ChatRow {...flags} isTall={isTall} row={rowOf(state, { updatedAt: now, ...more })} />);

it("shows a quiet chat by its name and a short time, and says how it ended to those who do not see it", () => {
  const row = drawn("idle", { title: "Trip plan", preview: "All booked.", updatedAt: now - 7_200_000 }, false);
  const seen = row.replace(/<span class="screen-reader">[^<]*<\/span>/g, "");
  expect(wordsOf(seen)).toBe("Trip plan2 h");
  expect(row).toMatch(/<span class="screen-reader">Done /);
});

it("says what waits, what failed and what it does now, and never its own name twice", () => {
  expect(wordsOf(drawn("waiting", { title: "Files", preview: "Move 46 files" }, true))).toContain(
    "Waiting· Move 46 files",
  );
  expect(wordsOf(drawn("failed", { title: "Ask", preview: "The key was refused." }, true))).toContain(
    "Failed· The key was refused.",
  );
  const step = { tool: "read_file", title: "notes.md" };
  expect(wordsOf(drawn("running", { preview: "old words", step }, true))).toMatch(/Running· Reading notes\.md$/);
  expect(wordsOf(drawn("running", { preview: "old words" }, true))).toMatch(/Running$/);
  expect(wordsOf(drawn("failed", { title: "Same", preview: "Same" }, true))).not.toContain("·");
});

it("is one stop of Tab or none, and its menu is named after it", () => {
  expect(drawn("idle", { title: "A" }, false)).toContain('tabindex="-1"');
  const stop = drawIn(unansweredWindow(), <ChatRow {...flags} isStop isTall={false} row={rowOf("idle")} />);
  expect(stop.match(/tabindex="0"/g)).toHaveLength(1);
  expect(stop).toContain('aria-label="Menu of A"');
});

it("has a tooltip of the window's own, with its keys, and none of the browser's", () => {
  const button = drawIn(
    unansweredWindow(),
    <IconButton label="Attach" keys="Ctrl+U">
      +
    </IconButton>,
  );
  expect(button).toContain('data-tip="Attach" data-tip-keys="Ctrl+U"');
  expect(button).not.toContain(" title=");
});

function List() {
  const box = useCombobox({ items: ["a", "b"], keyOf: (item) => item, typed: "x", onPick: () => undefined });
  return (
    <>
      <input {...box.field} />
      <div {...box.list}>
        {["a", "b"].map((item, index) => (
          <span key={item} {...box.option(index)}>
            {item}
          </span>
        ))}
      </div>
    </>
  );
}

it("marks the first row of what fits, by the id that the field names", () => {
  const markup = drawIn(unansweredWindow(), <List />);
  const active = /aria-activedescendant="([^"]+)"/.exec(markup)?.[1];
  expect(markup).toContain(`id="${active}" role="option" aria-selected="true"`);
  expect(markup.match(/aria-selected="true"/g)).toHaveLength(1);
  expect(markup).toContain(`id="${/aria-controls="([^"]+)"/.exec(markup)?.[1]}" role="listbox"`);
});

it("draws the letters in bold that were typed", () => {
  const markup = drawIn(unansweredWindow(), <MarkedLetters words="notes.md" typed="not" />);
  expect(markup).toMatch(/^<b[^>]*>not<\/b>es\.md$/);
  expect(wordsOf(drawIn(unansweredWindow(), <MarkedLetters words="notes.md" typed="xyz" />))).toBe("notes.md");
});
