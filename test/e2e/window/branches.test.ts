import { afterAll, expect, it } from "vitest";
import { button, closeBrowser, composer, finished, messages, openWindow, say } from "../../support/window-bench.ts";

afterAll(closeBrowser);

it("edits and resends a message beside the old one, and goes back to it", async () => {
  await using bench = await openWindow({
    answers: ({ body }) => ({ text: `Answer to ${String(body.messages.at(-1)?.content).split("\n")[0]}.` }),
  });
  const { page } = bench;
  await say(page, "first wording");
  await finished(page, "Answer to first wording").waitFor();
  await composer(page).fill("half a thought");
  await messages(page, "You").hover();
  await button(messages(page, "You"), "Edit and resend").click();
  expect(await composer(page).inputValue()).toBe("first wording");
  await say(page, "second wording");
  await finished(page, "Answer to second wording").waitFor();
  // What was being typed lay aside meanwhile.
  expect(await composer(page).inputValue()).toBe("half a thought");
  expect(await messages(page, "You").count()).toBe(1);
  await messages(page, "You").getByText("2/2").waitFor();
  await button(messages(page, "You"), "Previous version").click();
  await finished(page, "Answer to first wording").waitFor();
  await messages(page, "You").getByText("1/2").waitFor();
  await button(messages(page, "You"), "Next version").click();
  await finished(page, "Answer to second wording").waitFor();
});

it("answers again beside the old answer", async () => {
  await using bench = await openWindow({ answers: (_, index) => ({ text: `Answer number ${index}.` }) });
  const { page } = bench;
  await say(page, "go");
  await finished(page, "Answer number 0.").waitFor();
  await messages(page, "Perch").hover();
  await button(messages(page, "Perch"), "Answer again").click();
  await finished(page, "Answer number 1.").waitFor();
  expect(await messages(page, "Perch").count()).toBe(1);
  await button(messages(page, "Perch"), "Previous version").click();
  await finished(page, "Answer number 0.").waitFor();
  await page.reload();
  await finished(page, "Answer number 0.").waitFor();
});

it("answers again where the first thing was a call and no words", async () => {
  await using bench = await openWindow({
    answers: (_, index) =>
      index % 2 === 0 ? { calls: [{ name: "list_dir", arguments: { path: "." } }] } : { text: `Listed ${index}.` },
  });
  const { page } = bench;
  await say(page, "go");
  await finished(page, "Listed 1.").waitFor();
  await messages(page, "Perch").hover();
  await button(messages(page, "Perch"), "Answer again").click();
  await finished(page, "Listed 3.").waitFor();
  expect(await messages(page, "Perch").count()).toBe(1);
  await messages(page, "Perch").getByText("2/2").waitFor();
});
