import type { CDPSession, Page } from "playwright-core";
import { afterAll, expect, it } from "vitest";
import { jobOf } from "../../support/job-view.ts";
import { ledgerFiles } from "../../support/ledger.ts";
import { serverSettings, stdioServer } from "../../support/mcp/servers.ts";
import { startProviderServer } from "../../support/provider-server.ts";
import type { RecordedRequest } from "../../support/scripted-endpoint.ts";
import type { ScriptedReply } from "../../support/scripted-reply.ts";
import { monthOfCalls } from "../../support/shots/month.ts";
import { servedProviders } from "../../support/shots/served-providers.ts";
import { speechSettings } from "../../support/transcription-endpoint.ts";
import {
  approval,
  button,
  closeBrowser,
  composer,
  finished,
  gone,
  goTo,
  messages,
  openWindow,
  say,
  step,
  untilDrawn,
} from "../../support/window-bench.ts";
import { countShifts, findMisfits } from "../../support/window-fit.mjs";

/* At every size all that can be pressed is in sight and can be reached, and a change of place moves nothing. */

afterAll(closeBrowser);

interface Size {
  readonly width: number;
  readonly height: number;
  /** 1280 × 720 at a zoom is a smaller window with more dots a pixel. */
  readonly deviceScaleFactor: number;
}

const sizeOf = (width: number, height: number, deviceScaleFactor = 1): Size => ({ width, height, deviceScaleFactor });
const usual = sizeOf(1280, 800);
const narrow = [sizeOf(360, 740), sizeOf(480, 800), sizeOf(640, 700), sizeOf(640, 360, 2)];
const wide = [800, 900, 1280, 1680, 2560].map((width) => sizeOf(width, Math.min(1200, Math.round(width * 0.7))));
const sizes = [...narrow, sizeOf(853, 480, 1.5), ...wide];

async function setSize(cdp: CDPSession, size: Size): Promise<void> {
  await cdp.send("Emulation.setDeviceMetricsOverride", { ...size, mobile: false });
}

/** A key that is pressed before the page has heard of its size acts on the layout of before: the frame after hears of it. */
async function heardOf(page: Page, size: Size): Promise<void> {
  await page.evaluate(`new Promise((done) => {
    const look = () => requestAnimationFrame(() => (innerWidth === ${size.width} ? done() : look()));
    look();
  })`);
}

/** Looks at each state at each size, so that one run names all that does not fit. */
async function fitting(page: Page) {
  const cdp = await page.context().newCDPSession(page);
  const found: string[] = [];
  const to = async (size: Size): Promise<void> => {
    await setSize(cdp, size);
    await heardOf(page, size);
  };
  const look = async (state: string, at: readonly Size[] = sizes): Promise<void> => {
    for (const size of at) {
      await setSize(cdp, size);
      for (const line of await page.evaluate(findMisfits)) found.push(`${state}, ${size.width}: ${line}`);
    }
    if (at === sizes) await to(usual);
  };
  return { found, look, at: to };
}

const longName = `a recording of ${"a very long meeting ".repeat(5)}2026-11-28.txt`;
const never = new Promise<void>(() => undefined);
const write = (path: string) => ({ name: "write_file", arguments: { path, content: "One\nTwo\n" } });

/** By what the person asked last. */
function answer({ body }: RecordedRequest): ScriptedReply {
  const asked = JSON.stringify(body.messages.findLast(({ role }) => role === "user")?.content ?? "");
  const isFirst = body.messages.at(-1)?.role === "user";
  if (asked.includes("fail")) return { status: 401, body: { error: { message: "Incorrect API key provided" } } };
  if (asked.includes("run on")) return { deltas: ["Half an answer ", never] };
  if (!isFirst)
    return { text: "It is done.\n\n| Name | Size | What it is |\n| - | - | - |\n| notes.md | 2 kB | notes |" };
  if (asked.includes("look"))
    return {
      calls: [
        { name: "list_dir", arguments: { path: "." } },
        { name: "read_file", arguments: { path: "notes.md" } },
      ],
    };
  if (asked.includes("count")) return { calls: [{ name: "exec", arguments: { command: "ls lists | wc -l" } }] };
  if (asked.includes("lists")) return { calls: ["one", "two", "three"].map((name) => write(`lists/${name}.md`)) };
  if (asked.includes("write"))
    return { calls: [write("a folder with a long name/and another one/summary of everything.md")] };
  return { text: "Good." };
}

