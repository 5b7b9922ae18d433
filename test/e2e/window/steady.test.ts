import type { Page } from "playwright-core";
import { afterAll, expect, it } from "vitest";
import type { Script } from "../../support/scripted-endpoint.ts";
import type { ScriptedReply } from "../../support/scripted-reply.ts";
import type { ServedHome } from "../../support/served-home.ts";
import { steadyEnd, steadyProbe, steadyReset } from "../../support/steady-probe.mjs";
import {
  closeBrowser,
  createGate,
  finished,
  type Gate,
  messages,
  openWindow,
  say,
  step,
} from "../../support/window-bench.ts";

/* Nothing jumps: while an answer comes in, for who reads further up and for who stays at the end, and under a hand. */

afterAll(closeBrowser);

const story = Array.from({ length: 40 }, (_, at) => `Paragraph ${at} of what was said before.`).join("\n\n");
const table = [
  "| name | size |",
  "| --- | --- |",
  ...Array.from({ length: 12 }, (_, at) => `| file ${at} | ${at} kB |`),
];
const code = ["```ts", ...Array.from({ length: 20 }, (_, at) => `const value${at} = compute(${at});`), "```"];
const prose = "Some *words* and `code`, and a sentence that is long enough to be broken into lines. ".repeat(8);
const parts = [
  "# A title",
  prose,
  "- one\n- two\n  1. inner",
  table.join("\n"),
  code.join("\n"),
  "> A quote",
  "$$x^2$$",
];
const pieces = [...parts, prose, prose, "The last words."].join("\n\n").match(/[\s\S]{1,16}/g) ?? [];

/** A look at the folder, then an answer of everything that Markdown has, a piece a frame or so. */
function answers(_: unknown, index: number): ScriptedReply {
  if (index === 0) return { text: story };
  if (index === 1) return { text: "I look first.", calls: [{ name: "list_dir", arguments: { path: "." } }] };
  const paced = pieces.flatMap((piece, at) => [piece, new Promise((resolve) => setTimeout(resolve, at * 12))]);
  return { reasoning: "Thinking about it for a while. ".repeat(20), deltas: paced };
}

/** These answers, of which the long one ends when the gate is opened. */
function heldOpenBy(gate: Gate): Script {
  return (_, index) => {
    const { deltas, ...reply } = answers(_, index);
    return deltas === undefined ? reply : { ...reply, deltas: [...deltas, gate.promise] };
  };
}

/** However few frames a busy machine draws while the words come, so many are looked at. */
async function enoughFrames(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate<number>("window.steady.tops.length")).toBeGreaterThan(20);
}

const startOfAnswer = (page: Page) => messages(page, "Perch").getByRole("heading", { name: "A title" });

