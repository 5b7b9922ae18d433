import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { startDesktop } from "../support/desktop-bench.ts";
import { startScriptedEndpoint } from "../support/scripted-endpoint.ts";
import { endpointSettings } from "../support/test-home.ts";

const composer = "textarea[data-composer]";

it("brings a page that crashed back in place, and has a page of its own at the third time", async () => {
  await using endpoint = await startScriptedEndpoint([{ deltas: ["Half an ans"], ending: "stall" }]);
  await using desktop = await startDesktop(endpointSettings(endpoint.baseUrl));
  await desktop.order({ kind: "click", selector: composer });
  await desktop.order({ kind: "fill", selector: composer, text: "a long question" });
  await desktop.order({ kind: "press", selector: composer, key: "Enter" });
  await desktop.shows("Half an ans");
  await desktop.order({ kind: "fill", selector: composer, text: "not sent yet" });
  const { url } = await desktop.facts();

  await desktop.order({ kind: "window", act: "crash" });
  await desktop.order({ kind: "wait", selector: `${composer}:has-text("not sent yet")` });
  await desktop.shows("Half an ans");
  expect((await desktop.facts()).url).toBe(url);

  // "Load it again", which ends the page's process too.
  await desktop.order({ kind: "answer-dialogs", button: 1 });
  await desktop.order({ kind: "window", act: "unresponsive" });
  await desktop.order({ kind: "wait", selector: `${composer}:has-text("not sent yet")` });
  expect((await desktop.facts()).dialogs.map(({ message }) => message)).toEqual(["The window does not react"]);

  await desktop.order({ kind: "window", act: "crash" });
  await desktop.shows("The window of Perch closed unexpectedly several times");
  await desktop.order({ kind: "click", selector: 'role=link[name="Open the log"]' });
  await expect.poll(async () => (await desktop.facts()).opened).toEqual([join(desktop.home, "logs")]);
  expect(await desktop.request("system.status", {})).toMatchObject({ value: { runs: [{ state: "running" }] } });
  const [log = ""] = await readdir(join(desktop.home, "logs"));
  expect(await readFile(join(desktop.home, "logs", log), "utf8")).toContain("the page of the window is gone");
  await desktop.order({ kind: "click", selector: 'role=link[name="Try again"]' });
  await desktop.order({ kind: "wait", selector: `${composer}:has-text("not sent yet")` });
  expect((await desktop.facts()).url).toBe(url);
});
