import { describe, expect, it } from "vitest";
import { type DesktopBench, startDesktop } from "../support/desktop-bench.ts";

const practice = { agents: { defaults: { model: "practice/practice" } } };
const composer = "textarea[data-composer]";

function top(desktop: DesktopBench): Promise<unknown> {
  const script =
    "[document.documentElement.dataset.frame ?? null, document.querySelector('#root').getBoundingClientRect().top]";
  return desktop.order({ kind: "evaluate", script });
}

describe("the upper edge of the window", () => {
  it("is the page's on Windows, in its colour, and the count lies over the app's image", async () => {
    await using desktop = await startDesktop(practice, { machine: { platform: "win32" } });
    await desktop.order({ kind: "wait", selector: composer });
    expect(await top(desktop)).toEqual(["overlay", 32]);
    await expect.poll(async () => (await desktop.facts()).windows[0]?.titleBar?.color).toBe("#f1efeb");
    await desktop.order({ kind: "evaluate", script: "void (document.documentElement.dataset.theme = 'dark')" });
    await expect
      .poll(async () => (await desktop.facts()).windows[0]?.titleBar)
      .toMatchObject({
        color: "#151412",
        symbolColor: "#e8e6e2",
      });
    const { tasks, windows } = await desktop.facts();
    expect(tasks.map(({ title }) => title)).toEqual(["New chat", "Quick ask"]);
    expect(windows[0]?.overlay).toBe("");
    expect(await desktop.startAgain(["--quick-ask"])).toBe(0);
    await desktop.order({ kind: "wait", window: 1, selector: 'role=textbox[name="Question"]' });
  });

  it("is that of macOS with its three lights, and the Dock begins a chat", async () => {
    await using desktop = await startDesktop(practice, { machine: { platform: "darwin" } });
    await desktop.order({ kind: "wait", selector: composer });
    expect(await top(desktop)).toEqual(["mac", 32]);
    expect((await desktop.facts()).windows[0]?.options.titleBarStyle).toBe("hiddenInset");
    await desktop.order({ kind: "window", act: "close" });
    await desktop.order({ kind: "choose", menu: "dock", label: "New chat" });
    await expect.poll(async () => (await desktop.facts()).windows[0]?.isVisible).toBe(true);
  });
});
