import type { Page } from "playwright-core";
import { afterAll, expect, it } from "vitest";
import {
  button,
  closeBrowser,
  composer,
  finished,
  gone,
  messages,
  openWindow,
  say,
} from "../../support/window-bench.ts";

/* Pictures of this computer in answers and messages, long messages, and what is dropped. */

afterAll(closeBrowser);

/** A picture of one point. */
const png = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

const answer = [
  "![First](receipts/photo.png)",
  "![Second](second.png)",
  "![Gone](nothing.png) ![Out](/etc/hostname) ![Far](https://a.example/p.png)",
  "end.",
].join("\n\n");

function openPictures() {
  return openWindow({
    answers: () => ({ text: answer }),
    prepare: async (home) => {
      await home.write("Assistant/receipts/photo.png", png);
      await home.write("Assistant/second.png", png);
    },
  });
}

const focused = (page: Page) => page.evaluate<string>("document.activeElement.getAttribute('aria-label') ?? ''");

it("shows pictures of the work folder, large when pressed, and goes through them by the keyboard", async () => {
  await using bench = await openPictures();
  const { page } = bench;
  await say(page, "show them");
  const shown = finished(page, "end.");
  await button(shown, "Enlarge First").waitFor();
  await button(shown, "Enlarge Second").waitFor();
  await shown.getByText("Gone is not shown").waitFor();
  await shown.getByText("Out is not shown").waitFor();
  await button(shown, "Open in browser").waitFor();
  const addresses = await page.evaluate<string[]>(
    "[...document.querySelectorAll('[role=log] img')].map((image) => image.src)",
  );
  expect(addresses.length).toBe(2);
  expect(addresses.every((address) => address.startsWith("blob:"))).toBe(true);

  await button(shown, "Enlarge First").focus();
  await page.keyboard.press("Enter");
  const large = page.getByRole("dialog", { name: "First" });
  await large.getByText("1 of 2").waitFor();
  await page.keyboard.press("ArrowRight");
  await page.getByRole("dialog", { name: "Second" }).getByText("2 of 2").waitFor();
  await page.keyboard.press("ArrowRight");
  await large.waitFor();
  for (let count = 0; count < 8; count += 1) {
    await page.keyboard.press("Tab");
    expect(await page.evaluate<boolean>("document.activeElement.closest('[role=dialog]') !== null")).toBe(true);
  }
  await page.keyboard.press("Escape");
  await gone(page.getByRole("dialog"));
  await expect.poll(() => focused(page)).toBe("Enlarge First");
});

it("shows attached pictures small and files by name and size, before and after they are sent, and opens both", async () => {
  await using bench = await openPictures();
  const { page } = bench;
  const chosen = page.waitForEvent("filechooser");
  await button(page, "Attach").click();
  await (await chosen).setFiles([
    { name: "shot.png", mimeType: "image/png", buffer: png },
    { name: "list.txt", mimeType: "text/plain", buffer: Buffer.from("milk, eggs") },
  ]);
  const before = page.getByRole("list", { name: "Attached files" });
  await button(before, "Enlarge shot.png").waitFor();
  await before.getByText("10 B").waitFor();
  await say(page, "what is this?");
  await finished(page, "end.").waitFor();
  const sent = messages(page, "You").getByRole("list", { name: "Files of this message" });
  await sent.getByRole("button", { name: /^list\.txt/ }).click();
  await page.getByRole("dialog", { name: "list.txt" }).getByText("milk, eggs").waitFor();
  await page.keyboard.press("Escape");
  await expect.poll(() => page.evaluate<string>("document.activeElement.textContent")).toContain("list.txt");
  await page.reload();
  const box = await button(sent, "Enlarge shot.png").boundingBox();
  expect([box?.width, box?.height]).toEqual([56, 56]);
});

it("folds a long message of the person, and shows all of it where it stands, when asked and for what is looked for", async () => {
  await using bench = await openPictures();
  const { page } = bench;
  await say(page, Array.from({ length: 80 }, (_, index) => `line ${index}`).join("\n"));
  await finished(page, "end.").waitFor();
  const mine = messages(page, "You");
  const height = async (): Promise<number> => (await mine.getByText("line 0").boundingBox())?.height ?? 0;
  const folded = await height();
  // Where the message begins in each frame of what the press does, which is held for thirty at most.
  const tops = page.evaluate<number[]>(`new Promise((resolve) => {
    const [words, seen] = [document.querySelector("[role=log] p.typed"), []];
    const look = () => {
      seen.push(words.getBoundingClientRect().top);
      if (seen.length < 60) requestAnimationFrame(look);
      else resolve(seen);
    };
    addEventListener("pointerup", look, { once: true });
  })`);
  await button(mine, "Show all").click();
  await button(mine, "Show less").waitFor();
  expect(folded).toBeLessThan(await height());
  expect(folded).toBe(12 * 24);
  const seen = await tops;
  expect(Math.max(...seen) - Math.min(...seen)).toBeLessThan(1);
  await button(mine, "Show less").click();
  await button(mine, "Show all").waitFor();
  await page.keyboard.press("ControlOrMeta+f");
  await page.keyboard.type("line 77");
  await button(mine, "Show less").waitFor();
});

it("marks the sheet while files are dragged over the window, and takes a drop on the transcript", async () => {
  await using bench = await openPictures();
  const { page } = bench;
  await say(page, "hello");
  await finished(page, "end.").waitFor();
  const drag = (type: string, target: string) =>
    page.evaluate(`(() => {
      const data = new DataTransfer();
      data.items.add(new File(["x"], "dropped.txt", { type: "text/plain" }));
      const options = { dataTransfer: data, bubbles: true, cancelable: true };
      document.querySelector(${JSON.stringify(target)}).dispatchEvent(new DragEvent(${JSON.stringify(type)}, options));
    })()`);
  const sign = page.getByText("Drop to attach");
  await drag("dragenter", "nav");
  await sign.waitFor();
  await drag("dragleave", "body");
  await gone(sign);
  await drag("dragenter", "[role=log]");
  await sign.waitFor();
  await drag("drop", "[role=log]");
  await gone(sign);
  await page
    .getByRole("list", { name: "Attached files" })
    .getByRole("button", { name: /^dropped\.txt/ })
    .waitFor();
  await composer(page).waitFor();
});
