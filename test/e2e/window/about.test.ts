import { afterAll, expect, it } from "vitest";
import { closeBrowser, openWindow } from "../../support/window-bench.ts";

afterAll(closeBrowser);

it("says what Perch is made of, finds a part, and shows its licence", async () => {
  await using bench = await openWindow({ answers: [] });
  const { page } = bench;
  await page.evaluate('location.hash = "#/settings"');
  const about = page.getByRole("region", { name: "About" });
  await about.getByRole("button", { name: "Parts by others, with their licences" }).click();
  const parts = about.getByRole("list", { name: "Parts by others, with their licences" });
  await parts.getByText("react 19").waitFor();
  const all = await parts.getByRole("listitem").count();
  expect(all).toBeGreaterThan(100);
  await expect.poll(() => about.getByRole("status").textContent()).toBe(`Parts found: ${all}`);

  const search = about.getByRole("searchbox", { name: "Find a part" });
  await search.fill("better-sqlite");
  await parts.getByRole("button", { name: /^better-sqlite3 .* · MIT$/ }).click();
  await parts.getByText("Permission is hereby granted").waitFor();
  await search.fill("no such part");
  await about.getByText("Nothing is called “no such part”.").waitFor();
});
