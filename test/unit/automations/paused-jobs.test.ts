import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Assistant } from "../../../src-main/assistant.ts";
import { createPauseStore } from "../../../src-main/automations/pause.ts";
import { nodeFileSystem } from "../../../src-main/storage/file-system.ts";
import { jobDraftSchema, type SlotLine } from "../../../src-preload/contract/automations.ts";
import type { Connection } from "../../../src-preload/contract/connection.ts";
import { createTestHome, record, type TestHome, terminal, value } from "../../support/test-home.ts";

/* Everything that runs by itself, paused. */

let home: TestHome;
let assistant: Assistant;
let client: Connection;
const hour = 3_600_000;

beforeEach(async () => {
  home = await createTestHome();
  assistant = home.open();
  client = assistant.connect(terminal);
});
afterEach(async () => {
  vi.restoreAllMocks();
  await home[Symbol.asyncDispose]();
});

const listed = async () => value(await client.request("job.list", {}));
const lines = async (): Promise<readonly SlotLine[]> => (await listed()).jobs.flatMap((view) => view.lines);
const path = () => join(home.home, "automations", "pause.json");

async function everyMinute() {
  const from = new Date(home.host.now()).toISOString();
  const schedule = { kind: "every", minutes: 1, from } as const;
  const draft = jobDraftSchema.parse({ name: "Tea", kind: "reminder", prompt: "Tea!", schedule });
  return value(await client.request("job.add", { draft })).job;
}

it("runs no job until the pause ends, and then what its rule for missed times says", async () => {
  await everyMinute();
  const now = vi.spyOn(home.host, "now");
  const begin = Date.now();
  const seen = await record(client);
  const until = begin + hour;
  value(await client.request("job.pause", { until }));
  expect(await seen.until("pause-changed")).toMatchObject({ pause: { until } });
  expect((await listed()).pause).toEqual({ until });
  expect((await listed()).jobs[0]?.next).toBe(until);
  now.mockImplementation(() => begin + 10 * 60_000);
  assistant.warmUp();
  const other = { kind: "every", minutes: 60, from: new Date(begin).toISOString() } as const;
  await client.request("job.add", { draft: jobDraftSchema.parse({ name: "x", prompt: "x", schedule: other }) });
  expect(await lines()).toEqual([]);
  now.mockImplementation(() => until + 1000);
  value(await client.request("job.resume", {}));
  expect(await seen.until("job-end")).toMatchObject({ name: "Tea", outcome: "done" });
  expect((await lines()).map(({ kind }) => kind)).toEqual(["ended", "begun", "missed"]);
  expect((await listed()).pause).toBeNull();
});

it("runs a job by hand all the same, holds after a restart, and tells no next time without an end", async () => {
  const { id } = await everyMinute();
  value(await client.request("job.pause", { until: null }));
  const seen = await record(client);
  value(await client.request("job.run", { id }));
  await seen.until("job-end");
  await assistant.close();
  client = home.open().connect(terminal);
  expect((await listed()).pause).toEqual({ until: null });
  expect((await listed()).jobs[0]?.next).toBeNull();
  expect(JSON.parse(await readFile(path(), "utf8"))).toEqual({ paused: { until: null } });
});

it("refuses a moment that is past", async () => {
  expect(await client.request("job.pause", { until: Date.now() - 1 })).toMatchObject({
    error: { code: "invalid-input", message: expect.stringMatching(/is past/) },
  });
  expect((await listed()).pause).toBeNull();
});

it("counts as paused while its file cannot be read, and is left as it is", async () => {
  await everyMinute();
  await writeFile(path(), "{ not json");
  const store = createPauseStore({ host: home.host, files: nodeFileSystem, path: path(), changed: () => undefined });
  expect(await store.isPaused(Date.now())).toBe(true);
  for (const route of ["job.list", "job.resume"] as const) {
    expect(await client.request(route, {})).toMatchObject({
      error: { code: "bad-settings", message: expect.stringContaining("pause.json") },
    });
  }
  expect(await readFile(path(), "utf8")).toBe("{ not json");
});
