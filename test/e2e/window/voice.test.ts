import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { BrowserContext, Page } from "playwright-core";
import { afterAll, expect, it, onTestFinished } from "vitest";
import { wavOf } from "../../../src-preload/contract/wav.ts";
import { axeViolations } from "../../support/axe.ts";
import type { ServedHome } from "../../support/served-home.ts";
import { speechRate, spokenWav } from "../../support/spoken-wav.ts";
import {
  type SpokenReply,
  speechSettings,
  startTranscriptionEndpoint,
  type TranscriptionEndpoint,
} from "../../support/transcription-endpoint.ts";
import {
  button,
  closeBrowser,
  composer,
  createGate,
  finished,
  gone,
  goTo,
  itServed,
  messages,
  openWindow,
  type WindowBench,
} from "../../support/window-bench.ts";

/* Speech: with the browser's own beeping microphone, and an endpoint that answers by script. */

afterAll(closeBrowser);

/** Of what takes a busy computer long; a bound against hanging. */
const patience = { timeout: 60_000 };

const withMicrophone = (context: BrowserContext): Promise<void> =>
  context.grantPermissions(["microphone", "clipboard-read", "clipboard-write"]);

interface Opened {
  readonly bench: WindowBench;
  readonly ear: TranscriptionEndpoint;
}

interface VoiceOptions {
  readonly more?: object;
  readonly hasMicrophone?: boolean;
}

async function openVoice(
  replies: readonly SpokenReply[],
  { more = {}, hasMicrophone = true }: VoiceOptions = {},
): Promise<Opened> {
  const ear = await startTranscriptionEndpoint(replies);
  onTestFinished(() => ear.close());
  const settings = speechSettings(ear.baseUrl, more);
  const bench = await openWindow({ settings, use: "speech", ...(hasMicrophone ? { onContext: withMicrophone } : {}) });
  onTestFinished(() => bench[Symbol.asyncDispose]());
  return { bench, ear };
}

/** What has the focus: its name, or what is written on it. */
const focused = (page: Page) =>
  page.evaluate("document.activeElement?.ariaLabel ?? document.activeElement?.textContent ?? ''");

const line = (page: Page, kind: string) => page.locator(`[data-voice=${kind}]`);

async function dictate(page: Page): Promise<void> {
  await button(page, "Dictate").click();
  await line(page, "recording").waitFor();
  await page.getByText("0:01", { exact: true }).waitFor();
}

async function attach(page: Page, name: string, bytes: Uint8Array): Promise<void> {
  await page.locator("input[type=file]").setInputFiles({ name, mimeType: "", buffer: Buffer.from(bytes) });
  await page.getByRole("list", { name: "Attached files" }).getByText(name).waitFor();
}

async function ledgerOf(home: ServedHome): Promise<readonly Record<string, unknown>[]> {
  const folder = join(home.home, "ledger");
  const names = await readdir(folder).catch(() => []);
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), "utf8")));
  return texts.flatMap((text) => text.trim().split("\n")).map((text) => JSON.parse(text));
}

it("types what is said at the caret, to be read before it is sent", async () => {
  const gate = createGate();
  const { bench, ear } = await openVoice([{ body: { text: "the red folder" }, gate: gate.promise }]);
  const { page } = bench;
  await composer(page).fill("Sort , please");
  await composer(page).press("Home");
  for (let at = 0; at < "Sort ".length; at += 1) await composer(page).press("ArrowRight");
  await dictate(page);
  await page.getByRole("meter", { name: "Loudness" }).waitFor();
  await expect
    .poll(async () => Number(await page.getByRole("meter", { name: "Loudness" }).getAttribute("aria-valuenow")))
    .toBeGreaterThan(0);
  await button(line(page, "recording"), "Done").click();
  await line(page, "transcribing").getByText("Putting it into words").waitFor();
  const { file } = await ear.request(0);
  expect([file.name, file.type, file.bytes.length > 1000]).toEqual(["recording.webm", "audio/webm", true]);
  gate.open();
  await expect.poll(() => composer(page).inputValue()).toBe("Sort the red folder , please");
  await gone(line(page, "transcribing"));
  await expect
    .poll(() => page.evaluate("[document.activeElement?.ariaLabel, document.activeElement?.selectionStart]"))
    .toEqual(["Message", "Sort the red folder".length]);
  expect(await messages(page, "You").count()).toBe(0);
  // What was only dictated is kept nowhere.
  expect(await readdir(join(bench.home.home, "workspace", "attachments")).catch(() => [])).toEqual([]);
});

