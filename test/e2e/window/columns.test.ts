import type { Page } from "playwright-core";
import { afterAll, expect, it } from "vitest";
import { button, closeBrowser, composer, openWindow } from "../../support/window-bench.ts";

/* The list and the right column are as wide as a person wants them. */

afterAll(closeBrowser);

const edge = (page: Page, name: "list" | "right column") =>
  page.getByRole("separator", { name: `Width of the ${name}` });
const widthOf = async (page: Page, name: "list" | "right column") => {
  const column =
    name === "list"
      ? page.getByRole("complementary", { name: "Chats" })
      : page.getByRole("region", { name: "Inspector" });
  return Math.round((await column.boundingBox())?.width ?? 0);
};

async function dragBy(page: Page, name: "list" | "right column", x: number): Promise<void> {
  const box = await edge(page, name).boundingBox();
  if (box === null) throw new Error("the edge is not shown");
  const [left, top] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(left, top);
  await page.mouse.down();
  await page.mouse.move(left + x / 2, top);
  await page.mouse.move(left + x, top);
  await page.mouse.up();
}

it("is dragged, moved by keys, bounded, remembered, and goes back by a double click", async () => {
  await using bench = await openWindow();
  const { page } = bench;
  await composer(page).waitFor();
  const list = edge(page, "list");
  const byItself = await widthOf(page, "list");
  await dragBy(page, "list", 40);
  expect(await widthOf(page, "list")).toBe(byItself + 40);
  await expect.poll(() => list.getAttribute("aria-valuenow")).toBe(String(byItself + 40));
  await page.reload();
  await composer(page).waitFor();
  expect(await widthOf(page, "list")).toBe(byItself + 40);
  await dragBy(page, "list", 600);
  expect(await widthOf(page, "list")).toBe(360);
  await list.focus();
  await page.keyboard.press("ArrowLeft");
  expect(await widthOf(page, "list")).toBe(344);
  await page.keyboard.press("Home");
  expect(await widthOf(page, "list")).toBe(224);
  await page.keyboard.press("End");
  expect(await widthOf(page, "list")).toBe(360);
  await page.keyboard.press("Enter");
  expect(await widthOf(page, "list")).toBe(byItself);
  await dragBy(page, "list", 40);
  await list.dblclick();
  expect(await widthOf(page, "list")).toBe(byItself);
});

it("leaves 480 px for the transcript, whatever was chosen and however narrow the window gets", async () => {
  await using bench = await openWindow();
  const { page } = bench;
  await composer(page).waitFor();
  await edge(page, "list").focus();
  await page.keyboard.press("End");
  await button(page, "Open inspector").click();
  const right = edge(page, "right column");
  await right.focus();
  const before = await widthOf(page, "right column");
  await page.keyboard.press("ArrowLeft");
  await expect.poll(() => widthOf(page, "right column")).toBeGreaterThan(before);
  await page.keyboard.press("End");
  const left = async (): Promise<number> => {
    const log = await page.getByRole("log", { name: "Transcript" }).boundingBox();
    return Math.round(log?.width ?? 0);
  };
  await expect.poll(left).toBe(480);
  for (const width of [1280, 1180, 1100, 900]) {
    await page.setViewportSize({ width, height: 800 });
    await expect.poll(left).toBeGreaterThanOrEqual(480);
    expect(await page.evaluate("document.documentElement.scrollWidth - innerWidth")).toBe(0);
  }
});
