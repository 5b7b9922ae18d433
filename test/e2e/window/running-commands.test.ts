import { readdirSync, readFileSync } from "node:fs";
import { afterAll, expect, it } from "vitest";
import { button, closeBrowser, finished, gone, openWindow, say } from "../../support/window-bench.ts";

afterAll(closeBrowser);

const long = 60_000_000 + process.pid;

/** Processes with the number of this test in their command line. */
function left(): number {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, "latin1").includes(String(long));
      } catch {
        // It has ended since.
        return false;
      }
    }).length;
}

it("shows a command that stays with what it writes, and stops it", async () => {
  const command = `for i in 1 2 3 4 5 6; do echo line $i; sleep 0.3; done; sleep ${long}`;
  await using bench = await openWindow({
    answers: [{ calls: [{ name: "exec", arguments: { command, session: true } }] }, { text: "It runs." }],
    settings: { approvals: { mode: "auto" } },
  });
  const { page } = bench;
  await say(page, "start the server");
  await finished(page, "It runs.").waitFor();
  const list = page.getByRole("list", { name: "Running commands" });
  await list.getByRole("button", { expanded: false }).click();
  await list.getByText("line 6").waitFor();
  await list.getByText("in the sandbox").waitFor();
  expect(left()).toBeGreaterThan(0);
  await page.reload();
  await list.waitFor();
  await list.getByRole("button", { name: /^Stop / }).click();
  await gone(list);
  expect(left()).toBe(0);
});

it("says what the sandbox stopped, and asks for the command outside of it with one press", async () => {
  const command = "curl -sS --max-time 5 http://secret-data.evil.example/x; exit 1";
  await using bench = await openWindow({
    answers: [
      { calls: [{ name: "exec", arguments: { command } }] },
      { text: "It could not be reached." },
      { calls: [{ name: "exec", arguments: { command: "true", outside: true } }] },
      { text: "It ran." },
    ],
    settings: { approvals: { mode: "auto" } },
  });
  const { page } = bench;
  await say(page, "fetch it");
  await finished(page, "It could not be reached.").waitFor();
  const log = page.getByRole("log");
  const words = log.getByText("The sandbox stopped it from reaching secret-data.evil.example.");
  if (!(await words.isVisible())) await log.getByRole("button", { name: /step/i }).first().click();
  await words.waitFor();
  await button(page, "Run again outside the sandbox…").click();
  await page.getByText("Runs outside the sandbox, as asked for").waitFor();
  await button(page, "Allow once").click();
  await finished(page, "It ran.").waitFor();
});
