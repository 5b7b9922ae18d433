import { expect, it } from "vitest";
import { startDesktop } from "../support/desktop-bench.ts";

it("confines commands from a process of Electron's own, which ends with the app", async () => {
  await using desktop = await startDesktop({ agents: { defaults: { model: "practice/practice" } } });
  await desktop.order({ kind: "wait", selector: "textarea[data-composer]" });
  // To be ready, one command was run confined.
  expect(await desktop.request("sandbox.describe", {})).toEqual({ ok: true, value: { kind: "ready" } });
  const { utilityScripts } = await desktop.facts();
  expect(utilityScripts).toEqual([expect.stringMatching(/sandbox-host\.js$/)]);
  expect(await desktop.quit()).toBe(0);
});
