import { rm } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import {
  agentAway,
  button,
  chatRow,
  closeBrowser,
  composer,
  createGate,
  finished,
  gone,
  messages,
  openWindow,
  say,
} from "../../support/window-bench.ts";
import { startOwner } from "../../torture/owner.ts";

/* What happens around a chat: the agent ends, the line breaks, the file is long. */

afterAll(closeBrowser);

it("offers to resume a run that was cut off", async () => {
  const gate = createGate();
  await using bench = await openWindow({
    answers: (_, index) => {
      if (index === 0) return { calls: [{ name: "list_dir", arguments: { path: "." } }] };
      return index === 1 ? { deltas: ["Half of ", gate.promise] } : { text: "Now the whole answer." };
    },
  });
  const { page, home } = bench;
  await say(page, "go");
  await messages(page, "Perch").filter({ hasText: "Half of" }).waitFor();
  const hash = await page.evaluate<string>("location.hash");
  bench.allow(agentAway);
  await home.end("SIGKILL");
  gate.open();
  await home.start();
  await page.goto(`${home.url}${hash}`);
  await page.getByText("The last run was cut off at step 1.").waitFor();
  await button(page, "See log").waitFor();
  await button(page, "Resume").click();
  await finished(page, "Now the whole answer.").waitFor();
  await gone(page.getByText("The last run was cut off at step 1."));
});

it("comes back by itself when the line breaks, and shows what was missed", async () => {
  const gate = createGate();
  const lines: { close(): Promise<void> }[] = [];
  await using bench = await openWindow({
    answers: [{ deltas: ["Before ", gate.promise, "and after."] }],
    onContext: (context) =>
      context.routeWebSocket(/\/ws$/, (line) => {
        lines.push(line);
        line.connectToServer();
      }),
  });
  const { page } = bench;
  await say(page, "go");
  await messages(page, "Perch").filter({ hasText: "Before" }).waitFor();
  const lost = page.getByRole("alert").filter({ hasText: "connection to the agent is gone" }).waitFor();
  await lines.at(-1)?.close();
  await lost;
  gate.open();
  await finished(page, "Before and after.").waitFor();
  await gone(page.getByRole("alert"));
  expect(await messages(page, "Perch").count()).toBe(1);
});

it("comes back by itself once the agent was started again, and says in words what to do where it is not known any more", async () => {
  await using bench = await openWindow({ answers: [{ text: "Still here." }, { text: "And again." }] });
  const { page, home } = bench;
  await say(page, "hello");
  await finished(page, "Still here.").waitFor();
  await composer(page).fill("kept");
  bench.allow(agentAway);
  const { port } = new URL(home.url);
  await home.end("SIGTERM");
  await home.start(port);
  await page.getByText("The agent was restarted.").waitFor();
  expect(await composer(page).inputValue()).toBe("kept");
  await composer(page).press("Enter");
  await finished(page, "And again.").waitFor();
  await composer(page).fill("kept too");
  await home.end("SIGTERM");
  await rm(join(home.home, "browsers.json"));
  await home.start(port);
  await page.getByText("does not know this page").waitFor();
  const other = await page.context().newPage();
  await other.goto(home.url);
  await gone(page.getByText("does not know this page"));
  expect(await composer(page).inputValue()).toBe("kept too");
});

it("shows a run as cut off, in its chat and in the list, once the agent was killed and started again", async () => {
  const gate = createGate();
  await using bench = await openWindow({ answers: [{ deltas: ["Half of ", gate.promise] }, { text: "Whole." }] });
  const { page, home } = bench;
  await say(page, "go");
  await messages(page, "Perch").filter({ hasText: "Half of" }).waitFor();
  await chatRow(page, "go").getByText("Running").waitFor();
  bench.allow(agentAway);
  const { port } = new URL(home.url);
  await home.end("SIGKILL");
  gate.open();
  // Nobody can say now whether it goes on.
  await page.getByText("Not known whether it is still on").waitFor();
  await chatRow(page, "go").getByText("Not known").waitFor();
  await home.start(port);
  await page.getByText("The agent was restarted.").waitFor();
  await page.getByText("The last run was cut off.").waitFor();
  await gone(page.getByText("Working", { exact: true }));
  await chatRow(page, "go").getByText("Cut off").waitFor();
  // It is told once: above the composer, with the way on.
  await gone(messages(page, "Perch").getByText("Interrupted: Perch was closed"));
  await gone(button(page, "Stop"));
  await button(page, "Resume").click();
  await finished(page, "Whole.").waitFor();
  await gone(chatRow(page, "go").getByText("Cut off"));
});