it("keeps the row that is read where it is while an answer comes in below", async () => {
  const isSeen = createGate();
  await using bench = await openWindow({ answers: heldOpenBy(isSeen) });
  const { page } = bench;
  await say(page, "tell me");
  await finished(page, "Paragraph 39").waitFor();
  await page.evaluate(steadyProbe, "Paragraph 5 ");
  await say(page, "go on");
  await startOfAnswer(page).waitFor();
  await page.getByRole("log", { name: "Transcript" }).hover();
  await page.mouse.wheel(0, -3000);
  await page.getByText("Paragraph 5 of what was said before.", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Latest" }).waitFor();
  await page.evaluate(steadyReset);
  await enoughFrames(page);
  isSeen.open();
  await page.getByRole("button", { name: "Stop", exact: true }).waitFor({ state: "hidden" });
  const seen = await page.evaluate(steadyEnd);
  expect([Math.min(...seen.tops), Math.max(...seen.tops)]).toEqual([seen.tops[0], seen.tops[0]]);
  expect(seen.shift).toBe(0);
});

it("keeps the end in sight and moves what stands above it upwards only", async () => {
  const isSeen = createGate();
  await using bench = await openWindow({ answers: heldOpenBy(isSeen) });
  const { page } = bench;
  await say(page, "tell me");
  await finished(page, "Paragraph 39").waitFor();
  await say(page, "go on");
  await startOfAnswer(page).waitFor();
  await page.evaluate(steadyProbe, "Some words");
  await messages(page, "Perch").getByText("The last words.").waitFor();
  await enoughFrames(page);
  isSeen.open();
  await finished(page, "The last words.").waitFor();
  const seen = await page.evaluate(steadyEnd);
  const downwards = seen.tops.slice(1).map((top: number, at: number) => top - (seen.tops[at] ?? top));
  expect(Math.max(...downwards)).toBeLessThanOrEqual(1);
  expect(Math.max(...seen.below)).toBeLessThanOrEqual(2);
  expect(seen.shift).toBeLessThan(0.05);
});

async function manyFiles(home: ServedHome): Promise<void> {
  for (let at = 0; at < 60; at += 1) await home.write(`Assistant/file-${at}.txt`, "x");
}

const look: ScriptedReply = { text: "I look first.", calls: [{ name: "list_dir", arguments: { path: "." } }] };

it("does not move what is pressed while text comes in below", async () => {
  const gate = createGate();
  await using bench = await openWindow({
    folding: "steps",
    answers: [
      look,
      { deltas: ["It is", gate.promise, ...(story.match(/[\s\S]{1,200}/g) ?? []), "\n\nThe last words."] },
    ],
    prepare: manyFiles,
  });
  const { page } = bench;
  await say(page, "go on");
  await messages(page, "Perch").getByText("It is").waitFor();
  const line = step(page, /^list_dir/)
    .getByRole("button")
    .first();
  await line.hover();
  const before = await line.boundingBox();
  await page.mouse.down();
  gate.open();
  await finished(page, "The last words.").waitFor();
  expect((await line.boundingBox())?.y).toBe(before?.y);
  await page.mouse.up();
  await step(page, /^list_dir/)
    .locator("pre")
    .getByText("file-59.txt")
    .waitFor();
  expect((await line.boundingBox())?.y).toBe(before?.y);
  await page.getByRole("button", { name: "Latest" }).click();
  await expect.poll(async () => (await line.boundingBox())?.y ?? Number.NEGATIVE_INFINITY).toBeLessThan(before?.y ?? 0);
});

it("opens a step where it stands, also at the end and by key", async () => {
  await using bench = await openWindow({
    folding: "steps",
    answers: [{ text: story }, look, { text: "Done." }],
    prepare: manyFiles,
  });
  const { page } = bench;
  await say(page, "tell me");
  await finished(page, "Paragraph 39").waitFor();
  await say(page, "go on");
  await finished(page, "Done.").waitFor();
  const line = step(page, /^list_dir/)
    .getByRole("button")
    .first();
  const output = step(page, /^list_dir/)
    .locator("pre")
    .getByText("file-59.txt");
  await line.hover();
  const before = await line.boundingBox();
  await page.mouse.down();
  await page.mouse.up();
  await output.waitFor();
  await page.getByRole("button", { name: "Latest" }).waitFor();
  expect((await line.boundingBox())?.y).toBe(before?.y);
  await line.press("Enter");
  await output.waitFor({ state: "detached" });
  await line.press("Space");
  await output.waitFor();
  await page.getByRole("button", { name: "Latest" }).waitFor();
  expect((await line.boundingBox())?.y).toBe(before?.y);
});

it("keeps the line that folds the steps under the pointer", async () => {
  await using bench = await openWindow({ folding: "steps", answers: [{ text: story }, look, { text: story }] });
  const { page } = bench;
  await say(page, "tell me");
  await finished(page, "Paragraph 39").waitFor();
  await say(page, "go on");
  const turn = finished(page, "Paragraph 39").last();
  const head = turn.getByRole("button", { name: /Worked/ });
  // A message that was just sent brings its end into sight: the reader goes up once the answer is there.
  await head.waitFor();
  await page.getByRole("log", { name: "Transcript" }).hover();
  await page.mouse.wheel(0, -1300);
  await page.getByRole("button", { name: "Latest" }).waitFor();
  await head.hover();
  const before = await head.boundingBox();
  for (const isOpen of ["false", "true"]) {
    await page.mouse.down();
    await page.mouse.up();
    await expect.poll(() => head.getAttribute("aria-expanded")).toBe(isOpen);
    await turn.getByText("I look first.").waitFor({ state: isOpen === "true" ? "visible" : "hidden" });
    await expect.poll(async () => (await head.boundingBox())?.y).toBe(before?.y);
  }
});
