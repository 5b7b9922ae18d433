import { expect, it } from "vitest";
import type { JobId, JobView } from "../../../src-preload/contract/automations.ts";
import { contractError } from "../../../src-preload/contract/errors.ts";
import { createJobForm } from "../../../src-renderer/state/job-form.ts";
import { createFakeAgent, settled, startClient } from "../../support/fake-agent.ts";
import { jobOf, jobViewOf } from "../../support/job-view.ts";

/* A job that is made or changed. */

async function opened(view: JobView | null = null) {
  const played = createFakeAgent();
  const put: JobView[] = [];
  await startClient(played, {});
  const jobs = { find: () => view, put: (one: JobView) => put.push(one) };
  const form = createJobForm(played.client, jobs, view === null ? null : view.job.id);
  return { played, form, put, now: form.store.getState, reading: () => form.reader.store.getState().reading };
}

const { schedule } = jobOf("a");

it("says what is still to be said, each until it is", async () => {
  const { played, form, now } = await opened();
  expect(await form.save()).toBeNull();
  expect(now().missing).toEqual(["name", "prompt", "words"]);
  form.type({ name: "Weather" });
  expect(now().missing).toEqual(["prompt", "words"]);
  expect(played.count("job.add")).toBe(0);
});

it("reads the words as they are typed: the last ones count, and what was read stands meanwhile", async () => {
  const { played, form, reading } = await opened();
  form.type({ words: "every" });
  const first = await played.asked("job.read");
  form.type({ words: "every day at 9" });
  const second = await played.asked("job.read");
  await second.answer({ schedule, next: [5] });
  await first.refuse(contractError("invalid-input", "It cannot be read."));
  expect(reading()).toEqual({ kind: "ready", schedule, next: [5] });
  form.type({ words: "every day at" });
  expect(reading()?.kind).toBe("ready");
  await (await played.asked("job.read")).refuse(contractError("invalid-input", "It cannot be read."));
  expect(reading()).toEqual({ kind: "failed", message: "It cannot be read." });
  form.type({ words: " " });
  expect(reading()).toBeNull();
});

it("adds one with what was said, once however often it is pressed", async () => {
  const { played, form, put, now } = await opened();
  form.type({ name: "Weather", prompt: "What is it like?", kind: "reminder", notify: "failed" });
  form.type({ words: "daily" });
  await (await played.asked("job.read")).answer({ schedule, next: [] });
  const saved = form.save();
  expect(await form.save()).toBeNull();
  await (await played.asked("job.read")).answer({ schedule, next: [] });
  const adding = await played.asked("job.add");
  expect(adding.input).toMatchObject({
    draft: { name: "Weather", kind: "reminder", notify: "failed", schedule, deliverTo: null, retries: 1 },
  });
  expect(adding.input).not.toHaveProperty("draft.words");
  const view = jobViewOf(jobOf("new"));
  await adding.answer(view);
  expect(await saved).toEqual(view);
  expect([put, now().isSaving, played.count("job.add")]).toEqual([[view], false, 0]);
});

it("keeps nothing with words that cannot be read, and says why the agent refused", async () => {
  const { played, form, now } = await opened();
  form.type({ name: "Weather", prompt: "What is it like?", words: "sometimes" });
  await (await played.asked("job.read")).refuse(contractError("invalid-input", "It cannot be read."));
  const unread = form.save();
  await (await played.asked("job.read")).refuse(contractError("invalid-input", "It cannot be read."));
  expect([await unread, now().isSaving, played.count("job.add")]).toEqual([null, false, 0]);
  form.type({ words: "daily" });
  await (await played.asked("job.read")).answer({ schedule, next: [] });
  const full = form.save();
  await (await played.asked("job.read")).answer({ schedule, next: [] });
  await (await played.asked("job.add")).refuse(contractError("storage", "The disk is full."));
  expect([await full, now().refused, now().isSaving]).toEqual([null, "The disk is full.", false]);
  form.type({ name: "Sky" });
  expect(now().refused).toBeNull();
});

it("leaves the schedule of one that is edited alone until other words are typed, which go by its clock", async () => {
  const view = jobViewOf(jobOf("a", { mode: "plan" }));
  const { played, form, now, reading } = await opened(view);
  expect(now().fields).toMatchObject({ name: "Job a", mode: "plan", words: null });
  expect(reading()).toEqual({ kind: "ready", schedule, next: view.times });
  form.type({ name: "Sky" });
  const saved = form.save();
  const changing = await played.asked("job.change");
  expect(changing.input).toMatchObject({ id: "a", change: { name: "Sky", mode: "plan" } });
  expect(changing.input).not.toHaveProperty("change.schedule");
  await changing.answer(view);
  expect(await saved).toEqual(view);
  form.type({ words: "daily at 10" });
  expect((await played.asked("job.read")).input).toEqual({ words: "daily at 10", timezone: "Europe/Paris" });
});

it("works in a folder only once that was looked at", async () => {
  const { played, form } = await opened(jobViewOf(jobOf("a" as JobId)));
  void form.folder.choose("~/nowhere");
  const saved = form.save();
  await settled();
  expect(played.count("job.change")).toBe(0);
  await (await played.asked("folder.look")).answer({ path: "/home/you/nowhere", state: "missing" });
  expect(await saved).toBeNull();
  const made = form.folder.make();
  await (await played.asked("folder.make")).answer({ path: "/home/you/nowhere", state: "empty" });
  await made;
  void form.save();
  expect((await played.asked("job.change")).input).toMatchObject({ change: { workFolder: "/home/you/nowhere" } });
});

it("keeps no limit that is none", async () => {
  const { played, form, now } = await opened(jobViewOf(jobOf("a")));
  form.limit("maxTokens", undefined);
  form.limit("maxIterations", 5);
  expect(await form.save()).toBeNull();
  expect(now().wrong).toEqual(["maxTokens"]);
  expect(played.count("job.change")).toBe(0);
  form.limit("maxTokens", 2000);
  void form.save();
  const limits = { maxIterations: 5, maxTokens: 2000, maxDurationSeconds: null };
  expect((await played.asked("job.change")).input).toMatchObject({ change: { limits, backOff: true } });
});
