import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, expect, it } from "vitest";
import {
  agentAway,
  button,
  closeBrowser,
  composer,
  finished,
  gone,
  itServed,
  messages,
  openWindow,
  say,
  type WindowBench,
} from "../../support/window-bench.ts";

/* Nothing typed is lost, and what is sent is sent once. */

afterAll(closeBrowser);

/** What lies on the disk, by its text. */
async function keptTexts(bench: Pick<WindowBench, "home">): Promise<readonly string[]> {
  const folder = join(bench.home.home, "drafts");
  const names = await readdir(folder).catch(() => []);
  const files = await Promise.all(
    names.filter((name) => !name.startsWith(".")).map((name) => readFile(join(folder, name), "utf8")),
  );
  return files.map((file) => JSON.parse(file.split("\n")[1] ?? "").text);
}

const kept = (bench: WindowBench, text: string) => expect.poll(() => keptTexts(bench)).toContain(text);

/** The file picker's own way in. */
const attach = (page: Page, name: string) =>
  page.locator("form input[type=file]").setInputFiles({ name, mimeType: "text/plain", buffer: Buffer.from("content") });

const attached = (page: Page, name: string) => page.getByRole("list", { name: "Attached files" }).getByText(name);

const editing = (page: Page) => page.getByText("Editing an earlier message");
const text = (page: Page) => expect.poll(() => composer(page).inputValue());

itServed("has text, files and what is edited after a reload, and after another start at another port", async () => {
  await using bench = await openWindow();
  bench.allow(agentAway);
  const { page, home, context } = bench;
  await say(page, "say 2 words");
  await finished(page, /\w+ \w+/).waitFor();
  await composer(page).fill("half a thought");
  await attach(page, "first.txt");
  await attached(page, "first.txt").waitFor();
  await messages(page, "You").hover();
  await button(messages(page, "You"), "Edit and resend").click();
  await composer(page).fill("say 3 words");
  await attach(page, "second.txt");
  await attached(page, "second.txt").waitFor();
  await page.reload();
  await text(page).toBe("say 3 words");
  await editing(page).waitFor();
  await attached(page, "second.txt").waitFor();

  const { hash } = new URL(page.url());
  await kept(bench, "say 3 words");
  await home.end("SIGTERM");
  await home.start();
  const anew = await context.newPage();
  await page.close();
  await anew.goto(home.url + hash);
  await text(anew).toBe("say 3 words");
  await attached(anew, "second.txt").waitFor();
  await editing(anew).waitFor();
  await composer(anew).press("Enter");
  await finished(anew, /\w+ \w+ \w+/).waitFor();
  await text(anew).toBe("half a thought");
  await attached(anew, "first.txt").waitFor();
  await gone(editing(anew));
  await anew.reload();
  await text(anew).toBe("half a thought");
});

itServed(
  "finds a new chat again that was begun and not sent, with New chat, and lists what else was begun",
  async () => {
    await using bench = await openWindow({
      prepare: (home) =>
        home.writeSession("desktop:old", [
          { _type: "metadata", version: 1, key: "desktop:old", createdAt: "2026-01-01T00:00:00.000Z" },
          { _type: "title", id: "t", timestamp: "2026-01-01T00:00:00.000Z", title: "Old chat" },
          {
            id: "m",
            parentId: null,
            runId: "r",
            role: "user",
            content: "hello",
            timestamp: "2026-01-01T00:00:00.000Z",
          },
        ]),
    });
    const { page } = bench;
    const newChat = () => button(page.getByRole("complementary", { name: "Chats" }), "New chat").click();
    await composer(page).fill("first thought");
    await kept(bench, "first thought");
    await page.getByRole("link", { name: /Old chat/ }).click();
    await messages(page, "You").waitFor();
    await newChat();
    await text(page).toBe("first thought");
    await newChat();
    await text(page).toBe("");
    const begun = page.getByRole("navigation", { name: "Begun and not sent" });
    await begun.getByRole("link", { name: /first thought/ }).click();
    await text(page).toBe("first thought");
    await page.goto("about:blank");
    await page.goto(new URL("/", bench.home.url).href);
    await text(page).toBe("first thought");
  },
);

