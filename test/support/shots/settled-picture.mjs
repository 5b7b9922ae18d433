import { writeFile } from "node:fs/promises";
import { settledLook } from "./settled-look.ts";

const betweenLooksMs = 120;

/** Monaco draws its caret itself, and lets it blink by a clock of its own. */
const style = ".monaco-editor .cursors-layer { visibility: hidden !important; }";

/** Goes after some seconds; one that offers an act stays, since the clock stands still for so long. */
const notice = "[data-notice]:not(:has(button))";

/** Words that are others in each run and tell nothing of the state, and what stands for them: the number of a process. */
const chances = [{ pattern: "^pid \\d+$", words: "pid 4321" }];

/**
 * Takes the page once two looks in a row agree. The pointer lies in the corner, or on `hovered` where that is what is to be
 * seen. False where the page never came to rest: the last look is kept.
 */
export async function settledPicture(page, path, hovered) {
  if (hovered === undefined) await page.mouse.move(0, 0);
  else await hovered.hover();
  await page.locator(notice).first().waitFor({ state: "hidden" });
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  async function look() {
    await page.evaluate(replaceChances, chances);
    return page.screenshot({ animations: "disabled", caret: "hide", style });
  }
  const { picture, isSettled } = await settledLook(look, () => page.waitForTimeout(betweenLooksMs));
  await writeFile(path, picture);
  return isSettled;
}

/** Uses nothing around it: the page gets it as text. */
function replaceChances(given) {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
    for (const { pattern, words } of given) {
      const now = text.data.replace(new RegExp(pattern), words);
      if (now !== text.data) text.data = now;
    }
  }
}
