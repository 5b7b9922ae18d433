import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { approval, button, closeBrowser, finished, gone, goTo, openWindow, say } from "../../support/window-bench.ts";

afterAll(closeBrowser);

it("remembers a command for this folder, shows the rule, asks no more, and asks again once it is removed", async () => {
  const run = { calls: [{ name: "exec", arguments: { command: "echo hello" } }] };
  const answers = [run, { text: "First." }, run, { text: "Second." }, run, { text: "Third." }];
  await using bench = await openWindow({ answers });
  const { page, home } = bench;
  await say(page, "say hello");
  await button(approval(page), "Always allow…").click();
  const form = page.getByRole("form", { name: "What to remember" });
  await form.getByText("commands that begin with echo").click();
  await form
    .getByText("From now on Perch will not ask about commands that begin with echo, in chats that work in")
    .waitFor();
  await button(form, "Allow and remember").click();
  await finished(page, "First.").waitFor();
  const kept = JSON.parse(await readFile(join(home.home, "rules.json"), "utf8"));
  expect(kept.rules).toMatchObject([
    { effect: "allow", match: { kind: "command", words: ["echo"], andMore: true }, scope: { kind: "folder" } },
  ]);
  await say(page, "again");
  await finished(page, "Second.").waitFor();
  await gone(approval(page));
  await goTo(page, "Inbox");
  await button(page, "Rules").click();
  await page.getByText("Commands that begin with echo", { exact: false }).waitFor();
  await page.getByText("Once, ", { exact: false }).waitFor();
  await button(page, "Decisions").click();
  await page.getByText("by a rule").waitFor();
  await page.getByText("by you").waitFor();
  await button(page, "Rules").click();
  await page.getByRole("button", { name: /^Remove the rule/ }).click();
  await page.getByText("Nothing is remembered yet").waitFor();
  await goTo(page, "Chats");
  await say(page, "once more");
  await button(approval(page), "Allow once").click();
  await finished(page, "Third.").waitFor();
});

it("answers what waits in another chat with the rule that was just made", async () => {
  const run = { calls: [{ name: "exec", arguments: { command: "git status" } }] };
  await using bench = await openWindow({ answers: [run, run, { text: "Done." }, { text: "Done." }] });
  const { page } = bench;
  await say(page, "one");
  await approval(page).waitFor();
  await button(page, "New chat").first().click();
  await say(page, "two");
  await approval(page).waitFor();
  await goTo(page, "Inbox");
  await expect.poll(() => approval(page).count()).toBe(2);
  await button(approval(page).first(), "Always allow…").click();
  await button(page.getByRole("form", { name: "What to remember" }), "Allow and remember").click();
  await page.getByText("Nothing waits for you").waitFor();
});

it("ends plan mode in a plan that is accepted and then runs", async () => {
  await using bench = await openWindow({
    settings: { approvals: { mode: "plan" } },
    answers: [
      { text: "1. Write plan.txt" },
      { calls: [{ name: "write_file", arguments: { path: "plan.txt", content: "done" } }] },
      { text: "It is written." },
    ],
  });
  const { page, home, endpoint } = bench;
  await say(page, "write a file");
  await button(page, "Run it, accept edits").click();
  await finished(page, "It is written.").waitFor();
  expect(await readFile(join(home.work, "plan.txt"), "utf8")).toContain("done");
  const asked = (await endpoint.request(0)).body.messages.at(-1);
  expect(JSON.stringify(asked)).toContain("numbered plan");
  await expect.poll(() => button(page, "Run this plan").count()).toBe(0);
});

it("asks once whether a folder is trusted, and lets its notes speak from then on", async () => {
  await using bench = await openWindow({
    answers: [{ text: "One." }, { text: "Two." }],
    async prepare(home) {
      // Another one than the folder that Perch makes for its chats.
      const folder = join(home.work, "..", "Letters");
      await mkdir(folder, { recursive: true });
      await writeFile(join(folder, "AGENTS.md"), "Always answer in rhymes.");
      const config = JSON.parse(await readFile(join(home.home, "config.json"), "utf8"));
      config.agents.defaults.workFolder = folder;
      await home.config(config);
    },
  });
  const { page, endpoint } = bench;
  await page.getByRole("group", { name: /^Do you trust/ }).waitFor();
  await say(page, "hello");
  await finished(page, "One.").waitFor();
  expect(JSON.stringify((await endpoint.request(0)).body)).not.toContain("rhymes");
  await button(page, "Trust this folder").click();
  await gone(page.getByRole("group", { name: /^Do you trust/ }));
  await say(page, "hello again");
  await finished(page, "Two.").waitFor();
  expect(JSON.stringify((await endpoint.request(1)).body)).toContain("rhymes");
});

it("shows what Perch asks with answers to press, and the plan of the turn", async () => {
  const items = [
    { text: "Look at the receipts", state: "done" },
    { text: "Sort them", state: "doing" },
  ];
  await using bench = await openWindow({
    answers: [
      { calls: [{ name: "todo", arguments: { items } }] },
      {
        calls: [
          { name: "ask_user", arguments: { question: "By month or by shop?", options: ["By month", "By shop"] } },
        ],
      },
      { text: "Sorted by shop." },
    ],
  });
  const { page } = bench;
  await say(page, "sort the receipts");
  const card = page.getByRole("group", { name: "Perch asks you" });
  await finished(page, "By month or by shop?").waitFor();
  await page.getByRole("list", { name: "Plan" }).getByText("Sort them").waitFor();
  await page.reload();
  await button(card, "By shop").click();
  await finished(page, "Sorted by shop.").waitFor();
  await gone(card);
});

it("says in Rules, while they are open, that a file edited by hand cannot be read, and shows what it says once it can", async () => {
  const rule = { id: "r_1", effect: "allow", scope: { kind: "everywhere" }, madeAt: 1 };
  const match = { kind: "command", words: ["git", "status"], andMore: false };
  await using bench = await openWindow({ answers: [] });
  const { page, home } = bench;
  await goTo(page, "Inbox");
  await button(page, "Rules").click();
  await page.getByText("Nothing is remembered yet").waitFor();
  await writeFile(join(home.home, "rules.json"), JSON.stringify({ rules: [{ ...rule, match }] }));
  await page.getByText("git status", { exact: false }).waitFor();
  await writeFile(join(home.home, "rules.json"), "{");
  await page.getByRole("alert").getByText("rules.json cannot be read", { exact: false }).waitFor();
  await gone(page.getByText("git status", { exact: false }));
  await writeFile(join(home.home, "rules.json"), JSON.stringify({ rules: [{ ...rule, match }] }));
  await page.getByText("git status", { exact: false }).waitFor();
  await gone(page.getByRole("alert"));
});
