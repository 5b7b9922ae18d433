import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { jobOf } from "../support/job-view.ts";
import { startScriptedEndpoint } from "../support/scripted-endpoint.ts";
import { endpointSettings, value } from "../support/test-home.ts";
import { startOwner } from "../torture/owner.ts";

/* The built command, killed in the middle of a run of a job: the next start closes the run or takes it up, and tells. */

const job = jobOf("long", { name: "Long", workFolder: null });

interface Killed {
  /** The command that the run is in the middle of; null: it waits for its model. */
  readonly command: string | null;
}

/** What becomes of a run in whose middle the process was killed. */
async function afterKill({ command }: Killed) {
  const folder = await mkdtemp(join(tmpdir(), "perch-kill-job-"));
  const [home, work] = [join(folder, "home"), join(folder, "work")];
  const never = new Promise<never>(() => undefined);
  const started = join(work, "started");
  await using endpoint = await startScriptedEndpoint((_body, at) => {
    if (at > 0) return { text: "Done at last." };
    return command === null
      ? { text: "Too late.", gate: never }
      : { calls: [{ name: "exec", arguments: { command } }] };
  });
  try {
    for (const made of [work, home, join(home, "automations")]) await mkdir(made, { mode: 0o700 });
    const settings = { ...endpointSettings(endpoint.baseUrl, { workFolder: work }), approvals: { mode: "full" } };
    await writeFile(join(home, "config.json"), JSON.stringify(settings));
    await writeFile(join(home, "automations", "jobs.json"), JSON.stringify({ jobs: [job] }));
    const first = await startOwner(home);
    value(await (await first.viaSocket()).request("job.run", { id: job.id }));
    await expect.poll(() => endpoint.requests.length).toBeGreaterThan(0);
    if (command !== null) await expect.poll(() => existsSync(started)).toBe(true);
    await first.end("SIGKILL");
    const second = await startOwner(home);
    const client = await second.viaSocket();
    const line = async () => value(await client.request("job.list", {})).jobs[0]?.lines[0];
    await expect.poll(async () => (await line())?.kind).toBe("ended");
    const reports = async () => value(await client.request("inbox.list", {})).reports;
    await expect.poll(async () => (await reports()).length).toBe(1);
    const told = { line: await line(), report: (await reports())[0], requests: endpoint.requests.length };
    await second.end("SIGTERM");
    return told;
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

it("goes on with a run that did nothing which could be done twice", async () => {
  const { line, report, requests } = await afterKill({ command: null });
  expect(line).toMatchObject({ outcome: "done", said: "Done at last." });
  expect(report).toMatchObject({ kind: "result", title: "Long", text: "Done at last." });
  expect(requests).toBe(2);
});

it("closes a run in the middle of a command, and tells it", async () => {
  const { line, report, requests } = await afterKill({ command: "touch started && sleep 60" });
  expect(line).toMatchObject({ outcome: "interrupted", reason: expect.stringMatching(/closed in the middle/) });
  expect(report).toMatchObject({ kind: "failure", title: "Long" });
  expect(requests).toBe(1);
});
