import { describe, expect, it } from "vitest";
import { type DesktopBench, startDesktop } from "../support/desktop-bench.ts";
import type { SeenMenuItem } from "../support/electron-stand-in/protocol.ts";
import { startScriptedEndpoint } from "../support/scripted-endpoint.ts";
import { endpointSettings } from "../support/test-home.ts";

const composer = "textarea[data-composer]";

async function tray(desktop: DesktopBench) {
  return (await desktop.facts()).tray;
}

async function labels(desktop: DesktopBench): Promise<readonly string[]> {
  return ((await tray(desktop))?.menu ?? []).map(({ label }: SeenMenuItem) => label);
}

describe("the tray", () => {
  it("tells what is on, pauses, and keeps Perch when its window is closed", async () => {
    await using endpoint = await startScriptedEndpoint([{ deltas: ["Half an ans"], ending: "stall" }]);
    await using desktop = await startDesktop(endpointSettings(endpoint.baseUrl));
    await desktop.order({ kind: "click", selector: composer });
    expect(await tray(desktop)).toMatchObject({ image: "idle.png", tooltip: "Perch" });
    await desktop.order({ kind: "choose", menu: "tray", label: "Pause background work for 1 hour" });
    await expect.poll(async () => (await tray(desktop))?.image).toBe("paused.png");
    expect(await labels(desktop)).toContain("Go on with background work");
    await desktop.order({ kind: "choose", menu: "tray", label: "Go on with background work" });
    await expect.poll(async () => (await tray(desktop))?.image).toBe("idle.png");

    await desktop.order({ kind: "fill", selector: composer, text: "a long question" });
    await desktop.order({ kind: "press", selector: composer, key: "Enter" });
    await desktop.shows("Half an ans");
    await expect.poll(async () => (await tray(desktop))?.image).toBe("working.png");
    expect(await labels(desktop)).toContain("At work: a long question");

    // "Keep it in the tray", which is asked once.
    await desktop.order({ kind: "answer-dialogs", button: 0 });
    await desktop.order({ kind: "window", act: "close" });
    await expect.poll(async () => (await desktop.facts()).windows[0]?.isVisible).toBe(false);
    await desktop.order({ kind: "choose", menu: "tray", label: "At work: a long question" });
    await expect.poll(async () => (await desktop.facts()).windows[0]?.isVisible).toBe(true);
    expect((await desktop.facts()).url).toContain("#/chats/desktop");
    await desktop.order({ kind: "window", act: "close" });
    await expect.poll(async () => (await desktop.facts()).windows[0]?.isVisible).toBe(false);
    expect((await desktop.facts()).dialogs).toHaveLength(1);

    // "Do not quit", then "Stop the work and quit".
    await desktop.order({ kind: "answer-dialogs", button: 2 });
    await desktop.order({ kind: "choose", menu: "tray", label: "Quit Perch" });
    await expect.poll(async () => (await desktop.facts()).dialogs.length).toBe(2);
    await desktop.order({ kind: "answer-dialogs", button: 1 });
    await desktop.order({ kind: "choose", menu: "tray", label: "Quit Perch" });
    expect(await desktop.ended()).toBe(0);
  });

  it("is not there where nothing shows it: then closing the window ends Perch", async () => {
    await using desktop = await startDesktop(
      { agents: { defaults: { model: "practice/practice" } } },
      { machine: { hasTrayHost: false } },
    );
    await desktop.order({ kind: "wait", selector: composer });
    expect(await tray(desktop)).toBeNull();
    await desktop.order({ kind: "window", act: "close" });
    expect(await desktop.ended()).toBe(0);
  });
});
