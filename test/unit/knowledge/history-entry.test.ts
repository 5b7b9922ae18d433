import { describe, expect, it } from "vitest";
import { addEntry, type HistoryEntry } from "../../../src-main/knowledge/memory/history-entry.ts";
import { type MessageId, messageIdSchema } from "../../../src-preload/contract/ids.ts";

const ids = (...names: readonly string[]): readonly MessageId[] => names.map((name) => messageIdSchema.parse(name));

function entry(name: string, covers: readonly string[], when = "2026-11-29 16:05"): HistoryEntry {
  const all = ids(...covers);
  return {
    when,
    title: name,
    words: `words of ${name}`,
    upTo: all.at(-1) ?? (ids("none")[0] as MessageId),
    covers: all,
  };
}

describe("an entry of the log", () => {
  it("stands below the heading of its day, once", () => {
    const one = addEntry("", entry("one", ["m_1", "m_2"])) ?? "";
    expect(one).toBe("## 2026-11-29\n\n### 16:05 one <!-- m_2 -->\n\nwords of one\n");
    const two = addEntry(one, entry("two", ["m_3"])) ?? "";
    expect(two).toBe(`${one}\n### 16:05 two <!-- m_3 -->\n\nwords of two\n`);
    expect(addEntry(two, entry("one again", ["m_1", "m_2"]))).toBeNull();
  });

  it("takes the place of those that a try wrote which got no further, and leaves all others", () => {
    const before = addEntry("# My log\n\nBy hand.\n", entry("kept", ["m_1"], "2026-11-28 10:00")) ?? "";
    const cut = addEntry(before, entry("cut off", ["m_2", "m_3"])) ?? "";
    const whole = addEntry(cut, entry("whole", ["m_2", "m_3", "m_4"])) ?? "";
    expect(whole).not.toContain("cut off");
    expect(whole).toBe(addEntry(before, entry("whole", ["m_2", "m_3", "m_4"])));
    const again = addEntry(addEntry(whole, entry("next", ["m_5"])) ?? "", entry("more", ["m_5", "m_6"])) ?? "";
    expect(again).toBe(addEntry(whole, entry("more", ["m_5", "m_6"])));
  });
});