itServed(
  "shows another window's draft, but replaces nothing under the hands; the last one who wrote is right",
  async () => {
    await using bench = await openWindow();
    const { page } = bench;
    await say(page, "say 2 words");
    await finished(page, /\w+ \w+/).waitFor();
    const second = await bench.openPage();
    await second.goto(page.url());
    await finished(second, /\w+ \w+/).waitFor();
    await second.getByRole("log", { name: "Transcript" }).click();
    await composer(page).fill("from the first");
    await text(second).toBe("from the first");
    await composer(page).focus();
    await composer(second).fill("from the second");
    await kept(bench, "from the second");
    expect(await composer(page).inputValue()).toBe("from the first");
    await composer(page).blur();
    await text(page).toBe("from the second");
    await composer(second).blur();
    await composer(page).press("Enter");
    await finished(page, /./).nth(1).waitFor();
    await text(second).toBe("");
    expect(await keptTexts(bench)).toEqual([]);
  },
);

itServed(
  "has after the agent was killed in the middle of a word what was typed before, in a browser that knows nothing of it",
  async () => {
    await using bench = await openWindow();
    bench.allow(agentAway);
    const { page, home, context } = bench;
    await composer(page).focus();
    const { hash } = new URL(page.url());
    const words = "every letter of this sentence is typed by hand, one after the other";
    const typing = page.keyboard.type(words, { delay: 20 });
    const onDisk = async (): Promise<number> => (await keptTexts(bench))[0]?.length ?? 0;
    await expect.poll(onDisk, { interval: 20 }).toBeGreaterThan(10);
    const least = await onDisk();
    await home.end("SIGKILL");
    await typing;
    await page.close();
    await home.start();
    const anew = await context.newPage();
    await anew.goto(home.url + hash);
    await text(anew).not.toBe("");
    const left = await composer(anew).inputValue();
    expect(words.startsWith(left)).toBe(true);
    expect(left.length).toBeGreaterThanOrEqual(least);
  },
);

it("keeps a paste of 2 MB", async () => {
  await using bench = await openWindow();
  const { page } = bench;
  const long = "all work and no play ".repeat(100_000);
  await composer(page).focus();
  await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(long)})`);
  await page.keyboard.press("ControlOrMeta+v");
  await expect.poll(async () => (await keptTexts(bench))[0]?.length, { timeout: 30_000 }).toBe(long.length);
  await page.reload();
  await expect.poll(async () => (await composer(page).inputValue()).length, { timeout: 30_000 }).toBe(long.length);
});

itServed("takes over what an earlier version left in the browser, once", async () => {
  await using bench = await openWindow();
  const { page } = bench;
  await composer(page).waitFor();
  await page.evaluate(() => localStorage.setItem("perch.drafts", '{"desktop:former":["typed long ago"]}'));
  await page.goto("about:blank");
  await page.goto(`${new URL("/", bench.home.url).href}#/chats/desktop%3Aformer`);
  await text(page).toBe("typed long ago");
  expect(await page.evaluate(() => localStorage.getItem("perch.drafts"))).toBeNull();
  await kept(bench, "typed long ago");
});

itServed(
  "says one line while the agent is away, keeps what is sent meanwhile, and sends it once when it is back",
  async () => {
    await using bench = await openWindow();
    bench.allow(agentAway);
    const { page, home } = bench;
    await say(page, "say 2 words");
    await finished(page, /\w+ \w+/).waitFor();
    const { port } = new URL(page.url());
    await home.end("SIGKILL");
    await page.getByRole("alert").getByText("connection to the agent is gone").waitFor();
    await say(page, "say 4 words");
    await page.getByText("sent as soon as the connection is back").waitFor();
    expect(await page.getByRole("alert").count()).toBe(1);
    expect(await page.locator("[data-notice]").count()).toBe(0);
    await home.start(port);
    await button(page, "Try now")
      .click({ timeout: 1000 })
      .catch(() => undefined);
    await finished(page, /\w+ \w+ \w+ \w+/).waitFor();
    await gone(page.getByText("connection to the agent is gone"));
    await text(page).toBe("");
    expect(await messages(page, "You").count()).toBe(2);
    await page.reload();
    await finished(page, /\w+ \w+ \w+ \w+/).waitFor();
    expect(await messages(page, "You").count()).toBe(2);
    expect(await keptTexts(bench)).toEqual([]);
  },
);
