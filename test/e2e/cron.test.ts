import { expect, it } from "vitest";
import { runCommand } from "../support/run-command.ts";
import { startScriptedEndpoint } from "../support/scripted-endpoint.ts";
import { createTestHome, endpointSettings } from "../support/test-home.ts";

/* `perch cron` on the built command. */

it("adds a job by a sentence, tries it, switches it on, lists and removes it", async () => {
  await using endpoint = await startScriptedEndpoint([{ text: "It is sunny." }]);
  await using test = await createTestHome();
  await test.config(endpointSettings(endpoint.baseUrl));
  const cron = (...args: readonly string[]) => runCommand({ home: test.home, args: ["cron", ...args], cwd: test.work });

  expect(await cron()).toMatchObject({ code: 0, stdout: "", stderr: "There are no jobs.\n" });
  const unread = await cron("add", "Weather", "--when", "one fine day");
  expect(unread).toMatchObject({ code: 1, stdout: "", stderr: expect.stringMatching(/no time that can be read/) });
  const added = await cron("add", "Weather", "--when", "every weekday at 9", "--prompt", "How is it?", "--json");
  expect(added).toMatchObject({ code: 0, stderr: expect.stringMatching(/It is off until it was tried/) });
  const { job } = JSON.parse(added.stdout);
  expect(job).toMatchObject({ name: "Weather", state: "off", workFolder: test.work });
  expect(await cron("resume", job.id)).toMatchObject({ code: 1, stderr: expect.stringMatching(/^Try it once/) });
  expect(await cron("try", job.id)).toMatchObject({ code: 0, stdout: "It is sunny.\n", stderr: "" });
  const on = await cron("resume", job.id);
  expect(on).toMatchObject({ code: 0, stderr: expect.stringMatching(/^Nothing runs jobs now \(1 on, the next one /) });
  expect(on.stdout).toMatch(/Weather +Every weekday at 9:00, .* time .* on +done\n$/);
  expect((await cron("list")).stdout).toBe(on.stdout);
  expect((await cron("pause", "weather")).stdout).toMatch(/ off +done\n$/);
  expect(await cron("remove", job.id.slice(0, 12))).toMatchObject({ code: 0, stdout: "", stderr: "" });
  expect(await cron("pause", "Weather")).toMatchObject({
    code: 1,
    stderr: "There is no job “Weather”: perch cron list has them, by name and id.\n",
  });
});
