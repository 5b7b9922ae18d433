import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { runCommand } from "../support/run-command.ts";
import { startScriptedEndpoint } from "../support/scripted-endpoint.ts";
import { createTestHome, endpointSettings } from "../support/test-home.ts";

/* `perch heartbeat` on the built command. */

it("says what it costs before it is switched on, beats once, and is switched off", async () => {
  const told = { calls: [{ name: "notify", arguments: { text: "It rains.", title: "Rain" } }] };
  await using endpoint = await startScriptedEndpoint([told, { text: "OK" }]);
  await using test = await createTestHome();
  await test.config(endpointSettings(endpoint.baseUrl));
  const heartbeat = (...args: readonly string[]) =>
    runCommand({ home: test.home, args: ["heartbeat", ...args], cwd: test.work });

  expect(await heartbeat("sometimes")).toMatchObject({ code: 2, stdout: "" });
  const off = await heartbeat();
  expect(off).toMatchObject({ code: 0, stderr: "" });
  expect(off.stdout).toMatch(/^The heartbeat is off\.\nNo open items in .*HEARTBEAT\.md\n/);
  expect(await heartbeat("run")).toMatchObject({ code: 0, stdout: "Nothing to do, no model was asked\n" });
  expect(endpoint.requests).toHaveLength(0);

  const unasked = await heartbeat("on");
  expect(unasked).toMatchObject({
    code: 2,
    stdout: "",
    stderr: expect.stringMatching(/^At most .* tokens a day.*\n.*--yes/),
  });
  const on = await heartbeat("on", "--yes");
  expect(on).toMatchObject({ code: 0, stderr: expect.stringMatching(/^Nothing begins beats now: .*perch serve/) });
  expect(on.stdout).toMatch(/^The heartbeat is on: every 30 minutes, 08:00–20:00 /);

  expect(await heartbeat("run")).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^The last beat was just now\. /),
  });
  const { today, beats } = JSON.parse((await heartbeat("status", "--json")).stdout);
  expect([today.tokens, beats.map(({ outcome }: { outcome: string }) => outcome)]).toEqual([0, ["nothing"]]);
  expect(await heartbeat("off")).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^The heartbeat is off\./),
    stderr: "",
  });
});

it("tells what a beat told", async () => {
  const told = { calls: [{ name: "notify", arguments: { text: "It rains.", title: "Rain" } }] };
  await using endpoint = await startScriptedEndpoint([told, { text: "OK" }]);
  await using test = await createTestHome();
  await test.config(endpointSettings(endpoint.baseUrl, { workFolder: test.work }));
  await mkdir(join(test.home, "workspace"), { recursive: true });
  await writeFile(join(test.home, "workspace", "HEARTBEAT.md"), "- Look at the weather\n");
  const run = await runCommand({ home: test.home, args: ["heartbeat", "run"], cwd: test.work });
  expect(run).toMatchObject({ code: 0, stdout: "Told you: Rain\n", stderr: "" });
});