async function newChat(page: Page, words: string): Promise<void> {
  await goTo(page, "Chats");
  await page.keyboard.press("Control+n");
  await page.getByRole("heading", { name: "What shall we do?" }).waitFor();
  await say(page, words);
}

async function openFull(more: object) {
  const servers = { files: stdioServer({ mode: "many" }), calendar: stdioServer({ mode: "needs-token" }) };
  return openWindow({
    answers: answer,
    settings: {
      ...more,
      ...serverSettings(servers),
      budgets: { month: { money: 10 }, day: { money: 2 }, run: { tokens: 200_000 } },
      ui: { favouriteModels: ["ollama/qwen3:8b"] },
    },
    prepare: async (home) => {
      for (const [path, lines] of ledgerFiles(monthOfCalls(Date.now()))) await home.write(path, lines);
      await home.write("Assistant/notes.md", "# Notes\n");
      const jobs = [
        jobOf("a", { triedAt: null, state: "off" }),
        jobOf("b", { name: "a_job_with_a_very_long_name_".repeat(4).slice(0, 100) }),
      ];
      await home.write(".perch/automations/jobs.json", JSON.stringify({ jobs }));
    },
  });
}

it("fits at every size: the chat, its approvals, its columns and what lies over it", async () => {
  await using bench = await openFull({});
  const { page, allow } = bench;
  allow(/./);
  const { found, look, at } = await fitting(page);
  await composer(page).waitFor();
  await look("new chat");
  await newChat(page, "look around");
  await finished(page, "It is done.").waitFor();
  await messages(page, "Perch")
    .getByRole("button", { name: /^Worked/ })
    .click();
  await step(page, /list_dir/)
    .first()
    .waitFor();
  await look("chat with steps");
  await button(page, "Open inspector").click();
  for (const tab of ["Files", "Changes", "Run", "Context"]) {
    await page.getByRole("tab", { name: tab }).click();
    await look(`inspector ${tab}`, wide);
    await at(usual);
  }
  for (const size of narrow) {
    await at(size);
    await page.keyboard.press("Control+Alt+b");
    const over = page.getByRole("dialog", { name: "Inspector" });
    for (const tab of ["Files", "Changes", "Run", "Context"]) {
      await over.getByRole("tab", { name: tab }).click();
      await look(`inspector ${tab} over the sheet`, [size]);
    }
    await page.keyboard.press("Escape");
    await gone(over);
    await page.keyboard.press("Control+b");
    await page.getByRole("dialog", { name: "Chats" }).waitFor();
    await look("list over the sheet", [size]);
    await page.keyboard.press("Escape");
    await gone(page.getByRole("dialog"));
  }
  await at(usual);
  await button(page, "Close inspector").click();
  await newChat(page, "write it down");
  await approval(page).waitFor();
  await look("approval");
  await goTo(page, "Inbox");
  await approval(page).waitFor();
  await look("inbox");
  await newChat(page, "write lists");
  await page.getByRole("button", { name: /^Allow all 3/ }).waitFor();
  await look("approvals together");
  await newChat(page, "count them");
  await approval(page).getByText("It can be allowed once only").waitFor();
  await look("approval of a command");
  await newChat(page, "fail");
  await messages(page, "Perch").locator("[data-error]").first().waitFor();
  await look("failed run");
  await newChat(page, "run on");
  await messages(page, "Perch").getByText("Half an answer").waitFor();
  const attached = [longName, "photo.txt"].map((name) => ({
    name,
    mimeType: "text/plain",
    buffer: Buffer.from("words"),
  }));
  await page.locator("input[type=file]").setInputFiles(attached);
  await page.getByRole("list", { name: "Attached files" }).getByText("photo.txt").waitFor();
  await composer(page).fill("And then this");
  await look("running, with attachments");
  await page.getByRole("button", { name: /^Mode: / }).click();
  await page.getByRole("menuitemradio").first().waitFor();
  await look("modes", [sizeOf(360, 740), sizeOf(640, 360, 2)]);
  await at(usual);
  await page.keyboard.press("Escape");
  await page.keyboard.press("Control+k");
  await page.getByRole("dialog", { name: "Command palette" }).waitFor();
  await look("palette");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Control+/");
  await page.getByRole("dialog", { name: "Keyboard" }).waitFor();
  await look("keys");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: /^Shown chats/ }).click();
  await page.getByRole("menuitemradio", { name: "Trash" }).click();
  await look("trash");
  expect(found).toEqual([]);
});

