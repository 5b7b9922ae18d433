import { afterAll, expect, it } from "vitest";
import {
  button,
  closeBrowser,
  createGate,
  finished,
  gone,
  messages,
  openWindow,
  say,
} from "../../support/window-bench.ts";

/* A run whose model does not answer as it should. */

afterAll(closeBrowser);

it("says which model is asked in place of one that failed, and which one answered, also after a reload", async () => {
  const gate = createGate();
  await using bench = await openWindow({
    answers: [
      { status: 402, body: { error: { message: "Insufficient balance" } } },
      { deltas: ["Instead ", gate.promise, "of it."] },
    ],
    settings: {
      agents: { defaults: { model: "custom/scripted", fallbackModels: ["custom/other"] }, titles: { enabled: false } },
    },
  });
  const { page } = bench;
  await say(page, "go");
  const live = messages(page, "Perch").filter({ hasText: "Instead" });
  await live.getByText("Asking custom/other instead.").waitFor();
  gate.open();
  await finished(page, "Instead of it.").waitFor();
  await gone(page.getByText("Asking custom/other instead."));
  const lasting = finished(page, "Instead of it.").getByText(
    "Answered by custom/other, because custom/scripted failed",
  );
  await lasting.waitFor();
  await button(page, "Open inspector").click();
  await page.getByRole("tab", { name: "Run" }).click();
  await page.getByText("custom/other", { exact: true }).waitFor();
  await page.reload();
  await lasting.waitFor();
});

it("counts down to the next try, says it to a screen reader once, and can be stopped meanwhile", async () => {
  await using bench = await openWindow({
    answers: () => ({
      status: 429,
      body: { error: { message: "Rate limit reached" } },
      headers: { "retry-after": "50" },
    }),
    onContext: (context) => context.clock.install(),
  });
  const { page } = bench;
  await say(page, "go");
  const countdown = messages(page, "Perch").getByRole("timer");
  await countdown.waitFor();
  await messages(page, "Perch").getByText("Rate limit reached").waitFor();
  const left = async () => Number(/Trying again in (\d+) s/.exec((await countdown.textContent()) ?? "")?.[1]);
  const said = page.getByRole("status").filter({ hasText: "Rate limit reached" });
  const [secondsBefore, saidBefore] = [await left(), await said.textContent()];
  await page.clock.fastForward(20_000);
  await expect.poll(left).toBeLessThanOrEqual(secondsBefore - 20);
  expect(await said.textContent()).toBe(saidBefore);
  await page.clock.fastForward(40_000);
  await countdown.filter({ hasText: "Trying again now." }).waitFor();
  await button(page, "Stop").click();
  await gone(countdown);
});