it("throws away what is cancelled, by the button or by Escape, and sends nothing", async () => {
  const { bench, ear } = await openVoice([{ body: { text: "never" } }]);
  const { page } = bench;
  await dictate(page);
  expect(await axeViolations(page)).toEqual([]);
  expect(await focused(page)).toBe("Done");
  await button(line(page, "recording"), "Cancel").click();
  await gone(line(page, "recording"));
  await expect.poll(() => focused(page)).toBe("Message");
  await dictate(page);
  await page.keyboard.press("Escape");
  await gone(line(page, "recording"));
  await expect.poll(() => focused(page)).toBe("Message");
  await button(page, "Dictate").waitFor();
  expect(ear.requests).toHaveLength(0);
});

it("keeps a recording that could not be put into words, and tries it again", async () => {
  const { bench, ear } = await openVoice([
    { status: 500, body: { error: { message: "the ear is ill" } } },
    { body: { text: "Buy milk." } },
  ]);
  const { page } = bench;
  await dictate(page);
  await button(line(page, "recording"), "Done").click();
  await line(page, "failed")
    .getByText(/the ear is ill.*The recording is kept with your message\./)
    .waitFor();
  const kept = page.getByRole("list", { name: "Attached files" }).getByText(/^Recording .*webm/);
  await kept.waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await expect.poll(() => focused(page)).toBe("Try again");
  await page.keyboard.press("Enter");
  await expect.poll(() => composer(page).inputValue()).toBe("Buy milk.");
  await gone(kept);
  expect(ear.requests[1]?.file.bytes.equals(ear.requests[0]?.file.bytes ?? Buffer.alloc(0))).toBe(true);
});

it("stops at any moment, and what was said is kept", async () => {
  const { bench, ear } = await openVoice([{ body: {}, gate: new Promise(() => undefined) }]);
  const { page } = bench;
  await dictate(page);
  await button(line(page, "recording"), "Done").click();
  await ear.request(0);
  await button(line(page, "transcribing"), "Stop").click();
  await ear.dropped;
  await line(page, "failed")
    .getByText(/Stopped\..*kept/)
    .waitFor();
  await button(line(page, "failed"), "Close").click();
  ear.answer([{ body: { text: "Later." } }]);
  await page.getByRole("button", { name: /^Put Recording .* into words$/ }).click();
  await expect.poll(() => composer(page).inputValue()).toBe("Later.");
});

it("says where a recording goes before the first one, once", async () => {
  const { bench, ear } = await openVoice([{ body: { text: "Hello." } }], { more: { isAgreed: false } });
  const { page } = bench;
  await button(page, "Dictate").click();
  await line(page, "agreeing").getByText(ear.baseUrl).waitFor();
  await button(line(page, "agreeing"), "Not now").click();
  await button(page, "Dictate").click();
  await button(line(page, "agreeing"), "Agree and record").click();
  await line(page, "recording").waitFor();
  await button(line(page, "recording"), "Cancel").click();
  await page.reload();
  await dictate(page);
  expect(ear.requests).toHaveLength(0);
});

// The desktop app allows its own page the microphone.
itServed("says what is missing: a choice, or the permission", async () => {
  const { bench } = await openVoice([], { more: { model: null }, hasMicrophone: false });
  const { page } = bench;
  await button(page, "Dictate").click();
  await button(line(page, "needs"), "Choose").click();
  await page.getByRole("heading", { name: "Dictation and recordings" }).waitFor();
  await page.getByRole("textbox", { name: "Speech model" }).fill("ear-2");
  await page.getByRole("textbox", { name: "Speech model" }).press("Enter");
  await page.getByRole("region", { name: "Test" }).waitFor();
  await goTo(page, "Chats");
  await button(page, "Dictate").click();
  await line(page, "no-microphone")
    .getByText(/not allowed/)
    .waitFor();
});