it("fits at every size: the other pages", async () => {
  await using server = await startProviderServer(servedProviders);
  await using bench = await openFull(speechSettings(server.address("openai")));
  const { page, allow } = bench;
  allow(/./);
  const { found, look, at } = await fitting(page);
  await composer(page).waitFor();
  const showColumn = async (name: string, state: string): Promise<void> => {
    await at(sizeOf(360, 740));
    await button(page, name).click();
    await page.getByRole("dialog").waitFor();
    await look(`${state}, right column`, narrow);
    await page.keyboard.press("Escape");
    await gone(page.getByRole("dialog"));
    await at(usual);
  };
  await goTo(page, "Knowledge");
  await page.getByRole("link", { name: "MEMORY.md" }).click();
  await page.getByRole("textbox", { name: /MEMORY\.md/ }).waitFor();
  await look("knowledge");
  await goTo(page, "Settings");
  await page.getByRole("heading", { name: "Settings" }).waitFor();
  await look("settings");
  await goTo(page, "Automations");
  await page.getByRole("row").nth(2).waitFor();
  await look("automations");
  await showColumn("Open job details", "automations");
  await page.getByRole("row").nth(2).getByRole("link").click();
  await button(page, "Delete job").click();
  await page.getByRole("dialog", { name: /^Delete “a_job/ }).waitFor();
  await look("delete a job");
  await page.keyboard.press("Escape");
  await button(page, "New job").last().click();
  await page.getByRole("dialog", { name: "New job" }).waitFor();
  await look("new job");
  await page.keyboard.press("Escape");
  await goTo(page, "Usage");
  await page.getByRole("listbox", { name: /^Tokens by day/ }).waitFor();
  await look("usage");
  await showColumn("Show budgets", "usage");
  await button(page, "Change limits…").click();
  await page.getByRole("dialog", { name: "Limits and prices" }).waitFor();
  await look("limits");
  await page.getByRole("dialog").getByRole("button", { name: "Prices" }).click();
  await look("prices");
  await page.keyboard.press("Escape");
  await goTo(page, "Connections");
  await page.getByRole("link", { name: /^Custom/ }).click();
  await button(page, "Test").click();
  await page.getByRole("list", { name: /test/i }).first().waitFor();
  await look("connection");
  await showColumn("Show settings", "connection");
  await page.getByRole("link", { name: /^Practice/ }).click();
  await button(page, "Use practice").waitFor();
  await look("connection, practice");
  await page.getByRole("link", { name: /^files/ }).click();
  await page.getByText("tool_0", { exact: true }).waitFor();
  await look("server");
  await showColumn("Show settings", "server");
  await page.getByRole("link", { name: /^calendar/ }).click();
  await button(page, "Set value…").waitFor();
  await look("server, failed");
  await page.getByRole("link", { name: /^Speech/ }).click();
  await page.getByRole("textbox", { name: "Speech model" }).waitFor();
  await look("speech");
  await button(page.getByRole("complementary", { name: "Connections" }), "Add connection").click();
  await page.getByRole("dialog", { name: "Add connection" }).waitFor();
  await look("add connection");
  await button(page.getByRole("dialog"), "MCP server").click();
  await look("add server");
  expect(found).toEqual([]);
});

