import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Job } from "../../../src-preload/contract/automations.ts";
import type { Connection } from "../../../src-preload/contract/connection.ts";
import { jobOf } from "../../support/job-view.ts";
import { createTestHome, type TestHome, terminal, value } from "../../support/test-home.ts";

/* `jobs.json` as somebody edits it by hand: an entry that is wrong costs no other, and stays as it is. */

let home: TestHome;
let path: string;

beforeEach(async () => {
  home = await createTestHome();
  path = join(home.home, "automations", "jobs.json");
  await mkdir(join(home.home, "automations"), { mode: 0o700 });
});
afterEach(() => home[Symbol.asyncDispose]());

const write = (...jobs: readonly unknown[]) => writeFile(path, JSON.stringify({ note: "mine", jobs }));
const written = async () => JSON.parse(await readFile(path, "utf8"));
const past = (ms: number): Job["schedule"] => ({ kind: "at", at: new Date(Date.now() - ms).toISOString() });
const due = (): Job => jobOf("due", { kind: "reminder", schedule: past(60_000), dueAfter: new Date(0).toISOString() });
const good = jobOf("good");
const wrongTimes = { ...good, id: "times", schedule: { ...good.schedule, expression: "99 * * *" }, own: "kept" };
const reportsOf = async (client: Connection) => value(await client.request("inbox.list", {})).reports;

it("runs what is right beside an entry whose times are wrong, which is told", async () => {
  await write(wrongTimes, due());
  const assistant = home.open();
  const client = assistant.connect(terminal);
  assistant.warmUp();
  await vi.waitUntil(async () => (await reportsOf(client)).length === 1);
  const { jobs, broken } = value(await client.request("job.list", {}));
  expect(jobs.map(({ job }) => job.id)).toEqual(["due"]);
  expect(broken).toEqual([{ at: 1, name: "Job good", reason: expect.stringMatching(/^“99 \* \* \*” is no schedule/) }]);
  const { checks } = value(await client.request("system.doctor", {}));
  expect(checks.find(({ id }) => id === "jobs")).toMatchObject({
    state: "broken",
    message: expect.stringContaining("Job good"),
  });
});

it.each([
  ["a job without what is to be done", { ...good, prompt: undefined }, /^“prompt” is not as it must be/],
  ["an id that is a path", { ...good, id: "../../evil" }, /^“id” is not as it must be/],
  ["a work folder that hangs in the air", { ...good, workFolder: "work" }, /from the root of the disk/],
  [
    "a zone that is none",
    { ...good, schedule: { ...good.schedule, timezone: "Mars/Base" } },
    /no time zone “Mars\/Base”/,
  ],
  ["no object at all", 7, /not as it must be/],
])("tells of %s", async (_what, entry, reason) => {
  await write(good, entry);
  const { jobs, broken } = value(await home.open().connect(terminal).request("job.list", {}));
  expect(jobs).toHaveLength(1);
  expect(broken).toMatchObject([{ at: 2, reason: expect.stringMatching(reason) }]);
});

it("keeps what it cannot use, where and as it was, through changes of all others", async () => {
  await write(wrongTimes, good, { ...good, name: "Again" });
  const client = home.open().connect(terminal);
  expect(value(await client.request("job.list", {})).broken.map(({ reason }) => reason)).toEqual([
    expect.any(String),
    "Another job has the same id.",
  ]);
  value(await client.request("job.change", { id: good.id, change: { name: "Better" } }));
  const changed = await written();
  expect(changed).toMatchObject({
    note: "mine",
    jobs: [wrongTimes, { id: "good", name: "Better" }, { name: "Again" }],
  });
  value(await client.request("job.remove", { id: good.id }));
  expect((await written()).jobs).toMatchObject([wrongTimes, { name: "Again" }]);
});

it("goes on once a file that could not be read is mended", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  try {
    await writeFile(path, "{");
    const assistant = home.open();
    const client = assistant.connect(terminal);
    assistant.warmUp();
    expect(await client.request("job.list", {})).toMatchObject({ error: { code: "bad-settings" } });
    await vi.waitUntil(() => vi.getTimerCount() > 0);
    await write(due());
    await vi.waitUntil(async () => {
      await vi.advanceTimersByTimeAsync(30_000);
      return (await reportsOf(client)).length === 1;
    });
  } finally {
    vi.useRealTimers();
  }
});

it("counts no job that was for one moment and is over, and keeps the last of them", async () => {
  const over = Array.from({ length: 120 }, (_, at) => jobOf(`over${at}`, { state: "off", schedule: past(3_600_000) }));
  await write(...over, ...Array.from({ length: 99 }, (_, at) => jobOf(`on${at}`)));
  const client = home.open().connect(terminal);
  const { id: _id, state: _state, madeAt: _at, dueAfter: _due, ...draft } = jobOf("x");
  value(await client.request("job.add", { draft }));
  const ids = value(await client.request("job.list", {})).jobs.map(({ job }) => job.id);
  expect(ids.filter((id) => id.startsWith("over"))).toEqual(over.slice(-50).map(({ id }) => id));
  expect(ids).toHaveLength(150);
  expect(await client.request("job.add", { draft })).toMatchObject({ error: { code: "invalid-input" } });
});
