import { afterAll, expect, it } from "vitest";
import {
  button,
  closeBrowser,
  composer,
  createGate,
  finished,
  gone,
  itServed,
  messages,
  openWindow,
  say,
  step,
} from "../../support/window-bench.ts";

/* What can be done with a run that is on. */

afterAll(closeBrowser);

const queue = "Queued messages";

it("stops a run", async () => {
  await using bench = await openWindow();
  const { page } = bench;
  await say(page, "think for 30 seconds");
  await button(page, "Stop").click();
  await gone(button(page, "Stop"));
  await page
    .getByRole("log")
    .getByText(/^Stopped by you/)
    .waitFor();
  await page.reload();
  await page
    .getByRole("log")
    .getByText(/^Stopped by you/)
    .waitFor();
});

it("steers a run with what is sent while it is on", async () => {
  const gate = createGate();
  await using bench = await openWindow({
    answers: [{ deltas: ["First ", gate.promise, "answer."] }, { text: "Steered answer." }],
  });
  const { page, endpoint } = bench;
  await say(page, "begin");
  await messages(page, "Perch").filter({ hasText: "First" }).waitFor();
  await say(page, "turn left");
  await page.getByRole("list", { name: queue }).getByText("turn left").waitFor();
  gate.open();
  await finished(page, "Steered answer.").waitFor();
  await gone(page.getByRole("list", { name: queue }));
  const { body } = await endpoint.request(1);
  expect(JSON.stringify(body.messages.at(-1))).toContain("turn left");
  expect(await messages(page, "You").allInnerTexts()).toEqual([
    expect.stringContaining("begin"),
    expect.stringContaining("turn left"),
  ]);
});

it("shows, edits, reorders, removes and pauses what is queued", async () => {
  const gate = createGate();
  await using bench = await openWindow({
    answers: [{ deltas: ["Working ", gate.promise, "on it."] }, { text: "Second done." }, { text: "Third done." }],
  });
  const { page, endpoint } = bench;
  await say(page, "begin");
  await messages(page, "Perch").filter({ hasText: "Working" }).waitFor();
  for (const words of ["alpha", "beta", "gamma"]) {
    await composer(page).fill(words);
    await composer(page).press("Control+Shift+Enter");
    await page.getByRole("list", { name: queue }).getByText(words).waitFor();
  }
  const row = (words: string) =>
    page.getByRole("list", { name: queue }).getByRole("listitem").filter({ hasText: words });
  await button(row("gamma"), "Move up").click();
  await page.getByRole("list", { name: queue }).getByText(/gamma/).waitFor();
  await expect.poll(() => page.getByRole("list", { name: queue }).textContent()).toMatch(/alpha.*gamma.*beta/);
  await button(row("alpha"), "Edit").click();
  await gone(row("alpha"));
  expect(await composer(page).inputValue()).toBe("alpha");
  await composer(page).fill("alpha two");
  await composer(page).press("Control+Shift+Enter");
  await row("alpha two").waitFor();
  await button(row("beta"), "Remove").click();
  await gone(row("beta"));
  await button(page, "Pause queue").click();
  await button(page, "Go on with the queue").waitFor();
  gate.open();
  await finished(page, "Working on it.").waitFor();
  await row("gamma").waitFor();
  expect(endpoint.requests.length).toBe(1);
  await button(page, "Go on with the queue").click();
  await finished(page, "Third done.").waitFor();
  await gone(page.getByRole("list", { name: queue }));
  expect(JSON.stringify(endpoint.requests.at(-1)?.body.messages)).toContain("alpha two");
  expect(JSON.stringify(endpoint.requests.at(-1)?.body.messages)).not.toContain("beta");
});

it("goes on in the middle of an answer after a reload, with nothing lost and nothing twice", async () => {
  const [middle, end] = [createGate(), createGate()];
  const words = (from: number, count: number) => Array.from({ length: count }, (_, at) => `w${from + at} `);
  await using bench = await openWindow({
    answers: [{ deltas: [...words(0, 50), middle.promise, ...words(50, 50), end.promise, ...words(100, 50)] }],
  });
  const { page } = bench;
  await say(page, "count");
  await messages(page, "Perch").filter({ hasText: "w49" }).waitFor();
  await page.reload();
  await messages(page, "Perch").filter({ hasText: "w49" }).waitFor();
  const reloaded = page.reload();
  middle.open();
  await reloaded;
  await messages(page, "Perch").filter({ hasText: "w99" }).waitFor();
  end.open();
  await finished(page, "w149").waitFor();
  const shown = (await messages(page, "Perch").textContent())?.match(/w\d+/g);
  expect(shown).toEqual(words(0, 150).map((word) => word.trim()));
});

itServed("shows the same in two windows", async () => {
  const gate = createGate();
  await using bench = await openWindow({
    answers: [{ deltas: ["Both ", gate.promise, "see this."] }, { text: "And the next." }],
  });
  const { page } = bench;
  await say(page, "hello both");
  await messages(page, "Perch").filter({ hasText: "Both" }).waitFor();
  const other = await bench.openPage();
  await other.getByRole("list", { name: "Chats" }).getByRole("link").filter({ hasText: "hello both" }).click();
  await messages(other, "Perch").filter({ hasText: "Both" }).waitFor();
  gate.open();
  await finished(page, "Both see this.").waitFor();
  await finished(other, "Both see this.").waitFor();
  await say(other, "from the other window");
  await finished(page, "And the next.").waitFor();
  await finished(other, "And the next.").waitFor();
  const texts = async (of: typeof page) => (await of.getByRole("article").allInnerTexts()).map((text) => text.trim());
  expect(await texts(other)).toEqual(await texts(page));
});

it("shows the first 200 lines of a long output, and the rest from the disk", async () => {
  const command = "seq -f 'line number %.0f' 2500";
  await using bench = await openWindow({
    folding: "steps",
    settings: { approvals: { mode: "full" } },
    answers: [{ calls: [{ name: "exec", arguments: { command } }] }, { text: "It is long." }],
  });
  const { page } = bench;
  await say(page, "count");
  await finished(page, "It is long.").waitFor();
  const row = step(page, `exec ${command}`);
  await row.getByRole("button").first().click();
  const output = row.locator("pre").first();
  await output.waitFor();
  const shown = async () => ((await output.textContent()) ?? "").split("\n").length;
  expect(await shown()).toBeLessThanOrEqual(200);
  await button(row, "Read the whole output").click();
  await expect.poll(shown).toBe(1000);
  const more = row.getByRole("button", { name: /^Show more/ });
  await more.click();
  await expect.poll(shown).toBe(2000);
  await more.click();
  await gone(more);
  expect(await output.textContent()).toContain("line number 2000");
});

itServed("has a long answer in sight that came in one piece, on a slow computer", async () => {
  const long = Array.from({ length: 30 }, (_, line) => `Line ${line}.`).join("\n\n");
  await using bench = await openWindow({ answers: (_, index) => ({ text: `${long}\n\nend ${index}.` }) });
  const { page, home, context } = bench;
  const slow = await context.newCDPSession(page);
  await slow.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  for (const index of [0, 1, 2]) {
    if (index > 0) {
      await page.goto("about:blank");
      await page.goto(new URL("/", home.url).href);
    }
    await say(page, `number ${index}`);
    await finished(page, `end ${index}.`).waitFor();
  }
});
