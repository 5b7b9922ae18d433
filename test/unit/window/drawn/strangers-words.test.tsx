import type { ReactNode } from "react";
import { afterAll, beforeEach, expect, it, vi } from "vitest";
import type { TimeLine } from "../../../../src-preload/contract/automations.ts";
import { reportSchema } from "../../../../src-preload/contract/inbox.ts";
import { revealWords } from "../../../../src-preload/contract/reveal-controls.ts";
import { AutomationsList, AutomationsPlace } from "../../../../src-renderer/features/automations/index.tsx";
import { ReportRow } from "../../../../src-renderer/features/chat/report-row.tsx";
import { DecisionsSide } from "../../../../src-renderer/features/inbox/decisions-side.tsx";
import { ItemRow } from "../../../../src-renderer/features/inbox/item-row.tsx";
import { ReportCard } from "../../../../src-renderer/features/inbox/report-card.tsx";
import { RulesSide } from "../../../../src-renderer/features/inbox/rules-side.tsx";
import { AgentSection } from "../../../../src-renderer/features/knowledge/agent-section.tsx";
import type { WindowState } from "../../../../src-renderer/state/window-state.ts";
import "../../../../src-renderer/ui/later-words.ts";
import { jobOf, jobViewOf } from "../../../support/job-view.ts";
import { approvalOf, rowOf } from "../../../support/window-facts.ts";
import { beginWith, drawIn, unansweredWindow, wordsOf } from "./draw.tsx";

/* What models, servers and other programs called something: no sign in it is unseen, wherever it is drawn. */

const sign = "A\u202e\u{e0041}\u200bz";
const seen = revealWords(sign);
const at = new Date(Date.UTC(2026, 10, 30, 9)).toISOString();
const failed: TimeLine = {
  time: at,
  due: at,
  jobId: "a" as never,
  kind: "ended",
  sessionKey: "cron:a-1" as never,
  outcome: "failed",
  reason: sign,
  said: "",
  durationMs: 1,
  tokens: 0,
  cost: 0,
  profile: null,
};

let state: WindowState;
beforeEach(() => {
  state = unansweredWindow();
  const job = jobOf("a", { name: sign, prompt: sign, profile: sign, workFolder: `/${sign}`, state: "stopped" });
  beginWith(state.jobs.store, {
    list: {
      kind: "ready",
      jobs: [jobViewOf(job, { lines: [failed] })],
      broken: [{ at: 1, name: sign, reason: sign }],
      pause: null,
      isResident: true,
    },
  });
  beginWith(state.rules.store, {
    rules: {
      kind: "ready",
      rules: [
        {
          id: "r",
          effect: "allow",
          match: { kind: "command", words: [sign], andMore: false },
          scope: { kind: "folder", folder: `/${sign}` },
          madeAt: 0,
          madeIn: null,
          uses: 0,
          usedAt: null,
        },
      ],
    },
    folders: { kind: "ready", folders: [`/${sign}`] },
    decisions: {
      kind: "ready",
      hasMore: false,
      lines: [
        {
          time: at,
          sessionKey: "",
          tool: "exec",
          title: sign,
          what: `${sign}!`,
          decision: "deny",
          by: "person",
        } as never,
      ],
    },
  });
  beginWith(state.profiles.store, {
    list: {
      kind: "ready",
      rows: [
        { name: sign, description: sign, model: null, path: null, problem: "", warning: sign },
        { name: `${sign}2`, description: "", model: null, path: null, problem: sign, warning: "" },
      ],
    },
  });
});
afterAll(() => void vi.unstubAllGlobals());

const report = (text: string) =>
  reportSchema.parse({ id: "a", at: 1, kind: "reminder", title: sign, text, sessionKey: null, jobId: null });

const places: readonly (readonly [string, () => ReactNode])[] = [
  ["jobs", () => <AutomationsPlace changes={null} />],
  ["the list of jobs", () => <AutomationsList />],
  ["rules and folders", () => <RulesSide />],
  ["decisions", () => <DecisionsSide />],
  ["a report", () => <ReportCard report={report(sign)} items={[]} card={() => null} />],
  ["what a job brought to a chat", () => <ReportRow report={{ name: sign, sessionKey: null }} words="Done" at={at} />],
  ["agents", () => <AgentSection />],
  [
    "a question",
    () => (
      <ItemRow
        item={{ kind: "question", id: "q", at: 1, chat: rowOf("asks", { title: sign, preview: sign }) } as never}
        items={[]}
        card={() => null}
        askCard={() => null}
      />
    ),
  ],
];

it.each(places)("%s shows every sign, in words, names and tooltips", (_, draw) => {
  const markup = drawIn(state, draw());
  expect(wordsOf(markup)).toContain(seen);
  expect(revealWords(markup)).toBe(markup);
});

it("a request of a run of a job is headed by the name of the job, as long as its chat has none that can be seen", () => {
  const approvals = [{ ...approvalOf("b"), sessionKey: "cron:a-1" as never }];
  const head = (key: string): string => {
    const asked = approvals.map((one) => ({ ...one, sessionKey: key as never }));
    const item = { kind: "approval", id: "b", at: 1, approvals: asked } as never;
    return wordsOf(drawIn(state, <ItemRow item={item} items={[]} card={() => null} askCard={() => null} />));
  };
  expect(head("cron:a:1")).toMatch(new RegExp(`^${seen} `));
  expect(head("cron:gone:1")).toMatch(/^A job /);
  expect(head("desktop:a")).toMatch(/^New chat /);
});
