import { describe, expect, it } from "vitest";
import { type DesktopBench, type DesktopOptions, startDesktop } from "../support/desktop-bench.ts";
import { startScriptedEndpoint } from "../support/scripted-endpoint.ts";
import { endpointSettings } from "../support/test-home.ts";

const composer = "textarea[data-composer]";
const field = 'role=textbox[name="Question"]';

/** Quick ask is the second window. */
async function ask(desktop: DesktopBench, words: string): Promise<void> {
  await desktop.order({ kind: "fill", window: 1, selector: field, text: words });
  await desktop.order({ kind: "press", window: 1, selector: field, key: "Enter" });
}

async function shows(desktop: DesktopBench, words: string): Promise<void> {
  await desktop.order({ kind: "wait", window: 1, selector: `text=${words}` });
}

async function opened(settings: object | null, options?: DesktopOptions): Promise<DesktopBench> {
  const desktop = await startDesktop(settings, options);
  await desktop.order({ kind: "wait", selector: settings === null ? "text=Choose a model" : composer });
  await desktop.order({ kind: "shortcut", accelerator: "Alt+Space" });
  await desktop.order({ kind: "wait", window: 1, selector: field });
  return desktop;
}

describe("Quick ask", () => {
  it("answers in place with what was copied, closes with Escape, and its chat opens in the window", async () => {
    await using endpoint = await startScriptedEndpoint([
      { deltas: ["**21** working ", "days."] },
      { calls: [{ name: "write_file", arguments: { path: "a.txt", content: "x" } }] },
    ]);
    await using desktop = await opened(endpointSettings(endpoint.baseUrl), {
      machine: { platform: "darwin", clipboard: "one\ntwo" },
    });
    expect((await desktop.facts()).windows[1]).toMatchObject({
      isFocused: true,
      bounds: { x: 640, y: 194, width: 640 },
      options: { frame: false, alwaysOnTop: true, type: "panel" },
    });
    const lowHeight = (await desktop.facts()).windows[1]?.bounds.height ?? 0;
    await shows(desktop, "Clipboard, 2 lines");
    await desktop.order({ kind: "click", window: 1, selector: 'role=button[name="Attach"]' });
    await ask(desktop, "How many days?");
    await desktop.order({ kind: "wait", window: 1, selector: "strong:has-text('21')" });
    await shows(desktop, "closes, the answer stays");
    // What is on screen is not told by the system as well.
    expect((await desktop.facts()).notifications).toEqual([]);
    expect(endpoint.requests.at(-1)?.body.messages.at(-1)?.content).toContain("How many days?\n\n```\none\ntwo\n```");
    await expect.poll(async () => (await desktop.facts()).windows[1]?.bounds.height).toBeGreaterThan(lowHeight);

    // The window is there too, and keeps the focus within the app.
    await desktop.order({ kind: "press", window: 1, selector: field, key: "Escape" });
    await expect.poll(async () => (await desktop.facts()).windows[1]?.isVisible).toBe(false);
    expect((await desktop.facts()).timesHidden).toBe(0);
    await desktop.order({ kind: "window", act: "close" });
    await desktop.order({ kind: "shortcut", accelerator: "Alt+Space" });
    await expect.poll(async () => (await desktop.facts()).windows[1]?.isVisible).toBe(true);
    await desktop.order({ kind: "press", window: 1, selector: field, key: "Escape" });
    await expect.poll(async () => (await desktop.facts()).timesHidden).toBe(1);

    await desktop.order({ kind: "shortcut", accelerator: "Alt+Space" });
    await ask(desktop, "write it down");
    await shows(desktop, "Perch needs you");
    await desktop.order({ kind: "click", window: 1, selector: 'role=button[name="Open in Perch"]' });
    await desktop.order({ kind: "wait", selector: "role=group[name=Approval]" });
    await expect
      .poll(async () => (await desktop.facts()).windows.map(({ isVisible }) => isVisible))
      .toEqual([true, false]);
    await desktop.order({ kind: "wait", selector: "text=How many days?" });
  });

  it("says that no model is set up, and opens the window", async () => {
    await using desktop = await opened(null, { machine: { hasTrayHost: false } });
    await shows(desktop, "No model is set up yet");
    await desktop.order({ kind: "click", window: 1, selector: 'role=button[name="Open in Perch"]' });
    await expect.poll(async () => (await desktop.facts()).windows[1]?.isVisible).toBe(false);
    await desktop.shows("Choose a model");
  });
});
