import { describe, expect, it } from "vitest";
import { type DesktopBench, startDesktop } from "../support/desktop-bench.ts";
import type { SeenNotification } from "../support/electron-stand-in/protocol.ts";
import { startScriptedEndpoint } from "../support/scripted-endpoint.ts";
import { endpointSettings } from "../support/test-home.ts";

const composer = "textarea[data-composer]";

function toolCall(name: string, input: Readonly<Record<string, unknown>>) {
  return { calls: [{ name, arguments: input }] };
}

async function notifications(desktop: DesktopBench): Promise<readonly SeenNotification[]> {
  return (await desktop.facts()).notifications;
}

async function say(desktop: DesktopBench, words: string): Promise<void> {
  await desktop.order({ kind: "fill", selector: composer, text: words });
  await desktop.order({ kind: "press", selector: composer, key: "Enter" });
}

describe("the desktop while nobody looks", () => {
  it("looks at an open item, tells it, and a click opens the chat, which is answered", async () => {
    await using endpoint = await startScriptedEndpoint([
      toolCall("notify", { title: "Rent", text: "The rent is due on Friday." }),
      { deltas: ["Told."] },
      { deltas: ["I shall remind you on Thursday."] },
    ]);
    await using desktop = await startDesktop(endpointSettings(endpoint.baseUrl), {
      files: { "workspace/HEARTBEAT.md": "- [ ] tell me when the rent is due\n" },
    });
    await desktop.order({ kind: "wait", selector: composer });
    await desktop.order({ kind: "window", act: "blur" });
    expect(await desktop.request("heartbeat.run", {})).toMatchObject({ ok: true, value: { kind: "begun" } });
    await expect
      .poll(() => notifications(desktop))
      .toMatchObject([{ title: "Rent", body: "The rent is due on Friday.", groupId: "news" }]);
    await expect.poll(async () => (await desktop.facts()).badge).toBe(1);

    await desktop.order({ kind: "notification", index: 0, act: "click" });
    await expect
      .poll(async () => (await desktop.facts()).windows[0])
      .toMatchObject({ isVisible: true, isFocused: true });
    await expect.poll(async () => (await desktop.facts()).url).toContain("#/chats/heartbeat%3Amain");
    await desktop.shows("tell me when the rent is due");
    await say(desktop, "remind me the day before");
    await desktop.shows("I shall remind you on Thursday.");
    // The person looks at that chat: its answer is told to nobody.
    expect(await notifications(desktop)).toHaveLength(1);
  });

  it("asks through buttons of macOS, groups, and tells in the window what the system refuses", async () => {
    const write = (name: string) => toolCall("write_file", { path: name, content: "x" });
    await using endpoint = await startScriptedEndpoint([
      write("one.md"),
      { deltas: ["First is written."] },
      write("two.md"),
      { deltas: ["Second is written."] },
    ]);
    await using desktop = await startDesktop(endpointSettings(endpoint.baseUrl), {
      machine: { platform: "darwin" },
    });
    await desktop.order({ kind: "click", selector: composer });
    await desktop.order({ kind: "window", act: "blur" });
    await say(desktop, "write one");
    await expect.poll(async () => (await notifications(desktop))[0]?.actions).toEqual(["Allow once", "Deny"]);
    await desktop.order({ kind: "notification", index: 0, act: "action", button: 0 });
    await desktop.shows("First is written.");
    await expect.poll(async () => (await notifications(desktop))[1]).toMatchObject({ groupId: "finished" });

    await say(desktop, "write two");
    await expect.poll(async () => (await notifications(desktop)).length).toBe(3);
    await desktop.order({ kind: "notification", index: 2, act: "fail", reason: "not allowed" });
    await desktop.order({ kind: "wait", selector: '[data-notice]:has-text("two.md")' });
  });
});
