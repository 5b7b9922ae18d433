import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import {
  agentAway,
  approval,
  button,
  chatRow,
  closeBrowser,
  finished,
  gone,
  goTo,
  itServed,
  openWindow,
  say,
  step,
} from "../../support/window-bench.ts";

afterAll(closeBrowser);

/** Runs in the page. */
const pressTooSoon = `
  window.pressed = 0;
  const press = (repeat) => {
    window.pressed += 1;
    window.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", ctrlKey: true, repeat, cancelable: true }));
  };
  new MutationObserver((_changes, observer) => {
    if (document.querySelector('[role=group][aria-label="Approval"]') === null) return;
    observer.disconnect();
    setTimeout(() => press(false), 100);
    setTimeout(() => press(true), 900);
  }).observe(document.body, { childList: true, subtree: true });
`;

it("asks before it writes, and writes once it is allowed", async () => {
  await using bench = await openWindow();
  const { page, home } = bench;
  await page.evaluate(pressTooSoon);
  await say(page, 'write "hello there" to greeting.txt');
  await approval(page).waitFor();
  // A key that comes with the card, and one that is held down, decide nothing.
  await expect.poll(() => page.evaluate("pressed")).toBe(2);
  await approval(page).getByText("hello there").waitFor();
  await expect(readFile(join(home.work, "greeting.txt"))).rejects.toThrow("ENOENT");
  await chatRow(page, "Waiting").waitFor();
  await button(approval(page), "Allow once").click();
  await finished(page, "greeting.txt").waitFor();
  await gone(approval(page));
  expect(await readFile(join(home.work, "greeting.txt"), "utf8")).toContain("hello there");
});

it("tells the model what was denied and why, and writes nothing", async () => {
  await using bench = await openWindow({
    folding: "steps",
    answers: [
      { calls: [{ name: "write_file", arguments: { path: "secret.txt", content: "x" } }] },
      { text: "Then I leave it." },
    ],
  });
  const { page, home, endpoint } = bench;
  await say(page, "write it");
  const reason = approval(page).getByRole("textbox");
  await reason.fill("not this fil");
  // In words that are being written the key of denying is that of deleting, and the key of allowing never allows.
  await reason.press("Control+Backspace");
  expect(await reason.inputValue()).toBe("not this ");
  await reason.fill("not this file");
  await reason.press("Control+Enter");
  await finished(page, "Then I leave it.").waitFor();
  await step(page, "write_file secret.txt").getByText("You denied writing").waitFor();
  await step(page, "write_file secret.txt").getByText("not this file").waitFor();
  const sent = JSON.stringify((await endpoint.request(1)).body.messages.at(-1));
  expect(sent).toContain("not this file");
  await expect(readFile(join(home.work, "secret.txt"))).rejects.toThrow("ENOENT");
});

it("counts what waits in the inbox, and answers it there", async () => {
  await using bench = await openWindow();
  const { page, home } = bench;
  await goTo(page, "Inbox");
  await page.getByText("Nothing waits for you").waitFor();
  await goTo(page, "Chats");
  await say(page, 'write "one" to one.txt');
  await approval(page).waitFor();
  await goTo(page, "Inbox");
  await expect.poll(() => page.title()).toMatch(/^\(1\)/);
  await goTo(page, "Chats");
  await button(page, "New chat").click();
  await say(page, 'write "two" to two.txt');
  await approval(page).getByText("two.txt").first().waitFor();
  await goTo(page, "Inbox");
  await expect.poll(() => page.title()).toMatch(/^\(2\)/);
  // The keys go to the card that is pressed: not before the press has met what it was made on.
  const keyless = approval(page).filter({ hasNot: page.locator("kbd") });
  await button(keyless, "Deny").click();
  await expect.poll(() => page.title()).toMatch(/^\(1\)/);
  await button(approval(page), "Allow once").click();
  await page.getByText("Nothing waits for you").waitFor();
  await goTo(page, "Chats");
  await chatRow(page, "one.txt").click();
  await finished(page, "one.txt").waitFor();
  expect(await readFile(join(home.work, "one.txt"), "utf8")).toContain("one");
});

itServed("keeps a request through a restart of the agent", async () => {
  await using bench = await openWindow();
  const { page, home } = bench;
  await say(page, 'write "late" to late.txt');
  await approval(page).waitFor();
  const hash = await page.evaluate<string>("location.hash");
  bench.allow(agentAway);
  await home.end("SIGKILL");
  await home.start();
  await page.goto(`${home.url}${hash}`);
  await button(approval(page), "Allow once").click();
  await expect.poll(() => readFile(join(home.work, "late.txt"), "utf8")).toContain("late");
  await gone(approval(page));
});

it("shows what runs, whatever it looks like, in the chat and in the Inbox", async () => {
  const evil = "echo evil > evil.txt";
  const command = `${evil} # \u202e\u{e0041}\n: <<'@@'\n@@ -1 +1 @@\n-old\n+npm test\n@@\n${"\n".repeat(200)}echo tail`;
  await using bench = await openWindow({
    answers: [{ calls: [{ name: "exec", arguments: { command } }] }, { text: "Not run." }],
  });
  const { page } = bench;
  await say(page, "run it");
  const expectShown = async (): Promise<void> => {
    const card = approval(page);
    await card.getByText(`${evil} # <202E><E0041>`).waitFor();
    await card.getByText("+npm test").waitFor();
    await card.getByText("200 blank lines").waitFor();
    await card.getByText("echo tail").waitFor();
    await card.getByText("Runs in the sandbox").waitFor();
  };
  await expectShown();
  await goTo(page, "Inbox");
  await expectShown();
  await button(approval(page), "Deny").click();
  await page.getByText("Nothing waits for you").waitFor();
});
