import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { Host } from "../../../src-main/host.ts";
import { createLearntModels, keptDays, mostLessons } from "../../../src-main/providers/learnt-models.ts";
import { nodeFileSystem } from "../../../src-main/storage/file-system.ts";
import { createFailingFileSystem } from "../../support/failing-file-system.ts";
import { createTestHome, type TestHome } from "../../support/test-home.ts";

let home: TestHome;
let path: string;
const place = { address: "https://models.example/v1", model: "org/model 7b" };

beforeEach(async () => {
  home = await createTestHome();
  path = join(home.home, "models.json");
});
afterEach(() => home[Symbol.asyncDispose]());

async function opened(host: Host = home.host) {
  const learnt = createLearntModels(host, nodeFileSystem);
  await learnt.load();
  return learnt;
}

it("what was learnt counts at once and after a restart", async () => {
  const learnt = await opened();
  const window = { tokens: 8192, listed: null, at: home.host.now() };
  learnt.learn(place, { window });
  learnt.learn(place, { quirks: { sendsTemperature: false, effortWithTools: "none" } });
  const quirks = { sendsTemperature: false, effortWithTools: "none" };
  const lesson = { window, quirks, listed: null, price: null, tools: null };
  expect(learnt.of(place)).toEqual(lesson);
  await learnt.settled();
  expect((await opened()).of(place)).toEqual(lesson);
  expect((await opened()).of({ ...place, model: "other" })).toBeNull();
});

it("the oldest lessons leave when there are too many", async () => {
  const learnt = await opened();
  for (let number = 0; number <= mostLessons; number++) {
    const window = { tokens: 1000 + number, listed: null, at: 0 };
    learnt.learn({ ...place, model: `m${number}` }, { window });
    if (number === 1) learnt.learn({ ...place, model: "m0" }, { quirks: { joinsRoles: true } });
  }
  await learnt.settled();
  const again = await opened();
  expect(again.of({ ...place, model: "m1" })).toBeNull();
  expect(again.of({ ...place, model: "m0" })?.quirks).toEqual({ joinsRoles: true });
  expect(JSON.parse(await readFile(path, "utf8")).models).toHaveLength(mostLessons);
});

it("what an overflow told is believed for a month, and without a date not at all", async () => {
  const dayMs = 24 * 60 * 60 * 1000;
  const learnedAt = Date.UTC(2026, 0, 1);
  const at = (time: number): Host => ({ ...home.host, now: () => time });
  const learnt = await opened(at(learnedAt));
  learnt.learn(place, { window: { tokens: 8192, listed: null, at: learnedAt }, quirks: { joinsRoles: true } });
  await learnt.settled();
  expect((await opened(at(learnedAt + keptDays * dayMs))).of(place)?.window?.tokens).toBe(8192);
  const later = await opened(at(learnedAt + keptDays * dayMs + 1));
  expect(later.of(place)).toMatchObject({ window: null, quirks: { joinsRoles: true } });
  const undated = { ...place, window: { tokens: 4096, listed: null }, quirks: {} };
  await writeFile(path, JSON.stringify({ models: [undated] }));
  expect((await opened()).of(place)?.window).toBeNull();
});

it("what was learnt of a model is forgotten when told to, also over a restart", async () => {
  const learnt = await opened();
  learnt.learn(place, { quirks: { joinsRoles: true } });
  learnt.learn({ ...place, model: "other" }, { quirks: { joinsRoles: true } });
  await learnt.settled();
  const again = await opened();
  await again.forget(place);
  expect(again.of(place)).toBeNull();
  await again.settled();
  expect((await opened()).of(place)).toBeNull();
  expect((await opened()).of({ ...place, model: "other" })).not.toBeNull();
});

it.each(["{", '{"models":3}', `{"models":[]}${" ".repeat(1024 * 1024)}`])(
  "a broken file is set aside",
  async (text) => {
    await writeFile(path, text);
    const learnt = await opened();
    expect(learnt.of(place)).toBeNull();
    learnt.learn(place, { quirks: { joinsRoles: true } });
    await learnt.settled();
    expect(await readFile(`${path}.broken`, "utf8")).toBe(text);
    expect((await opened()).of(place)?.quirks).toEqual({ joinsRoles: true });
  },
);

it("rows and fields that are not understood are left out", async () => {
  const good = { ...place, window: null, quirks: { callIds: "nine", fromTheFuture: 1 } };
  await writeFile(path, JSON.stringify({ models: [{ ...good, model: "bad", quirks: { callIds: "ten" } }, 7, good] }));
  const learnt = await opened();
  expect(learnt.of(place)).toEqual({
    window: null,
    quirks: { callIds: "nine" },
    listed: null,
    price: null,
    tools: null,
  });
  expect(learnt.of({ ...place, model: "bad" })).toBeNull();
});

it("a disk that refuses takes nothing away but the memory, and half-written files are swept", async () => {
  await writeFile(join(home.home, ".models.json.0.perch-tmp"), "half");
  const failing = createFailingFileSystem();
  const learnt = createLearntModels(home.host, failing.files);
  failing.setFault({ at: 1, code: "ENOSPC", lasts: "once", only: ["handle.writeFile"] });
  learnt.learn(place, { quirks: { joinsRoles: true } });
  await learnt.settled();
  expect(learnt.of(place)?.quirks).toEqual({ joinsRoles: true });
  expect(home.logged.join()).toContain("was not kept");
  expect(await readdir(home.home)).toEqual([]);
});
