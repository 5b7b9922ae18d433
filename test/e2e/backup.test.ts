import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { runCommand } from "../support/run-command.ts";
import { createTestHome, type TestHome } from "../support/test-home.ts";
import { contentsOf } from "../support/unzip.ts";

/* perch backup and perch doctor --zip, with nobody else on the home. */

let home: TestHome;
beforeEach(async () => {
  home = await createTestHome();
  await home.config({ agents: { defaults: { model: "practice/practice" } } });
});
afterEach(() => home[Symbol.asyncDispose]());

const perch = (...args: readonly string[]) => runCommand({ home: home.home, args, cwd: home.work });

it("makes and restores backups, and the restore can be taken back", async () => {
  await perch("agent", "-m", "say 3 words");
  const made = await perch("backup", "now", "--json");
  const { id, counts }: { id: string; counts: object } = JSON.parse(made.stdout);
  expect(counts).toMatchObject({ chats: 1, messages: 2 });
  await perch("agent", "-m", "say 3 words");

  const asked = await perch("backup", "restore", id);
  expect(asked).toMatchObject({ code: 2, stdout: "" });
  expect(asked.stderr).toContain("Only now:      chats 0, messages 2");
  expect(asked.stderr).toContain("--yes");

  const restored = await perch("backup", "restore", id, "--yes", "--json");
  expect(restored.code).toBe(0);
  const { kept }: { kept: { id: string; counts: object } } = JSON.parse(restored.stdout);
  expect(kept.counts).toMatchObject({ messages: 4 });
  const back = await perch("backup", "restore", kept.id, "--yes");
  expect(back.stderr).toContain("Now:           chats 1, messages 2");
  expect(back.stdout).toMatch(/^Restored\. What was there before is perch-.*-restore/);
});

it("says what is wrong with a backup that cannot be restored", async () => {
  expect(await perch("backup")).toMatchObject({
    code: 0,
    stdout: "",
    stderr: expect.stringContaining("no backup yet"),
  });
  expect(await perch("backup", "restore", "none", "--yes")).toMatchObject({ code: 1, stdout: "" });
  await mkdir(join(home.home, "backups"));
  await writeFile(join(home.home, "backups/holiday.zip"), "no zip");
  const refused = await perch("backup", "restore", "holiday.zip", "--yes");
  expect(refused).toMatchObject({ code: 1, stdout: "", stderr: expect.stringContaining("no backup of Perch") });
});

it("writes the diagnostics that were wanted, and over no file", async () => {
  const zip = ["doctor", "--zip", "out.zip", "--without", "checks"];
  const asked = await perch(...zip);
  expect(asked).toMatchObject({ code: 2, stdout: "" });
  expect(asked.stderr).toContain("log.jsonl: ");
  expect(await perch(...zip, "--yes")).toMatchObject({ code: 0, stdout: expect.stringContaining("out.zip") });
  const inside = await contentsOf(join(home.work, "out.zip"));
  expect([...inside.keys()]).toEqual(["versions.json", "settings.json", "data.json", "log.jsonl"]);
  expect(await perch(...zip, "--yes")).toMatchObject({ code: 1, stdout: "" });
  expect(await perch(...zip, "--without", "chats")).toMatchObject({ code: 2, stdout: "" });
});
