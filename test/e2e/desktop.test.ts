import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type DesktopBench, startDesktop } from "../support/desktop-bench.ts";
import { startScriptedEndpoint } from "../support/scripted-endpoint.ts";
import { endpointSettings } from "../support/test-home.ts";

const practice = { agents: { defaults: { model: "practice/practice" } } };
const composer = "textarea[data-composer]";
const forbidden = { ok: false, error: { code: "forbidden" } };
const listened = "perch.subscribe(['session'], () => undefined)";

async function say(desktop: DesktopBench, words: string): Promise<void> {
  await desktop.order({ kind: "fill", selector: composer, text: words });
  await desktop.order({ kind: "press", selector: composer, key: "Enter" });
}

describe("the desktop app", () => {
  it("shows the first run, and the practice model lists the files through its bridge", async () => {
    await using desktop = await startDesktop();
    await writeFile(join(desktop.work, "shopping.md"), "milk\n");
    await desktop.shows("Choose a model");
    await desktop.order({ kind: "click", selector: 'role=button[name="Look around without a model"]' });
    await desktop.order({ kind: "click", selector: composer });
    await say(desktop, "list the files");
    await desktop.order({
      kind: "wait",
      selector: "article[aria-label=Perch][aria-busy=false]:has-text('shopping.md')",
    });
    expect((await desktop.facts()).url).toContain("#/chats/desktop");
  });

  it("opens a sandboxed window that gets two functions and no permission but to hear", async () => {
    await using desktop = await startDesktop(practice);
    await desktop.order({ kind: "wait", selector: composer });
    const { webPreferences, schemes, channels } = await desktop.facts();
    expect(webPreferences).toMatchObject({
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      webSecurity: true,
      webviewTag: false,
    });
    expect(schemes.map(({ scheme }) => scheme)).toEqual(["app"]);
    expect(channels).toEqual(["perch:request", "perch:subscribe"]);
    expect(await desktop.order({ kind: "evaluate", script: "Object.keys(perch)" })).toEqual(["request", "subscribe"]);
    expect(await desktop.order({ kind: "attach-webview" })).toBe(true);
    for (const name of ["geolocation", "media", "notifications", "clipboard-read", "openExternal", "hid"]) {
      const answer = await desktop.order({ kind: "permission", name });
      expect(answer, name).toEqual({ requested: false, checked: false });
    }
    const microphone = { kind: "permission", name: "media", media: ["audio"] } as const;
    expect(await desktop.order(microphone)).toEqual({ requested: true, checked: true });
    for (const more of [
      { media: ["video"] },
      { url: "https://elsewhere.invalid/" },
      { url: "about:blank" },
      { isMainFrame: false },
      { name: "display-capture" },
    ]) {
      const answer = await desktop.order({ ...microphone, ...more });
      expect(answer, JSON.stringify(more)).toEqual({ requested: false, checked: false });
    }
    expect(await desktop.order({ ...microphone, media: ["audio", "video"] })).toMatchObject({ requested: false });
  });

  it("refuses a frame inside its page on every channel", async () => {
    await using desktop = await startDesktop(practice);
    await desktop.order({ kind: "wait", selector: composer });
    await desktop.order({
      kind: "evaluate",
      script: "void document.body.append(document.createElement('iframe'))",
    });
    expect(await desktop.request("settings.get", {}, "child")).toMatchObject(forbidden);
    expect(await desktop.order({ kind: "evaluate", script: listened, frame: "child" })).toMatchObject(forbidden);
    expect(await desktop.request("settings.get", {})).toMatchObject({ ok: true });
  });

  it("refuses a page that is not its own on every channel", async () => {
    await using desktop = await startDesktop(practice);
    await desktop.order({ kind: "wait", selector: composer });
    await desktop.order({ kind: "force-page", url: "https://elsewhere.invalid/" });
    expect(await desktop.request("settings.get", {})).toMatchObject(forbidden);
    expect(await desktop.order({ kind: "evaluate", script: listened })).toMatchObject(forbidden);
  });

  it("goes nowhere else and opens no second window", async () => {
    await using desktop = await startDesktop(practice);
    await desktop.order({ kind: "wait", selector: composer });
    await desktop.order({ kind: "evaluate", script: "void (location.href = 'https://elsewhere.invalid/')" });
    await desktop.order({ kind: "evaluate", script: "void window.open('https://elsewhere.invalid/two')" });
    await expect
      .poll(async () => {
        const { stoppedNavigations, deniedWindows, pages } = await desktop.facts();
        return { stoppedNavigations, denied: deniedWindows.length, pages };
      })
      .toEqual({ stoppedNavigations: ["https://elsewhere.invalid/"], denied: 1, pages: 1 });
    expect(await desktop.request("settings.get", {})).toMatchObject({ ok: true });
  });

  it("comes to the front when it is started again", async () => {
    await using desktop = await startDesktop(practice);
    await desktop.order({ kind: "wait", selector: composer });
    await desktop.order({ kind: "window", act: "blur" });
    expect(await desktop.startAgain()).toBe(0);
    await expect.poll(async () => (await desktop.facts()).windows[0]?.isFocused).toBe(true);
    expect((await desktop.facts()).windows).toHaveLength(1);
  });

  it("writes the end of a run that is on when it quits, and gives its home up", async () => {
    await using endpoint = await startScriptedEndpoint([{ deltas: ["Half an ans"], ending: "stall" }]);
    await using desktop = await startDesktop(endpointSettings(endpoint.baseUrl));
    await desktop.order({ kind: "click", selector: composer });
    await say(desktop, "a long question");
    await desktop.shows("Half an ans");
    expect(await readdir(desktop.home)).toContain("owner.json");
    // "Stop the work and quit"
    await desktop.order({ kind: "answer-dialogs", button: 1 });
    expect(await desktop.quit()).toBe(0);
    const sessions = join(desktop.home, "workspace", "sessions");
    const [name = ""] = await readdir(sessions);
    const records: readonly object[] = (await readFile(join(sessions, name), "utf8"))
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(records.some((record) => "_type" in record && record._type === "run-end")).toBe(true);
    const left = await readdir(desktop.home);
    expect(left).not.toContain("owner.json");
    expect(left).not.toContain("owner.sock");
  });
});
