import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { type DesktopBench, startDesktop } from "../support/desktop-bench.ts";
import { startScriptedEndpoint } from "../support/scripted-endpoint.ts";
import { endpointSettings } from "../support/test-home.ts";
import { type Owner, startOwner } from "../torture/owner.ts";

const composer = "textarea[data-composer]";
const [useIt, takeOver, goOn] = [0, 1, 0];

async function say(desktop: DesktopBench, words: string): Promise<void> {
  await desktop.order({ kind: "fill", selector: composer, text: words });
  await desktop.order({ kind: "press", selector: composer, key: "Enter" });
}

async function ownerPid(desktop: DesktopBench): Promise<unknown> {
  const { pid }: { readonly pid: unknown } = JSON.parse(await readFile(join(desktop.home, "owner.json"), "utf8"));
  return pid;
}

async function questions(desktop: DesktopBench): Promise<readonly string[]> {
  return (await desktop.facts()).dialogs.map(({ message }) => message);
}

describe("a desktop beside `perch serve`", () => {
  it("uses its agent, follows it, and goes on by itself when that one has ended", async () => {
    await using endpoint = await startScriptedEndpoint([{ deltas: ["From there."] }, { deltas: ["From here."] }]);
    let owner: Owner | null = null;
    await using desktop = await startDesktop(endpointSettings(endpoint.baseUrl), {
      machine: { answers: [useIt, goOn] },
      before: async (home) => {
        owner = await startOwner(home, { HOME: dirname(home) });
      },
    });
    await desktop.order({ kind: "click", selector: composer });
    expect((await questions(desktop))[0]).toMatch(/^Perch already runs for a browser \(since \d/);
    await say(desktop, "who answers?");
    await desktop.shows("From there.");
    expect(await ownerPid(desktop)).toBe(ownerOf(owner).child.pid);
    // Of its own desktop this window knows all the same.
    expect(await desktop.request("desktop.describe", {})).toMatchObject({ ok: true, value: { shortcut: {} } });
    await desktop.order({ kind: "fill", selector: composer, text: "and now" });

    await ownerOf(owner).end("SIGTERM");
    await expect.poll(() => questions(desktop)).toHaveLength(2);
    expect((await questions(desktop))[1]).toBe("The other Perch has ended. Go on in this window?");
    await desktop.order({ kind: "wait", selector: `${composer}:has-text("and now")` });
    await expect.poll(() => desktop.request("system.status", {})).toMatchObject({ value: { place: "desktop" } });
    await desktop.order({ kind: "press", selector: composer, key: "Enter" });
    await desktop.shows("From here.");
    expect(await ownerPid(desktop)).not.toBe(ownerOf(owner).child.pid);
    await expect.poll(async () => (await desktop.facts()).tray?.image).toBe("idle.png");
    expect(await desktop.quit()).toBe(0);
  });

  it("takes over: the run that is on is closed in order there, and can be gone on with here", async () => {
    await using endpoint = await startScriptedEndpoint([{ deltas: ["Half an ans"], ending: "stall" }]);
    let owner: Owner | null = null;
    let ended: Promise<string> = Promise.resolve("");
    await using desktop = await startDesktop(endpointSettings(endpoint.baseUrl), {
      machine: { answers: [takeOver] },
      async before(home) {
        const started = await startOwner(home, { HOME: dirname(home) });
        owner = started;
        ended = new Promise((resolve) => started.child.once("exit", (code) => resolve(`${code} ${started.stderr()}`)));
        const client = await started.viaSocket();
        const said = await client.request("chat.send", { sessionKey: "desktop:one", text: "a long question" });
        expect(said.ok).toBe(true);
        await expect
          .poll(async () => client.request("system.status", {}))
          .toMatchObject({ value: { runs: [{ state: "running" }] } });
        await client.close();
      },
    });
    await desktop.order({ kind: "wait", selector: composer });
    expect(await ended).toMatch(/^0 .*took over/);
    expect(await desktop.request("system.status", {})).toMatchObject({ value: { place: "desktop", runs: [] } });
    expect(await ownerPid(desktop)).not.toBe(ownerOf(owner).child.pid);
    await desktop.order({ kind: "click", selector: "text=a long question" });
    await desktop.shows("Half an ans");
  });
});

function ownerOf(owner: Owner | null): Owner {
  if (owner === null) throw new Error("nobody owned the home");
  return owner;
}
