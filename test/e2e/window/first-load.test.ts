import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { readFirstLoad } from "../../support/first-load.ts";

/* What a page reads before the window is painted for the first time. What may come later is loaded so: decision 0034. */

const root = join(import.meta.dirname, "../../..");
const folder = join(root, "out/renderer");
const mostBytes = 320_000;

const files = readFirstLoad(folder);
const code = files.map(({ name }) => readFileSync(join(folder, name), "utf8")).join("\n");

/** The window is built once more, as it is sent, to tell them. */
function heaviestParts(): string {
  const env = { ...process.env, NODE_ENV: "production" };
  return execFileSync(process.execPath, [join(root, "scripts/weigh-window.ts")], { env, encoding: "utf8" });
}

it("is at most 320 kB on the way: the page, its scripts and its styles", () => {
  const all = files.reduce((sum, { gzipBytes }) => sum + gzipBytes, 0);
  expect(files.some(({ name }) => name.endsWith(".css"))).toBe(true);
  expect(all, all <= mostBytes ? "" : `what weighs most:\n${heaviestParts()}`).toBeLessThanOrEqual(mostBytes);
  // A walk that misses what a chat needs would pass any bound.
  expect(all).toBeGreaterThan(mostBytes / 2);
});

it("says the order of the layers before any sheet, for the sheets of the build come in any order", () => {
  const html = readFileSync(join(root, "out/renderer/index.html"), "utf8");
  const order = html.search(/@layer base, ?controls, ?parts;/);
  expect(order).toBeGreaterThan(0);
  expect(order).toBeLessThan(html.indexOf('rel="stylesheet"'));
});

it("has no page but the chat in it, no schemas, and no sentence of the agent's side", () => {
  for (const key of ["knowledge.memory", "skills.new", "settings.foldingHint", "first.title", "usage.emptyTitle"])
    expect(code).not.toContain(key);
  expect(code).not.toContain("transfer.save");
  expect(code).not.toContain("ZodObject");
  for (const key of ["diagnose.", "doctor.", "terminal.", "cli."]) expect(code).not.toContain(`"${key}`);
  expect(code).toContain("model.switched");
});
