import { afterAll, expect, it } from "vitest";
import { axeViolations } from "../../support/axe.ts";
import { isChild, spawn } from "../../support/subagents/scripts.ts";
import {
  button,
  chatRow,
  closeBrowser,
  composer,
  createGate,
  finished,
  openWindow,
  say,
  untilDrawn,
} from "../../support/window-bench.ts";
import { findMisfits } from "../../support/window-fit.mjs";

/* Sub-agents in the window: live under the reply that asked for them, stopped, opened, and still there after a reload. */

afterAll(closeBrowser);

it("shows sub-agents live under their reply, stops one, opens its chat, and has them after a reload", async () => {
  const held = createGate();
  let asked = 0;
  await using bench = await openWindow({
    answers: (request) => {
      if (isChild(request)) return { text: "Three files.", gate: held.promise };
      asked += 1;
      const calls = [
        spawn({ task: "Count the files.", label: "Counting" }),
        spawn({ task: "Read the notes.", label: "Reading" }, "c2"),
      ];
      return asked === 1 ? { calls } : { text: "All is known." };
    },
  });
  const { page } = bench;
  await say(page, "Count and read.");
  const rows = page.getByRole("list", { name: "Sub-agents" }).getByRole("listitem");
  await rows.filter({ hasText: "Counting" }).getByText("at work").waitFor();
  await page.getByText("Waiting for 2 sub-agents").waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await button(page, "Stop Reading").click();
  await rows.filter({ hasText: "Reading" }).getByText("stopped", { exact: true }).waitFor();
  held.open();
  await finished(page, "All is known.").waitFor();
  await page.reload();
  await rows.filter({ hasText: "Counting" }).getByText("done").waitFor();
  await page.emulateMedia({ colorScheme: "dark" });
  await untilDrawn(page);
  expect(await axeViolations(page, "colours")).toEqual([]);
  await rows.filter({ hasText: "Counting" }).getByRole("link").click();
  await finished(page, "Three files.").waitFor();
  await page.getByText("This is the chat of a sub-agent").waitFor();
  expect(await composer(page).count()).toBe(0);
  await page.getByRole("link", { name: "Open that chat" }).click();
  await finished(page, "All is known.").waitFor();
});

it("says in the list of chats and in its row that a sub-agent waits for the person, with room for it in a narrow window", async () => {
  const task = "Write the notes of the whole year into a file of their own.";
  let asked = 0;
  await using bench = await openWindow({
    answers: (request) => {
      const write = { name: "write_file", arguments: { path: "notes.md", content: "One" } };
      if (isChild(request)) return request.body.messages.at(-1)?.role === "tool" ? { text: "No." } : { calls: [write] };
      asked += 1;
      return asked === 1
        ? { calls: [spawn({ task, label: "Writing the notes of the year" })] }
        : { text: "All is known." };
    },
    settings: { approvals: { mode: "ask" } },
  });
  const { page } = bench;
  await say(page, "Write it down.");
  const row = page.getByRole("list", { name: "Sub-agents" }).getByRole("listitem");
  await row.getByText("waits for you").waitFor();
  const chat = chatRow(page, "Write it down.");
  await chat.getByText("Waiting").waitFor();
  expect(await chat.getByText("Sub-agent at work").count()).toBe(0);
  await page.setViewportSize({ width: 360, height: 740 });
  await untilDrawn(page);
  expect(await page.evaluate(findMisfits)).toEqual([]);
  await button(page, "Deny").click();
  await finished(page, "All is known.").waitFor();
});
