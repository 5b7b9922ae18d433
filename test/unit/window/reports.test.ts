import { expect, it } from "vitest";
import { contractError } from "../../../src-preload/contract/errors.ts";
import { type Report, reportSchema } from "../../../src-preload/contract/inbox.ts";
import { inboxCount, inboxItems } from "../../../src-preload/contract/inbox-items.ts";
import { createReportActs } from "../../../src-renderer/state/report-acts.ts";
import { createReports } from "../../../src-renderer/state/reports.ts";
import { createFakeAgent, startClient } from "../../support/fake-agent.ts";

/* What was reported while nobody watched, in the Inbox. */

function reportOf(id: string, given: Partial<Report> = {}): Report {
  return reportSchema.parse({ id, at: 1, kind: "result", title: id, text: "It is sunny.", ...given });
}

async function reported(...reports: readonly Report[]) {
  const played = createFakeAgent();
  const told: string[] = [];
  const ran: string[] = [];
  const jobs = { run: async (id: string, trial: boolean) => void ran.push(`${id} ${trial}`) };
  const store = createReports(played.client);
  const notify = (words: string) => void told.push(words);
  const acts = createReportActs({ client: played.client, notify, reports: store, jobs });
  await startClient(played, { events: store.apply });
  void store.load();
  await (await played.asked("inbox.list")).answer({ reports });
  const left = (): readonly string[] => {
    const { list } = store.store.getState();
    return list.kind === "ready" ? list.reports.map(({ id }) => id) : [];
  };
  const count = (): number => {
    const { list } = store.store.getState();
    const known = list.kind === "ready" ? list.reports : [];
    return inboxCount(inboxItems({ approvals: [], asks: [], chats: [], proposals: [], reports: known }));
  };
  return { played, reports: { ...store, ...acts }, told, ran, left, count };
}

it("counts those that were not seen, until they were before the person's eyes", async () => {
  const { played, reports, count } = await reported(reportOf("a"), reportOf("b", { isSeen: true }), reportOf("c"));
  expect(count()).toBe(2);
  const end = reports.show();
  expect(played.count("inbox.seen")).toBe(0);
  for (const id of ["a", "b", "a"]) reports.saw(id);
  const seen = await played.asked("inbox.seen");
  expect(seen.input).toEqual({ ids: ["a"] });
  // What comes into sight meanwhile is told with the next ones.
  reports.saw("c");
  await seen.answer({});
  expect((await played.asked("inbox.seen")).input).toEqual({ ids: ["c"] });
  played.tell({ topic: "inbox", type: "inbox-changed" });
  const list = [reportOf("d"), reportOf("c", { isSeen: true }), reportOf("a", { isSeen: true })];
  await (await played.asked("inbox.list")).answer({ reports: list });
  expect([count(), reports.store.getState().fresh]).toEqual([1, ["a", "c"]]);
  end();
  expect(reports.store.getState().fresh).toEqual([]);
});

it("tells again with the next ones what could not be kept as seen", async () => {
  const { played, reports, told } = await reported(reportOf("a"), reportOf("b"));
  reports.saw("a");
  await (await played.asked("inbox.seen")).refuse(contractError("storage", "The disk is full."));
  expect(told).toEqual(["The disk is full."]);
  reports.saw("b");
  expect((await played.asked("inbox.seen")).input).toEqual({ ids: ["a", "b"] });
});

it("brings one back that was taken away, and says where that cannot be", async () => {
  const { played, reports, told, left } = await reported(reportOf("a"));
  const back = reports.restore("b");
  await (await played.asked("inbox.restore")).answer({});
  await (await played.asked("inbox.list")).answer({ reports: [reportOf("b"), reportOf("a")] });
  await back;
  expect(left()).toEqual(["b", "a"]);
  const gone = reports.restore("c");
  await (await played.asked("inbox.restore")).refuse(contractError("not-found", "This entry is no longer there."));
  await gone;
  expect(told).toEqual(["This entry is no longer there."]);
});

it("dismisses one, also where another window was first, and keeps one that could not be removed", async () => {
  const { played, reports, told, left } = await reported(reportOf("a"), reportOf("b"));
  const full = reports.dismiss("a");
  await (await played.asked("inbox.remove")).refuse(contractError("storage", "The disk is full."));
  await full;
  expect([left(), told]).toEqual([["a", "b"], ["The disk is full."]]);
  const gone = reports.dismiss("b");
  await (await played.asked("inbox.remove")).refuse(contractError("not-found", "This entry is no longer there."));
  await gone;
  const done = reports.dismiss("a");
  await (await played.asked("inbox.remove")).answer({});
  await done;
  expect([left(), told]).toEqual([[], ["The disk is full."]]);
});

it("makes up for a time that was missed, and asks about it no more", async () => {
  const asked = reportOf("a", { kind: "asked", jobId: "job" as never });
  const { played, reports, ran, left } = await reported(asked, reportOf("b"));
  const made = reports.runNow(asked);
  await (await played.asked("inbox.remove")).answer({});
  await made;
  await reports.runNow(reportOf("b"));
  expect([ran, left()]).toEqual([["job false"], ["b"]]);
});

it("says why they cannot be read, and then counts none", async () => {
  const { played, reports, count } = await reported(reportOf("a"));
  void reports.load();
  await (await played.asked("inbox.list")).refuse(contractError("bad-settings", "inbox.json cannot be read."));
  expect([reports.store.getState().list, count()]).toEqual([
    { kind: "failed", message: "inbox.json cannot be read." },
    0,
  ]);
});
