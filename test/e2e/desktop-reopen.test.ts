import { expect, it } from "vitest";
import { type DesktopBench, startDesktop } from "../support/desktop-bench.ts";
import type { StandInMachine } from "../support/electron-stand-in/protocol.ts";
import { startScriptedEndpoint } from "../support/scripted-endpoint.ts";
import { endpointSettings } from "../support/test-home.ts";

const composer = "textarea[data-composer]";

it("opens the message of a notification that outlived its app, on Windows and on macOS", async () => {
  await using endpoint = await startScriptedEndpoint([{ deltas: ["The answer of before."] }]);
  await using desktop = await startDesktop(endpointSettings(endpoint.baseUrl), { machine: { platform: "win32" } });
  await desktop.order({ kind: "click", selector: composer });
  await desktop.order({ kind: "window", act: "blur" });
  await desktop.order({ kind: "fill", selector: composer, text: "a question" });
  await desktop.order({ kind: "press", selector: composer, key: "Enter" });
  await expect.poll(async () => (await desktop.facts()).notifications.length).toBe(1);
  const id = (await desktop.facts()).notifications[0]?.id ?? "";
  const chat = new URL((await desktop.facts()).url).hash;
  expect(await desktop.quit()).toBe(0);

  await opensAt(desktop, { platform: "win32", activation: { type: "click", arguments: `type=click&tag=${id}` } }, chat);
  await opensAt(desktop, { platform: "darwin", launchedBy: id }, chat);
  const later = await desktop.again({ machine: { platform: "darwin", delivered: [id] } });
  await later.order({ kind: "wait", selector: composer });
  await later.order({ kind: "window", act: "blur" });
  await later.order({ kind: "notification", index: 0, act: "click" });
  await later.shows("The answer of before.");
  expect((await later.facts()).windows[0]?.isFocused).toBe(true);
  expect(await later.quit()).toBe(0);
});

async function opensAt(desktop: DesktopBench, machine: StandInMachine, chat: string): Promise<void> {
  await using next = await desktop.again({ machine });
  await next.shows("The answer of before.");
  expect((await next.facts()).url).toContain(chat);
  expect(await next.quit()).toBe(0);
}
