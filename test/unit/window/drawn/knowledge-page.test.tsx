import { afterAll, expect, it, vi } from "vitest";
import type { KnowledgeVersion, MemoryProposal } from "../../../../src-preload/contract/knowledge.ts";
import { settingsSchema } from "../../../../src-preload/contract/settings.ts";
import { BudgetNote, FileLine } from "../../../../src-renderer/features/knowledge/file-line.tsx";
import { memoryBudget } from "../../../../src-renderer/features/knowledge/memory-budget.ts";
import { ProposalItem } from "../../../../src-renderer/features/knowledge/proposal-item.tsx";
import { ProposalStrip } from "../../../../src-renderer/features/knowledge/proposal-strip.tsx";
import { VersionList } from "../../../../src-renderer/features/knowledge/version-list.tsx";
import { VersionsPanel } from "../../../../src-renderer/features/knowledge/versions-panel.tsx";
import { memoryFile } from "../../../../src-renderer/state/knowledge.ts";
import "../../../../src-renderer/ui/later-words.ts";
import { rowOf } from "../../../support/window-facts.ts";
import { beginWith, drawIn, unansweredWindow, wordsOf } from "./draw.tsx";

/* What the page says of versions, of changes that wait, and of how full the memory is. */

afterAll(() => void vi.unstubAllGlobals());

const chat = rowOf("idle", { title: "Trip plan" });
const author = { kind: "agent", sessionKey: chat.key } as const;
const versions: readonly KnowledgeVersion[] = [
  { version: "d", time: 40, bytes: 130, author },
  { version: null, time: 30, bytes: 0, author: { kind: "outside" } },
  { version: "b", time: 20, bytes: 80, author: { kind: "you" } },
  { version: "a", time: 10, bytes: 100, author: { kind: "you" } },
];

function rowsOf(markup: string): readonly string[] {
  return markup
    .split("<li")
    .slice(1)
    .map((row) => wordsOf(`<li${row}`));
}

it("tells of each version who made it, from which chat, and how much more or less it has", () => {
  const state = unansweredWindow();
  beginWith(state.chats.store, { rows: [chat] });
  const markup = drawIn(state, <VersionList versions={versions} />);
  const [newest, removed, edited, oldest] = rowsOf(markup);
  expect(newest).toMatch(/Perch\+130 Bnow.*Trip plan$/);
  expect(removed).toMatch(/Another program.*taken away$/);
  expect(edited).toMatch(/You−20 B$/);
  expect(oldest).toMatch(/You100 B$/);
  expect(markup).toContain(`href="#/chats/${encodeURIComponent(chat.key)}"`);
  expect(markup.match(/<button[^>]*tabindex="0"/g)).toHaveLength(1);
});

it("marks the version that is compared, and its Tab stop is that one", () => {
  const state = unansweredWindow();
  const [, , edited] = versions;
  if (edited === undefined) throw new Error("there are four");
  beginWith(state.fileVersions.store, { compared: { of: edited, content: { kind: "loading" } } });
  const pressed = /<button[^>]*aria-pressed="true"[^>]*>/g;
  const [button, ...others] = drawIn(state, <VersionList versions={versions} />).match(pressed) ?? [];
  expect(button).toContain('tabindex="0"');
  expect(others).toEqual([]);
});

it("says that there is no version, that they cannot be read, or that they are on their way", () => {
  const state = unansweredWindow();
  const drawn = () => wordsOf(drawIn(state, <VersionsPanel />));
  const waiting = drawn();
  beginWith(state.fileVersions.store, { list: { kind: "ready", versions: [] } });
  expect(drawn()).toContain("No version is kept yet.");
  beginWith(state.fileVersions.store, { list: { kind: "failed", message: "It is broken." } });
  expect(drawn()).toMatch(/It is broken\.Try again/);
  for (const words of ["No version", "broken"]) expect(waiting).not.toContain(words);
});

const plain = { isEdited: false, onEdit: () => undefined };

const proposal: MemoryProposal = {
  id: "p_1",
  kind: "replace",
  fact: "Drinks <b>green</b> tea",
  replaces: "Drinks coffee",
  reason: "stranger",
  author,
  time: 10,
};

