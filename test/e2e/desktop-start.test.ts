import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type DesktopBench, startDesktop } from "../support/desktop-bench.ts";

const practice = { agents: { defaults: { model: "practice/practice" } } };
const composer = "textarea[data-composer]";

function written(desktop: DesktopBench): Promise<unknown> {
  return desktop.order({ kind: "evaluate", script: `document.querySelector("${composer}")?.value ?? null` });
}

describe("the start of the desktop app", () => {
  it("has its window where it was left, and keeps a broken file beside", async () => {
    await using desktop = await startDesktop(practice);
    await desktop.order({ kind: "wait", selector: composer });
    const bounds = { x: 300, y: 120, width: 1000, height: 700 };
    await desktop.order({ kind: "move", bounds });
    await desktop.order({ kind: "window", act: "maximize" });
    expect(await desktop.quit()).toBe(0);
    const kept = join(desktop.home, "desktop", "desktop.json");
    expect(JSON.parse(await readFile(kept, "utf8"))).toMatchObject({ bounds, isMaximised: true });
    {
      await using next = await desktop.again();
      await next.order({ kind: "wait", selector: composer });
      expect((await next.facts()).windows).toMatchObject([{ bounds, isMaximized: true, isVisible: true }]);
      expect(await next.quit()).toBe(0);
    }
    await writeFile(kept, '{"bounds": {"x"');
    await using broken = await desktop.again();
    await broken.order({ kind: "wait", selector: composer });
    expect((await broken.facts()).windows).toMatchObject([
      { bounds: { width: 1280, height: 800 }, isMaximized: false },
    ]);
    const aside = (await readdir(join(desktop.home, "desktop"))).filter((name) => name.startsWith("desktop.broken-"));
    expect(aside).toHaveLength(1);
  });
});

/** Parts of the main process that no first window needs; each is a bundle of its own, by the first of its name. */
const laterBundles = [
  "mcp-servers-",
  "sandbox-",
  "openai-client-",
  "http-server-",
  "chat-import-",
  "export-chat-",
  "pdfjs-",
];
/** The same of the page. */
const laterParts = ["monaco-", "mermaid", "katex-"];

describe("a start of the desktop app", () => {
  it("loads nothing that its first window does not need", async () => {
    await using desktop = await startDesktop(practice);
    await desktop.order({ kind: "wait", selector: composer });
    const { loaded } = await desktop.facts();
    expect(loaded).toContain("desktop.js");
    const bundles = await readdir(join(import.meta.dirname, "../../out/main/chunks"));
    for (const name of laterBundles) {
      expect(bundles.filter((bundle) => bundle.startsWith(name))).not.toEqual([]);
      expect(loaded.filter((bundle) => bundle.startsWith(name))).toEqual([]);
    }
    const script = "performance.getEntriesByType('resource').map(({ name }) => name.split('/').at(-1))";
    const fetched = await desktop.order({ kind: "evaluate", script });
    expect(fetched).toContainEqual(expect.stringMatching(/\.js$/));
    for (const name of laterParts) expect(fetched).not.toContainEqual(expect.stringContaining(name));
  });
});

describe("a start beside one that is on", () => {
  it("brings its link to the first one, which fills the composer of a new chat and sends nothing", async () => {
    await using desktop = await startDesktop(practice, { words: ["perch://new-chat?text=from%20a%20cold%20start"] });
    await desktop.order({ kind: "wait", selector: composer });
    await expect.poll(() => written(desktop)).toBe("from a cold start");
    await desktop.order({ kind: "fill", selector: composer, text: "mine" });
    const [first, second] = await Promise.all([
      desktop.startAgain(["perch://new-chat?text=one"]),
      desktop.startAgain(["perch://run?text=two"]),
    ]);
    expect([first, second]).toEqual([0, 0]);
    await expect.poll(() => written(desktop)).toBe("one");
    await desktop.order({ kind: "open-url", url: "perch://new-chat?text=of%20macOS" });
    await expect.poll(() => written(desktop)).toBe("of macOS");
    expect((await desktop.facts()).windows).toHaveLength(1);
    expect(await desktop.request("session.list", {})).toMatchObject({ ok: true, value: { sessions: [] } });
  });
});
