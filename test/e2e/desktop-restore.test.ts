import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { startDesktop } from "../support/desktop-bench.ts";

it("a restore in the desktop app ends it, and the next start has what was restored", async () => {
  await using desktop = await startDesktop({ agents: { defaults: { model: "practice/practice" } } });
  await desktop.order({ kind: "wait", selector: "textarea[data-composer]" });
  const memory = join(desktop.home, "workspace/memory/MEMORY.md");
  await writeFile(memory, "- likes tea\n");
  const made = await desktop.request("backups.make", {});
  expect(made).toMatchObject({ ok: true, value: { backup: { counts: { facts: 1 } } } });
  const { id } = (made as { readonly value: { readonly backup: { readonly id: string } } }).value.backup;
  await writeFile(memory, "- likes coffee\n");
  expect(await desktop.request("backups.restore", { id })).toMatchObject({ ok: true });
  expect(await desktop.ended()).toBe(0);
  await using again = await desktop.again();
  await again.order({ kind: "wait", selector: "textarea[data-composer]" });
  expect(await readFile(memory, "utf8")).toBe("- likes tea\n");
});
