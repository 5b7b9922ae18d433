import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { startDesktop } from "../support/desktop-bench.ts";

const practice = { agents: { defaults: { model: "practice/practice" } } };
const composer = "textarea[data-composer]";

describe("the settings of the desktop", () => {
  it("say what the system made of them, and power events reach the schedules", async () => {
    const chosen = await mkdtemp(join(tmpdir(), "perch-chosen-"));
    onTestFinished(() => rm(chosen, { recursive: true, force: true }));
    await using desktop = await startDesktop(practice, { machine: { takenShortcuts: ["Alt+Space"], chosen } });
    await desktop.order({ kind: "wait", selector: composer });
    await desktop.order({ kind: "choose", menu: "app", label: "Settings…" });
    await desktop.shows("Another program has this key");
    await desktop.shows("This Perch runs from its sources");
    await desktop.order({ kind: "click", selector: 'role=button[name="Show one"]' });
    await desktop.shows("The system showed the last one.");
    expect((await desktop.facts()).notifications).toMatchObject([{ title: "Perch can reach you" }]);

    await desktop.order({ kind: "click", selector: 'role=button[name="Choose a folder…"]' });
    await expect
      .poll(async () => (await desktop.facts()).dialogs)
      .toEqual([{ message: desktop.work, buttons: ["openDirectory", "createDirectory"] }]);
    const config = async () => JSON.parse(await readFile(join(desktop.home, "config.json"), "utf8"));
    await expect.poll(async () => (await config()).agents.defaults.workFolder).toBe(chosen);

    const key = 'role=textbox[name="Key for Quick ask"]';
    await desktop.order({ kind: "fill", selector: key, text: "Control+Shift+P" });
    await desktop.order({ kind: "press", selector: key, key: "Enter" });
    await expect.poll(async () => (await desktop.facts()).shortcuts).toEqual(["Control+Shift+P"]);
    await desktop.order({ kind: "click", selector: 'role=switch[name="Start at login"]' });
    const autostart = join(desktop.user, ".config/autostart/perch.desktop");
    await expect.poll(() => readFile(autostart, "utf8").catch(() => "")).toContain("--hidden");
    await desktop.order({ kind: "choose", menu: "app", label: "Zoom in" });
    expect((await desktop.facts()).windows).toMatchObject([{ zoom: 1 }]);

    await desktop.order({ kind: "power", event: "suspend" });
    await desktop.order({ kind: "power", event: "resume" });
    await desktop.order({ kind: "shortcut", accelerator: "Control+Shift+P" });
    await desktop.order({ kind: "wait", window: 1, selector: 'role=textbox[name="Question"]' });
    // It is held up until everything is written.
    expect(await desktop.order({ kind: "power", event: "shutdown" })).toBe(true);
    expect(await desktop.ended()).toBe(0);
  });
});
