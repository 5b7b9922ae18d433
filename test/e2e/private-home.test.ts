import { spawn } from "node:child_process";
import { readdir, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { endOf } from "../support/run-command.ts";
import { createTestHome } from "../support/test-home.ts";

const command = join(import.meta.dirname, "../../out/main/cli.js");

it.runIf(process.platform !== "win32")("everything in the home is its user's alone, whatever the umask", async () => {
  await using test = await createTestHome();
  const home = join(test.folder, "new", "home");
  const env = { PATH: process.env["PATH"] ?? "", HOME: test.folder, PERCH_HOME: home, PERCH_SECRETS: "file" };
  const model = { PERCH_AGENTS__DEFAULTS__MODEL: "practice/practice", PERCH_TOOLS__WEB__SEARCH__PROVIDER: "searxng" };
  const chat = ["agent", "--workdir", test.work, "--approve", "full", "-m"];
  // A damaged chat, so that there are backups too.
  const runs = [[...chat, "run `sleep 0`"], [...chat, 'write "x" to a.txt'], ["doctor"]];
  for (const args of runs) {
    const words = ['umask 000; exec "$0" "$@"', process.execPath, command, ...args];
    const child = spawn("sh", ["-c", ...words], { env: { ...env, ...model }, stdio: ["ignore", "pipe", "pipe"] });
    const { code, stderr } = await endOf(child);
    expect([code, stderr]).toEqual([0, expect.any(String)]);
    const sessions = join(home, "workspace", "sessions");
    for (const name of await readdir(sessions)) await writeFile(join(sessions, name), '{"torn', { flag: "a" });
  }
  const names = [home, ...(await readdir(home, { recursive: true })).map((name) => join(home, name))];
  expect(names.length).toBeGreaterThan(15);
  const modes = await Promise.all(names.map(async (name) => [name, (await stat(name)).mode & 0o077] as const));
  expect(modes.filter(([, mode]) => mode !== 0)).toEqual([]);
});
