import { once } from "node:events";
import { createServer } from "node:http";
import type { Page } from "playwright-core";
import { afterAll, expect, it } from "vitest";
import { loadCarriers, scriptPayloads } from "../../support/hostile.ts";
import { markdownShapes, shapeSize } from "../../support/markdown-shapes.ts";
import {
  button,
  closeBrowser,
  composer,
  finished,
  messages,
  openWindow,
  say,
  step,
  type WindowBench,
} from "../../support/window-bench.ts";

/* What others wrote runs no script and loads nothing, wherever it is shown. */

afterAll(closeBrowser);

/** A server that nothing may ask. */
async function startTrap() {
  const seen: string[] = [];
  const server = createServer((request, response) => {
    seen.push(request.url ?? "");
    response.end("window.__hit=1");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return {
    seen,
    url: `http://127.0.0.1:${port}`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

const chunk = 24;

/** Many payloads a message, so that few messages hold them all. */
function inMessages(payloads: readonly string[]): readonly string[] {
  const count = Math.ceil(payloads.length / chunk);
  return Array.from({ length: count }, (_, at) => payloads.slice(at * chunk, (at + 1) * chunk).join("\n\n"));
}

/** Since its version 156 Chromium tells of a handler also where it lies in a document that nobody sees, before it is taken out. */
const purifiedHandler = /Executing inline event handler violates/;

function watchDialogs(bench: WindowBench): readonly string[] {
  const dialogs: string[] = [];
  bench.page.on("dialog", (dialog) => {
    dialogs.push(dialog.message());
    dialog.dismiss().catch((cause: unknown) => dialogs.push(String(cause)));
  });
  return dialogs;
}

async function expectNoHit(page: Page): Promise<void> {
  const protocols = await page.evaluate<string[]>("[...document.links].map((link) => link.protocol)");
  expect(protocols.filter((protocol) => !["http:", "https:", "mailto:"].includes(protocol))).toEqual([]);
  expect(await page.evaluate<unknown>("window.__hit")).toBeUndefined();
  expect(
    await page.locator("[role=log] :is(script, iframe, object, embed, form, base, link, meta, style)").count(),
  ).toBe(0);
}

const pieces = (text: string) => text.match(/[\s\S]{1,3}/g) ?? [];

it("draws hostile answers, whole and in small pieces, without a script and without a request", async () => {
  await using trap = await startTrap();
  const texts = inMessages([...scriptPayloads(), ...loadCarriers(trap.url)]);
  expect(scriptPayloads().length).toBeGreaterThanOrEqual(200);
  expect(loadCarriers(trap.url).length).toBeGreaterThanOrEqual(40);
  await using bench = await openWindow({
    answers: (_, index) => {
      const text = texts[Math.floor(index / 2)] ?? "";
      return index % 2 === 0
        ? { text: `${text}\n\nend ${index}.` }
        : { deltas: [...pieces(text), `\n\nend ${index}.`] };
    },
  });
  const { page } = bench;
  const dialogs = watchDialogs(bench);
  bench.allow(purifiedHandler);
  for (let index = 0; index < texts.length * 2; index += 1) {
    await say(page, `number ${index}`);
    await finished(page, `end ${index}.`).waitFor();
    await expectNoHit(page);
  }
  for (const draw of await page.getByRole("button", { name: /draw/i }).all()) await draw.click();
  await page.mouse.move(700, 400);
  await expectNoHit(page);
  expect(dialogs).toEqual([]);
  expect(trap.seen).toEqual([]);
});

it("does the same with what tools put out, what the person writes, titles and names of files", async () => {
  await using trap = await startTrap();
  const payloads = [...scriptPayloads(), ...loadCarriers(trap.url)];
  const names = payloads.filter((text) => !/[/\0\n]/.test(text) && Buffer.byteLength(text) < 200).slice(0, 60);
  await using bench = await openWindow({
    answers: (_, index) =>
      index % 2 === 0
        ? { calls: [{ name: "read_file", arguments: { path: "hostile.md" } }] }
        : { text: `seen ${index}.` },
    prepare: async (home) => {
      await home.write("Assistant/hostile.md", payloads.join("\n\n"));
      for (const name of names) await home.write(`Assistant/${name}`, "x");
    },
  });
  const { page } = bench;
  const dialogs = watchDialogs(bench);
  bench.allow(purifiedHandler);
  await say(page, inMessages(payloads).join("\n\n"));
  await finished(page, "seen 1.").waitFor();
  await step(page, "read_file hostile.md").getByRole("button").first().click();
  await step(page, "read_file hostile.md").locator("pre").first().waitFor();
  await expectNoHit(page);
  await button(page, "Open inspector").click();
  const tree = page.getByRole("tree", { name: "Files" });
  await tree.getByRole("treeitem").first().focus();
  // The tree draws what is in sight: each name comes by once.
  for (const _ of names) await page.keyboard.press("ArrowDown");
  await expectNoHit(page);
  await page.getByRole("searchbox", { name: "Filter by name" }).fill("hostile.md");
  await tree.getByRole("treeitem", { name: "hostile.md" }).click();
  await button(page, "Preview").click();
  await page
    .getByRole("region", { name: /Preview of hostile/ })
    .locator("[data-markdown]")
    .waitFor();
  await expectNoHit(page);
  await page.getByRole("tab", { name: "Chat", exact: true }).click();
  for (const title of names.slice(0, 12)) {
    await button(page, "Chat menu").click();
    await page.getByRole("menuitem", { name: "Rename" }).click();
    await page.getByRole("textbox", { name: "Title" }).fill(title);
    await page.getByRole("textbox", { name: "Title" }).press("Enter");
    await page.getByRole("heading", { name: title.trim(), exact: true }).first().waitFor();
  }
  await page.keyboard.press("Control+k");
  await page.getByRole("dialog", { name: "Command palette" }).waitFor();
  await page.keyboard.press("Escape");
  await composer(page).waitFor();
  await messages(page, "You").first().waitFor();
  await expectNoHit(page);
  expect(dialogs).toEqual([]);
  expect(trap.seen).toEqual([]);
});

it("stays alive with answers that are hard to draw, and survives a reload", async () => {
  const shapes = ["star letter underscore", "quotes", "nested list"] as const;
  await using bench = await openWindow({
    answers: (_, index) => ({ text: `${markdownShapes[shapes[index] ?? "stars"]?.(shapeSize)}\n\nend ${index}.` }),
  });
  const { page } = bench;
  for (const index of shapes.keys()) {
    await say(page, `number ${index}`);
    await messages(page, "Perch").last().getByText("Shown as plain text").first().waitFor();
    await composer(page).fill("still here");
    await composer(page).fill("");
  }
  await page.reload();
  await messages(page, "Perch").last().getByText("Shown as plain text").first().waitFor();
  await button(page, "New chat").first().click();
  await composer(page).waitFor();
});

it("a file or a link that is dropped opens nothing, and one on the chat is attached", async () => {
  await using bench = await openWindow();
  const { page } = bench;
  await say(page, 'say "hello"');
  await messages(page, "Perch").first().waitFor();
  const drop = (selector: string, kind: "file" | "link") =>
    page.evaluate<boolean>(`(() => {
      const data = new DataTransfer();
      if (${kind === "file"}) data.items.add(new File(["x"], "dropped.txt", { type: "text/plain" }));
      else data.setData("text/uri-list", "https://evil.example/");
      const target = document.querySelector(${JSON.stringify(selector)});
      const events = ["dragover", "drop"].map((type) =>
        new DragEvent(type, { dataTransfer: data, bubbles: true, cancelable: true }));
      return events.every((event) => !target.dispatchEvent(event));
    })()`);
  expect(await drop("[role=log]", "link")).toBe(true);
  expect(await drop("nav", "file")).toBe(true);
  expect(await page.getByText("dropped.txt").count()).toBe(0);
  expect(await drop("[role=log]", "file")).toBe(true);
  await page.getByText("dropped.txt").waitFor();
});
