import { expect, it } from "vitest";
import { reportSchema } from "../../../../src-preload/contract/inbox.ts";
import { ReportRow } from "../../../../src-renderer/features/chat/report-row.tsx";
import { ReportCard } from "../../../../src-renderer/features/inbox/report-card.tsx";
import "../../../../src-renderer/ui/later-words.ts";
import { drawIn, unansweredWindow, wordsOf } from "./draw.tsx";

/* What jobs bring: to a chat, and to the Inbox. */

const sessionKey = "cron:weather-1" as never;
const card = (given: object) =>
  drawIn(
    unansweredWindow(),
    <ReportCard
      report={reportSchema.parse({ id: "a", at: 1, kind: "result", title: "Weather", text: "", ...given })}
      items={[]}
      card={() => null}
    />,
  );

it("is no message of the person in a chat, and leads to the run", () => {
  const at = "2026-11-30T09:00:00.000Z";
  const row = drawIn(
    unansweredWindow(),
    <ReportRow report={{ name: "Weather", sessionKey }} words="It is **sunny**." at={at} />,
  );
  expect(row).toContain('aria-label="Report of Weather"');
  expect(wordsOf(row)).toMatch(/^Weather · brought by a job.*Open runIt is sunny\.$/);
  expect(row).toContain("<strong>sunny</strong>");
  expect(row).toContain(`href="#/chats/${encodeURIComponent(sessionKey)}"`);
});

it("says of a message of another chat where it comes from, and leads nowhere where no chat tells more", () => {
  const at = "2026-11-30T09:00:00.000Z";
  const rowOf = (report: object) =>
    wordsOf(drawIn(unansweredWindow(), <ReportRow report={report as never} words="At nine." at={at} />));
  expect(rowOf({ name: "Trip", sessionKey: "desktop:a", from: "chat" })).toMatch(
    /^Trip · sent from another chat.*Open chatAt nine\.$/,
  );
  expect(rowOf({ name: "Trip", sessionKey: null, from: "inbox" })).toMatch(/^Trip · from the Inbox9:00 AMAt nine\.$/);
});

it("offers in the Inbox what can be done with it, and no run where there was none", () => {
  const result = wordsOf(card({ sessionKey, jobId: "weather", text: "It is **sunny**." }));
  expect(result).toMatch(/A job is done.*It is sunny\..*Open run.*See job.*Dismiss$/);
  expect(result).not.toContain("Run now");
  const asked = wordsOf(card({ kind: "asked", jobId: "weather", text: "It was due at nine." }));
  expect(asked).toMatch(/Run now.*See job.*Dismiss$/);
  expect(asked).not.toContain("Open run");
  expect(asked).toContain("Answer");
  expect(wordsOf(card({ kind: "news", sessionKey: "desktop:a" }))).toContain("Open chat");
  expect(card({ isSeen: true })).not.toContain(">New<");
  expect(wordsOf(card({ kind: "reminder", text: "Call the dentist." }))).toMatch(
    /You wanted to be reminded.*Call the dentist\..*Dismiss$/,
  );
});

it("goes on with the headings of the page: those of a report stand below its title", () => {
  const markup = card({ text: "# One\n\n> ## Two\n\n###### Six" });
  expect([...markup.matchAll(/<h(\d)/g)].map(([, level]) => level)).toEqual(["2", "3", "4", "6"]);
});