it("says so when the agent is another process than before", async () => {
  await using bench = await openWindow({ answers: [{ text: "Still here." }] });
  const { page, home } = bench;
  await say(page, "hello");
  await finished(page, "Still here.").waitFor();
  const hash = await page.evaluate<string>("location.hash");
  // A second `serve` is a client of the first; when that one ends, it becomes the owner.
  const second = await startOwner(home.home, { HOME: home.user });
  await page.goto(`${second.url}${hash}`);
  await finished(page, "Still here.").waitFor();
  await composer(page).fill("kept");
  await home.end("SIGTERM");
  await page.getByText("The agent was restarted.").waitFor();
  await button(page, "Dismiss").click();
  await gone(page.getByText("The agent was restarted."));
  expect(await composer(page).inputValue()).toBe("kept");
  await finished(page, "Still here.").waitFor();
  await page.close();
  await second.end("SIGTERM");
});

it("shows what changes in the work folder also once the agent was started again", async () => {
  await using bench = await openWindow({ answers: [{ text: "Here." }] });
  const { page, home } = bench;
  await say(page, "hello");
  await finished(page, "Here.").waitFor();
  await page.keyboard.press("Alt+Control+b");
  const tree = page.getByRole("tree", { name: "Files" });
  await home.write("Assistant/before.txt", "");
  await tree.getByText("before.txt").waitFor();
  bench.allow(agentAway);
  const { port } = new URL(home.url);
  await home.end("SIGKILL");
  await home.write("Assistant/meanwhile.txt", "");
  await home.start(port);
  await tree.getByText("meanwhile.txt").waitFor();
  await home.write("Assistant/after.txt", "");
  await tree.getByText("after.txt").waitFor();
});

it("opens a long chat at its end and reads older pages when scrolled up", async () => {
  const key = "desktop:long";
  await using bench = await openWindow({ prepare: (home) => home.writeSession(key, longChat(key, 2000)) });
  const { page, home } = bench;
  await page.goto(`${home.url}#/chats/${encodeURIComponent(key)}`);
  const log = page.getByRole("log", { name: "Transcript" });
  await log.getByText("words 1999.", { exact: true }).waitFor();
  expect(await log.getByText("words 1939.", { exact: true }).count()).toBe(0);
  await log.hover();
  // Three pages further up, and every step of the way is there.
  const oldestShown = async () => {
    await page.mouse.wheel(0, -700);
    const shown = ((await log.textContent()) ?? "").match(/(?<=words )\d+/g) ?? [];
    return Math.min(...shown.map(Number));
  };
  await expect.poll(oldestShown).toBeLessThan(1820);
  // What is out of sight is not in the page.
  expect(await log.getByRole("article").count()).toBeLessThan(120);
  await button(page, "Latest").click();
  await log.getByText("words 1999.", { exact: true }).waitFor();
});

function longChat(key: string, count: number): readonly object[] {
  const timestamp = "2026-01-01T00:00:00.000Z";
  const messages = Array.from({ length: count }, (_, at) => ({
    id: `m${at}`,
    parentId: at === 0 ? null : `m${at - 1}`,
    role: at % 2 === 0 ? "user" : "assistant",
    content: `words ${at}.`,
    timestamp,
  }));
  return [{ _type: "metadata", version: 1, key, createdAt: timestamp }, ...messages];
}
