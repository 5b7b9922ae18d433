import { afterAll, it } from "vitest";
import { closeBrowser, createGate, finished, gone, messages, openWindow, say } from "../../support/window-bench.ts";

/* A run whose model does not answer as it should. */

afterAll(closeBrowser);

it("says which model is asked in place of one that failed, until that one has answered", async () => {
  const gate = createGate();
  await using bench = await openWindow({
    answers: [
      { status: 402, body: { error: { message: "Insufficient balance" } } },
      { deltas: ["Instead ", gate.promise, "of it."] },
    ],
    settings: { agents: { defaults: { model: "custom/scripted", fallbackModels: ["custom/other"] } } },
  });
  const { page } = bench;
  await say(page, "go");
  const live = messages(page, "Perch").filter({ hasText: "Instead" });
  await live.getByText("Asking custom/other instead.").waitFor();
  gate.open();
  await finished(page, "Instead of it.").waitFor();
  await gone(page.getByText("Asking custom/other instead."));
});
