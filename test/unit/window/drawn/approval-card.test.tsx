import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createStore } from "zustand/vanilla";
import { revealLine } from "../../../../src-preload/contract/reveal-controls.ts";
import type { PendingApproval } from "../../../../src-preload/contract/session.ts";
import { ApprovalCard } from "../../../../src-renderer/features/chat/approval-card.tsx";
import { RememberForm } from "../../../../src-renderer/features/chat/remember-form.tsx";
import { InboxPlace } from "../../../../src-renderer/features/inbox/index.tsx";
import type { WindowState } from "../../../../src-renderer/state/window-state.ts";
import { type Drawn, missingFrom, type Piece } from "../../../support/drawn-lines.ts";
import { type HostileSubject, hostileSubjects } from "../../../support/hostile-subjects.ts";
import { approvalOf } from "../../../support/window-facts.ts";
import { drawIn, unansweredWindow, wordsOf } from "./draw.tsx";

let state: WindowState;
beforeAll(() => {
  state = unansweredWindow();
});
afterAll(() => void vi.unstubAllGlobals());

function approvalFor(subject: Partial<PendingApproval["subject"]>): PendingApproval {
  const asked = approvalOf("a");
  return { ...asked, subject: { ...asked.subject, ...subject } };
}

function inCard({ subject }: HostileSubject): string {
  return drawIn(state, <ApprovalCard approval={approvalFor(subject)} />);
}

function inInbox({ subject }: HostileSubject): string {
  const approval = approvalFor(subject);
  // Outside a browser a store is drawn as it was when it was made.
  const store = createStore(() => ({ approvals: [approval], answered: [], loading: false, error: null }));
  return drawIn(
    { ...state, inbox: { ...state.inbox, store } },
    <InboxPlace card={() => <ApprovalCard approval={approval} />} askCard={() => null} />,
  );
}

/** Reads the lines of a card back from its markup. */
function readLines(markup: string): readonly Drawn[] {
  const lines = [
    ...markup.matchAll(
      /<p [^>]*data-counted="">(\d+) (.*?)<\/p>|<div [^>]*data-kind="[a-z]+">(.*?)<\/div>|<hr [^>]*data-kind="gap"\/>/gs,
    ),
  ];
  return lines.map(([, count, words, line]): Drawn => {
    if (count === undefined && line === undefined) return { kind: "gap" };
    if (count === undefined) return { kind: "line", pieces: readPieces(line ?? "") };
    return { kind: words === "blank lines" ? "blank-lines" : "more-lines", count: Number(count) };
  });
}

function readPieces(line: string): readonly Piece[] {
  const cells = /^<span>(?:\d*)<\/span><span>(.?)<\/span><span>(.*)<\/span>$/s.exec(line);
  const isContext = /^<span>\d+<\/span><span><\/span>/.test(line);
  const sign = isContext ? " " : (cells?.[1] ?? "").replace("−", "-");
  const pieces = (cells?.[2] ?? "").split(/(<span [^>]*data-counted="">.*?<\/span>)/).map((part): Piece => {
    const counted = /^<span [^>]*data-counted="">\[(\d+) (.*)\]<\/span>$/.exec(part);
    if (counted === null) return { kind: "text", text: wordsOf(part) };
    return { kind: counted[2] === "blanks" ? "blanks" : "more", count: Number(counted[1]) };
  });
  return [{ kind: "text", text: sign }, ...pieces];
}

describe("a card", () => {
  it.each([
    ["in a chat", inCard],
    ["in the Inbox", inInbox],
  ])("%s has every character of hostile subjects or counts it", (_, draw) => {
    const wrong = hostileSubjects().map((hostile) => {
      const missing = missingFrom(hostile.subject, readLines(draw(hostile)));
      return missing === "" ? "" : `${hostile.name}: ${missing}`;
    });
    expect(wrong.filter((words) => words !== "")).toEqual([]);
  });

  it("has no character that cannot be seen, wherever it came from", () => {
    const sign = "\u202e\u{e0041}\u3164\u200b\u00a0";
    const drawn = drawIn(
      state,
      <ApprovalCard approval={approvalFor({ title: `Write ${sign}`, where: `/w/${sign}`, body: sign })} />,
    );
    expect(wordsOf(drawn)).toBe(revealLine(wordsOf(drawn)));
    expect(wordsOf(drawn)).toContain("/w/<202E><E0041><3164><200B><00A0>");
  });

  it("says what a command can reach, and of a write that it stays here", () => {
    const command = wordsOf(drawIn(state, <ApprovalCard approval={approvalFor({ body: "ls" })} />));
    expect(command).toContain("This command can reach the internet and read what you can read");
    expect(command).toContain("variables of Perch’s own process");
    expect(command).not.toContain("Only this computer");
    const write = approvalFor({ effect: "write", bodyKind: "diff" });
    expect(wordsOf(drawIn(state, <ApprovalCard approval={write} />))).toContain("Only this computer");
  });

  it("says why a command is allowed once only", () => {
    const asked = approvalFor({ body: "ls | wc", onlyOnce: "It can be allowed once only." });
    const words = wordsOf(drawIn(state, <ApprovalCard approval={asked} />));
    expect(words).toContain("It can be allowed once only.");
    expect(words).not.toContain("Always allow");
  });

  it.each([
    ["desktop:a", "in chats that work in"],
    ["cron:a:1", "in every run of this job"],
  ])("begins, where it remembers in %s, with the narrowest place that is meant", (sessionKey, words) => {
    const offers = { matches: [{ kind: "command", words: ["ls"], andMore: false }], workFolder: "/w" } as const;
    const approval = { ...approvalFor({}), sessionKey: sessionKey as never };
    const form = drawIn(
      state,
      <RememberForm approval={approval} offers={offers as never} onRemember={vi.fn()} onCancel={vi.fn()} />,
    );
    const chosen = [...form.matchAll(/<label[^>]*><input([^>]*)\/><span[^>]*>(.*?)<\/span>/g)];
    expect(
      chosen
        .filter(([, input]) => input?.includes("checked"))
        .map(([, , said]) => said)
        .at(-1),
    ).toContain(words);
  });

  it("warns in words of letters that are not what they look like", () => {
    const drawn = wordsOf(drawIn(state, <ApprovalCard approval={approvalFor({ body: "curl https://раypal.com" })} />));
    expect(drawn).toContain("“раypal” mixes Latin and Cyrillic letters");
  });
});