it("puts an attached recording into words before its turn, plays it in the bubble, and counts what it cost", async () => {
  const { bench } = await openVoice([{ body: { text: "list the files" } }], { more: { pricePerMinute: 6 } });
  const { page, home } = bench;
  await attach(page, "memo.wav", spokenWav(3));
  await button(page, "Send").click();
  await finished(page, /./).waitFor();
  const said = messages(page, "You");
  await said.getByText("list the files").waitFor();
  await said.getByRole("button", { name: "Play memo.wav" }).click();
  const player = said.locator("audio[aria-label='memo.wav']");
  await player.waitFor();
  await expect
    .poll(() => player.evaluate((audio) => [Reflect.get(audio, "duration"), Reflect.get(audio, "error")]))
    .toEqual([3, null]);
  await expect
    .poll(() => ledgerOf(home))
    .toContainEqual(
      expect.objectContaining({ purpose: "transcription", model: "speech/ear-1", audioSeconds: 3, cost: 0.3 }),
    );
  await goTo(page, "Usage");
  await page.getByRole("cell", { name: /ear-1/ }).first().waitFor();
  // Edited and sent again, it is not put into words a second time.
  await goTo(page, "Chats");
  await said.hover();
  await button(said, "Edit and resend").click();
  await button(page, "Send").click();
  await page.getByText("2/2").waitFor();
  const calls = (await ledgerOf(home)).filter(({ purpose }) => purpose === "transcription");
  expect(calls).toHaveLength(1);
});

it("does not send a message whose recording has no words yet, unless it shall go as a file", async () => {
  const { bench } = await openVoice([{ status: 503, body: { error: { message: "too busy" } } }]);
  const { page } = bench;
  await composer(page).fill("Please:");
  await attach(page, "memo.wav", spokenWav(1));
  await composer(page).press("Enter");
  await line(page, "failed")
    .getByText(/too busy/)
    .waitFor();
  expect(await messages(page, "You").count()).toBe(0);
  expect(await composer(page).inputValue()).toBe("Please:");
  await button(line(page, "failed"), "Send as a file").click();
  await messages(page, "You").getByText("Please:").waitFor();
  await messages(page, "You").getByRole("button", { name: "Play memo.wav" }).waitFor();
});

// The desktop's page is driven from a second client of the browser, which cannot hand over a file of this size.
itServed("cuts a recording that is too large for a message, at silences, in the page", async () => {
  const { bench } = await openVoice([{ body: { text: "Part." } }]);
  const { page, home } = bench;
  const path = join(home.user, "talk.wav");
  await writeFile(path, wavOf(new Float32Array(670 * speechRate), speechRate));
  await page.locator("input[type=file]").setInputFiles(path);
  const files = page.getByRole("list", { name: "Attached files" });
  for (const name of ["talk (1 of 2).wav", "talk (2 of 2).wav"]) await files.getByText(name).waitFor(patience);
});

it("tests what is chosen, and takes back that recordings may go there", async () => {
  const { bench, ear } = await openVoice([{ body: { text: "" } }, { status: 404, body: {} }]);
  const { page } = bench;
  await goTo(page, "Connections");
  await page.getByRole("link", { name: /^Speech/ }).click();
  const test = page.getByRole("region", { name: "Test" });
  await button(test, "Test").click();
  await test.getByText(/speech answered/).waitFor();
  await button(test, "Test").click();
  await test.getByText(/--inference-path/).waitFor();
  await button(test, "Ask again").click();
  await test.getByText("You are asked before the first one.").waitFor();
  expect(ear.requests[0]?.fields).toMatchObject({ model: "ear-1" });
  expect(await axeViolations(page)).toEqual([]);
  const price = page.getByRole("textbox", { name: "Dollars a minute" });
  await price.fill("dear");
  await price.press("Enter");
  await page.getByText("Give a number, such as 0.006.").waitFor();
  await page.getByRole("combobox", { name: "Connection" }).selectOption({ label: "Groq" });
  await expect
    .poll(() => page.getByRole("textbox", { name: "Speech model" }).inputValue())
    .toBe("whisper-large-v3-turbo");
});
