import { expect, it } from "vitest";
import type { JobId } from "../../../src-preload/contract/automations.ts";
import { contractError } from "../../../src-preload/contract/errors.ts";
import { createJobs } from "../../../src-renderer/state/jobs.ts";
import { createFakeAgent, settled, startClient } from "../../support/fake-agent.ts";
import { jobOf, jobViewOf } from "../../support/job-view.ts";

/* The jobs as their page has them. */

const a = "a" as JobId;
const rest = { broken: [], pause: null, isResident: true };

async function shown(...ids: readonly string[]) {
  const played = createFakeAgent();
  const told: string[] = [];
  const jobs = createJobs(played.client, (words) => told.push(words));
  await startClient(played, { events: jobs.apply });
  const end = jobs.show();
  await (await played.asked("job.list")).answer({ jobs: ids.map((id) => jobViewOf(jobOf(id))), ...rest });
  const names = (): readonly string[] => {
    const { list } = jobs.store.getState();
    return list.kind === "ready" ? list.jobs.map(({ job }) => job.name) : [];
  };
  return { played, jobs, told, end, names };
}

it("reads them as their page opens and with each event about one, and says why they cannot be read", async () => {
  const { played, jobs, names, end } = await shown("a");
  played.tell({ topic: "cron", type: "jobs-changed" });
  await (await played.asked("job.list")).answer({ jobs: [jobViewOf(jobOf("a")), jobViewOf(jobOf("b"))], ...rest });
  expect(names()).toEqual(["Job a", "Job b"]);
  played.tell({ topic: "cron", type: "jobs-changed" });
  await (await played.asked("job.list")).refuse(contractError("bad-settings", "jobs.json cannot be read."));
  expect(jobs.store.getState().list).toEqual({ kind: "failed", message: "jobs.json cannot be read." });
  end();
  played.tell({ topic: "cron", type: "jobs-changed" });
  await settled();
  expect(played.count("job.list")).toBe(0);
});

it("does one thing at a time with a job, and tells what is wrong with it", async () => {
  const { played, jobs, told } = await shown("a");
  const run = jobs.run(a, true);
  void jobs.run(a, true);
  void jobs.switchTo(a, "off");
  expect(jobs.store.getState().busy).toEqual([a]);
  const running = await played.asked("job.run");
  expect(running.input).toEqual({ id: a, trial: true });
  expect([played.count("job.run"), played.count("job.set")]).toEqual([0, 0]);
  await running.refuse(contractError("busy", "Its last run is still on."));
  await run;
  expect([told, jobs.store.getState().busy]).toEqual([["Its last run is still on."], []]);
  const off = jobs.switchTo(a, "off");
  const setting = await played.asked("job.set");
  expect(setting.input).toEqual({ id: a, state: "off" });
  await setting.answer(jobViewOf(jobOf("a", { state: "off" })));
  await off;
  expect(told).toHaveLength(1);
});

it("removes what the person was asked about, also where another window was first, and keeps what stays", async () => {
  const { played, jobs, names } = await shown("a", "b");
  jobs.ask(a);
  const full = jobs.remove();
  await (await played.asked("job.remove")).refuse(contractError("storage", "The disk is full."));
  expect(await full).toBe("The disk is full.");
  expect(jobs.store.getState().asked).toBe(a);
  const gone = jobs.remove();
  await (await played.asked("job.remove")).refuse(contractError("not-found", "This job is no longer there."));
  await (await played.asked("job.list")).answer({ jobs: [jobViewOf(jobOf("b"))], ...rest });
  expect(await gone).toBeNull();
  expect([names(), jobs.store.getState().asked]).toEqual([["Job b"], null]);
  expect(await jobs.remove()).toBeNull();
  expect(played.count("job.remove")).toBe(0);
});

it("takes in what came back with a change, and finds nothing before there is a list", async () => {
  const { jobs, names } = await shown("a");
  jobs.put(jobViewOf(jobOf("a", { name: "Sky" })));
  jobs.put(jobViewOf(jobOf("c")));
  expect(names()).toEqual(["Sky", "Job c"]);
  expect(jobs.find(a)?.job.name).toBe("Sky");
  const played = createFakeAgent();
  const unread = createJobs(played.client, () => undefined);
  unread.put(jobViewOf(jobOf("a")));
  expect(unread.find(a)).toBeNull();
});

it("reads what came of the runs with them, where a page shows that", async () => {
  const { played, jobs, end } = await shown("a");
  expect(played.count("job.metrics")).toBe(0);
  end();
  jobs.show(true);
  const metrics = { since: 1, jobs: [], profiles: [], today: { tokens: 5, cost: 0 } };
  await (await played.asked("job.metrics")).answer(metrics);
  expect(jobs.store.getState().metrics).toEqual({ kind: "ready", metrics });
  await (await played.asked("job.list")).answer({ jobs: [], ...rest });
  played.tell({ topic: "cron", type: "pause-changed", pause: { until: null } });
  await (await played.asked("job.metrics")).refuse(contractError("storage", "The disk is gone."));
  expect(jobs.store.getState().metrics).toEqual({ kind: "failed", message: "The disk is gone." });
});
