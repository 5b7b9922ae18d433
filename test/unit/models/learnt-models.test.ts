import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { createLearntModels, mostLessons } from "../../../src-main/models/learnt-models.ts";
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

async function opened() {
  const learnt = createLearntModels(home.host, nodeFileSystem);
  await learnt.load();
  return learnt;
}

it("what was learnt counts at once and after a restart", async () => {
  const learnt = await opened();
  learnt.learn(place, { window: { tokens: 8192, listed: null } });
  learnt.learn(place, { quirks: { sendsTemperature: false, effortWithTools: "none" } });
  const quirks = { sendsTemperature: false, effortWithTools: "none" };
  const lesson = { window: { tokens: 8192, listed: null }, quirks, listed: null, tools: null };
  expect(learnt.of(place)).toEqual(lesson);
  await learnt.settled();
  expect((await opened()).of(place)).toEqual(lesson);
  expect((await opened()).of({ ...place, model: "other" })).toBeNull();
});

it("the oldest lessons leave when there are too many", async () => {
  const learnt = await opened();
  for (let number = 0; number <= mostLessons; number++) {
    learnt.learn({ ...place, model: `m${number}` }, { window: { tokens: 1000 + number, listed: null } });
    if (number === 1) learnt.learn({ ...place, model: "m0" }, { quirks: { joinsRoles: true } });
  }
  await learnt.settled();
  const again = await opened();
  expect(again.of({ ...place, model: "m1" })).toBeNull();
  expect(again.of({ ...place, model: "m0" })?.quirks).toEqual({ joinsRoles: true });
  expect(JSON.parse(await readFile(path, "utf8")).models).toHaveLength(mostLessons);
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
  expect(learnt.of(place)).toEqual({ window: null, quirks: { callIds: "nine" }, listed: null, tools: null });
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