it("fits at every size: the first run", async () => {
  await using bench = await openWindow({ answers: "none" });
  const { found, look } = await fitting(bench.page);
  await bench.page.getByRole("heading", { name: "Choose a model" }).waitFor();
  await look("first run");
  await bench.page.getByRole("textbox", { name: "Key" }).fill("sk-0123456789abcdef");
  await bench.page.getByText("It may be a key of OpenAI").waitFor();
  await look("first run, key typed");
  expect(found).toEqual([]);
});

it("moves nothing when the place changes", async () => {
  await using bench = await openWindow({ answers: [{ text: "One." }] });
  const { page } = bench;
  await say(page, "hello");
  await finished(page, "One.").waitFor();
  await goTo(page, "Connections");
  await goTo(page, "Chats");
  await page.evaluate(countShifts);
  const sheet = await page.locator("main").boundingBox();
  const pages = ["Inbox", "Chats", "Settings", "Automations", "Knowledge", "Usage", "Connections", "Chats", "Usage"];
  for (const place of pages) {
    await page.evaluate("shifted.sum = 0; shifted.worst = []");
    await goTo(page, place);
    await page.locator(`nav a[aria-label^="${place}"][aria-current]`).waitFor();
    await page.waitForLoadState("networkidle");
    await untilDrawn(page);
    const shifted = await page.evaluate<{ sum: number; worst: string[] }>("shifted");
    expect(shifted.sum, `${place}: ${shifted.worst.join(", ")}`).toBeLessThanOrEqual(0.02);
    expect((await page.locator("main").boundingBox())?.x).toBe(sheet?.x);
    // The open chat is marked in its list on its own page alone.
    expect(await page.locator("aside a[data-key][aria-current]").count()).toBe(place === "Chats" ? 1 : 0);
  }
});

it("brings the columns over the sheet in a narrow window, by button and by key, and gives the focus back", async () => {
  await using bench = await openWindow({ answers: [{ text: "One." }] });
  const { page } = bench;
  await say(page, "hello");
  await finished(page, "One.").waitFor();
  await button(page, "Open inspector").click();
  await page.setViewportSize({ width: 640, height: 700 });
  const list = page.getByRole("dialog", { name: "Chats" });
  const inspector = page.getByRole("dialog", { name: "Inspector" });
  await button(page, "Open inspector").waitFor();
  expect(await inspector.count()).toBe(0);
  const focusIn = (inside: string) => page.evaluate<boolean>(`document.activeElement.closest('${inside}') !== null`);
  for (const [name, column] of [
    ["Show list", list],
    ["Open inspector", inspector],
  ] as const) {
    await button(page, name).click();
    await column.waitFor();
    expect(await focusIn("[role=dialog]")).toBe(true);
    await page.keyboard.press("Escape");
    await gone(column);
    await expect.poll(() => focusIn(`[aria-label="${name}"]`)).toBe(true);
  }
  await composer(page).focus();
  await page.keyboard.press("Control+b");
  await list.waitFor();
  await page.keyboard.press("Escape");
  await expect.poll(() => focusIn("[data-composer]")).toBe(true);
  await page.keyboard.press("Control+b");
  await list.getByRole("link", { name: /hello/ }).click();
  await gone(list);
  await page.keyboard.press("Control+b");
  await button(list, "New chat").click();
  await page.getByRole("heading", { name: "What shall we do?" }).waitFor();
  await gone(list);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByRole("region", { name: "Inspector" }).waitFor();
  await page.keyboard.press("Control+b");
  await expect.poll(() => focusIn("aside")).toBe(true);
  await page.setViewportSize({ width: 900, height: 700 });
  await button(page, "Show list").click();
  await button(list, "New chat").waitFor();
});
