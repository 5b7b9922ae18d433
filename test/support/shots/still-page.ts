import type { Browser, Page } from "playwright-core";
import { stillTime, stillZone, stopDate } from "./still-time.ts";

/**
 * What is drawn anew in part has other edges than what is drawn at once, and letters on a layer of their own other colours:
 * a shade, by which part came first.
 */
export const stillBrowser = ["--disable-partial-raster", "--disable-lcd-text"];

/** A page whose day stands still, and in which what is made by chance (the names of new chats) is made in order. */
export async function openStillPage(browser: Browser, theme: "light" | "dark"): Promise<Page> {
  const context = await browser.newContext({
    colorScheme: theme,
    reducedMotion: "reduce",
    locale: "en-US",
    timezoneId: stillZone,
    viewport: { width: 1280, height: 800 },
  });
  context.setDefaultTimeout(8000);
  await context.addInitScript(stopDate, stillTime);
  await context.addInitScript(countChances);
  return context.newPage();
}

/** Uses nothing around it: a page gets it as text. */
function countChances(): void {
  let count = 0;
  crypto.getRandomValues = (given) => {
    count += 1;
    if (given instanceof Uint8Array || given instanceof Uint32Array) given.fill(count);
    return given;
  };
}
