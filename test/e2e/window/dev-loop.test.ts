import { afterAll, expect, it } from "vitest";
import { startDevLoop } from "../../support/dev-loop.ts";
import { processesOf } from "../../support/run-command.ts";
import { createServedHome } from "../../support/served-home.ts";
import { closeBrowser, composer, finished, say, sharedBrowser } from "../../support/window-bench.ts";

/* npm run dev: what is saved shows in the open page. */

afterAll(closeBrowser);

it("shows a saved component in a page that keeps its state, and runs a saved agent that the page comes back to", async () => {
  await using home = await createServedHome();
  await home.config({ agents: { defaults: { model: "practice/practice" } } });
  await using loop = await startDevLoop(home);
  const context = await (await sharedBrowser()).newContext();
  await using _closed = { [Symbol.asyncDispose]: () => context.close() };
  // A bound against hanging: what is asked for is built as it is asked for.
  context.setDefaultTimeout(120_000);
  const page = await context.newPage();
  let loads = 0;
  page.on("load", () => {
    loads += 1;
  });
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(error.message));
  await page.goto(loop.url);
  await say(page, "say 3 words");
  await finished(page, "one small bird").waitFor();
  const stranger = await fetch(new URL("/", page.url()), { method: "HEAD" });
  expect(stranger.status).toBe(401);
  loads = 0;
  await composer(page).fill("half a thou");

  await loop.replace(
    "src-renderer/features/chat/composer.tsx",
    "className={styles.composer}",
    'className={styles.composer} data-edited=""',
  );
  await page.locator("form[data-edited]").waitFor();
  expect(await composer(page).inputValue()).toBe("half a thou");

  const replaced = loop.nextAgent();
  await loop.replace("src-main/models/practice/practice-model.ts", '"bird"', '"owl"');
  await replaced;
  const gone = page.getByText("The connection to the agent is gone.");
  // The page may notice it late, or have come back before anybody looked.
  await gone.waitFor({ timeout: 10_000 }).catch(() => undefined);
  await gone.waitFor({ state: "hidden" });
  expect(await composer(page).inputValue()).toBe("half a thou");
  await say(page, "say 3 words");
  await finished(page, "one small owl").waitFor();
  expect({ loads, errors }).toEqual({ loads: 0, errors: [] });

  expect(await loop.interrupt()).toBe(0);
  expect(await processesOf(home.home)).toEqual([]);
});