it("draws a proposal with its kind, what it replaces, its reason, its chat and the four answers", () => {
  const markup = drawIn(
    unansweredWindow(),
    <ProposalItem proposal={proposal} canAccept isDeciding={false} {...plain} />,
  );
  const words = wordsOf(markup);
  expect(words).toContain("Instead ofDrinks coffeeDrinks <b>green</b> tea");
  expect(words).toContain("The chat held text of strangers.from a chat");
  expect(words).toMatch(/AcceptEditRejectNever$/);
  expect(markup).not.toContain("<b>");
});

it("draws what is to be put together with each fact that it takes the place of, and without a chat that nobody knows it from", () => {
  const { replaces: _, ...rest } = proposal;
  const merge: MemoryProposal = {
    ...rest,
    kind: "merge",
    merges: ["Drinks tea", "Drinks <i>it</i> green"],
    reason: "tidy",
  };
  const markup = drawIn(unansweredWindow(), <ProposalItem proposal={merge} canAccept isDeciding={false} {...plain} />);
  const words = wordsOf(markup);
  expect(words).toContain("Shorter, instead ofDrinks teaDrinks <i>it</i> greenDrinks <b>green</b> tea");
  expect(words).toContain("The memory is nearly full.");
  expect(words).not.toContain("from a chat");
  expect(words).toMatch(/AcceptEditRejectNever$/);
  expect(markup.match(/<del /g)).toHaveLength(2);
});

it("edits nothing that is to be taken out, and accepts nothing while the file has unsaved words", () => {
  const removal: MemoryProposal = { ...proposal, kind: "remove", reason: "full" };
  const markup = drawIn(
    unansweredWindow(),
    <ProposalItem proposal={removal} canAccept={false} isDeciding={false} {...plain} />,
  );
  expect(wordsOf(markup)).toMatch(/The memory is full\..*AcceptRejectNever$/);
  expect(markup.match(/<button[^>]*disabled=""[^>]*>Accept/g)).toHaveLength(1);
  expect(markup.match(/disabled=""/g)).toHaveLength(1);
});

it("counts what waits above the memory, and shows nothing where nothing does", () => {
  const state = unansweredWindow();
  const drawn = () => wordsOf(drawIn(state, <ProposalStrip page={{ kind: "loading" }} />));
  expect(drawn()).toBe("");
  beginWith(state.proposals.store, { waiting: [proposal] });
  expect(drawn()).toContain("One fact waits for you");
  beginWith(state.proposals.store, { waiting: [proposal, { ...proposal, id: "p_2" }] });
  expect(drawn()).toContain("2 facts wait for you");
  beginWith(state.proposals.store, { error: "It cannot be read." });
  expect(drawn()).toContain("It cannot be read.");
});

it("says of the memory how full it is: nothing more below 80 %, near the end what comes, over it what that means", () => {
  const state = unansweredWindow();
  const settings = settingsSchema.parse({ memory: { budgetTokens: 100 } });
  beginWith(state.agent.store, { settings });
  const file = { path: memoryFile, text: "", version: "v", tokens: 0 };
  const drawn = (characters: number) => {
    const words = "x".repeat(characters);
    const page = { kind: "ready", file, words, conflict: null, isSaving: false, revision: 0 } as const;
    return wordsOf(drawIn(state, <FileLine path={memoryFile} page={page} />));
  };
  expect(drawn(276)).toBe("What Perch remembers of yougoes along with every request79 of 100 tokens");
  expect(drawn(280)).toContain("the memory is nearly full");
  expect(drawn(350)).toContain("the memory is nearly full");
  expect(drawn(351)).toContain("101 tokens, where 100 are meant");
  expect(memoryBudget("x", 0).share).toBe(1);
  expect(wordsOf(drawIn(state, <BudgetNote budget={memoryBudget("xxxxxxxx", 1)} />))).toContain("too full");
});

it("says of every other file when a model sees it", () => {
  const drawn = (path: string) =>
    wordsOf(drawIn(unansweredWindow(), <FileLine path={path} page={{ kind: "loading" }} />));
  expect(drawn("memory/HISTORY.md")).toBe("What was done, day by daysearched when it helps, not sent");
  expect(drawn("SOUL.md")).toBe("Who Perch isgoes along with every request");
  expect(drawn("skills/tea/SKILL.md")).toBe("read when it helps, or when you call it");
});
