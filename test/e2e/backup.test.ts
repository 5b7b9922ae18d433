import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { runCommand } from "../support/run-command.ts";
import { createTestHome, type TestHome } from "../support/test-home.ts";

/* perch backup, with nobody else on the home. */

let home: TestHome;
beforeEach(async () => {
  home = await createTestHome();
  await home.config({ agents: { defaults: { model: "practice/practice" } } });
});
afterEach(() => home[Symbol.asyncDispose]());

const perch = (...args: readonly string[]) => runCommand({ home: home.home, args, cwd: home.work });

it("lists, makes and restores backups, and the restore can be taken back", async () => {
  expect(await perch("backup")).toMatchObject({ code: 0, stdout: "", stderr: expect.stringContaining("no backup yet") });
  await perch("agent", "-m", "say 3 words");
  const made = await perch("backup", "now", "--json");
  const { id, counts }: { id: string; counts: object } = JSON.parse(made.stdout);
  expect(counts).toMatchObject({ chats: 1, messages: 2 });
  await perch("agent", "-m", "say 3 words");

  const asked = await perch("backup", "restore", id);
  expect(asked).toMatchObject({ code: 2, stdout: "" });
  expect(asked.stderr).toContain("Only now:      0 chats, 2 messages");
  expect(asked.stderr).toContain("--yes");

  const restored = await perch("backup", "restore", id, "--yes", "--json");
  expect(restored.code).toBe(0);
  const { kept }: { kept: { id: string; counts: object } } = JSON.parse(restored.stdout);
  expect(kept.counts).toMatchObject({ messages: 4 });
  const chats = await perch("chats", "--json");
  expect(chats.stdout.trim().split("\n")).toHaveLength(1);
  const back = await perch("backup", "restore", kept.id, "--yes");
  expect(back.stderr).toContain("Now:           1 chats with 2 messages");
  expect(back.stdout).toMatch(/^Restored\. What was there before is perch-.*-restore/);
  const list = await perch("backup", "list");
  expect(list.stdout.split("\n").filter((line) => line !== "")).toHaveLength(3);
});

it("says what is wrong with a backup that cannot be restored", async () => {
  expect(await perch("backup", "restore", "none", "--yes")).toMatchObject({ code: 1, stdout: "" });
  await perch("backup", "now");
  await writeFile(join(home.home, "backups/holiday.zip"), "no zip");
  const refused = await perch("backup", "restore", "holiday.zip", "--yes");
  expect(refused).toMatchObject({ code: 1, stdout: "", stderr: expect.stringContaining("no backup of Perch") });
});
