import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type DesktopBench, startDesktop } from "../support/desktop-bench.ts";
import type { StandInMachine } from "../support/electron-stand-in/protocol.ts";
import { createGate } from "../support/gate.ts";
import { startScriptedEndpoint } from "../support/scripted-endpoint.ts";
import { endpointSettings } from "../support/test-home.ts";

const composer = "textarea[data-composer]";

async function say(desktop: DesktopBench, words: string): Promise<void> {
  await desktop.order({ kind: "fill", selector: composer, text: words });
  await desktop.order({ kind: "press", selector: composer, key: "Enter" });
}

/** How each system ends the session of the person. */
const ends: readonly {
  readonly platform: NonNullable<StandInMachine["platform"]>;
  readonly end: (desktop: DesktopBench) => unknown;
}[] = [
  { platform: "linux", end: (desktop) => desktop.signal("SIGTERM") },
  { platform: "win32", end: (desktop) => desktop.order({ kind: "session-end" }) },
  { platform: "darwin", end: (desktop) => desktop.order({ kind: "power", event: "shutdown" }) },
];

describe("the sessions of the system", () => {
  it.each(ends)("sleep in mid stream loses no word, and a log-out ends the run in order: $platform", async (system) => {
    const gate = createGate();
    await using endpoint = await startScriptedEndpoint([
      { deltas: ["Half an ans", gate.promise, "wer, and the rest."] },
      { deltas: ["Begun, and no more"], ending: "stall" },
    ]);
    const machine = { platform: system.platform };
    await using desktop = await startDesktop(endpointSettings(endpoint.baseUrl), { machine });
    await desktop.order({ kind: "click", selector: composer });
    await say(desktop, "a long question");
    await desktop.shows("Half an ans");
    await desktop.order({ kind: "power", event: "suspend" });
    gate.open();
    await desktop.order({ kind: "power", event: "resume" });
    await desktop.shows("Half an answer, and the rest.");

    await say(desktop, "and another one");
    await desktop.shows("Begun, and no more");
    const ended = desktop.ended();
    await Promise.resolve(system.end(desktop)).catch(() => undefined);
    expect(await ended).toBe(0);
    expect(await runEnds(desktop)).toEqual(["answer", "stopped"]);
    expect(await readdir(desktop.home)).not.toContain("owner.json");
  });

  it("runs a job of a hidden start at login, and one after sleep, without a window", async () => {
    const now = Date.now();
    await using desktop = await startDesktop(endpointSettings("http://127.0.0.1:1/v1"), {
      machine: { platform: "darwin", wasOpenedAtLogin: true },
      files: {
        "automations/jobs.json": JSON.stringify({ jobs: [reminder("one", now - 60_000), reminder("two", now + 4000)] }),
      },
    });
    const told = async () => (await desktop.facts()).notifications.map(({ title }) => title);
    await expect.poll(told, { timeout: 10_000 }).toContain("Job one");
    await desktop.order({ kind: "power", event: "suspend" });
    await desktop.order({ kind: "power", event: "resume" });
    // Two of a kind in a short time are one.
    await expect.poll(told, { timeout: 10_000 }).toEqual(["Job one", "Perch"]);
    expect(await desktop.facts()).toMatchObject({ windows: [], badge: 2 });
    await desktop.order({ kind: "notification", index: 1, act: "click" });
    await desktop.shows("The text of two.");
  });
});

async function runEnds(desktop: DesktopBench): Promise<readonly string[]> {
  const sessions = join(desktop.home, "workspace", "sessions");
  const [name = ""] = await readdir(sessions);
  const lines = (await readFile(join(sessions, name), "utf8")).trimEnd().split("\n");
  const records: readonly { readonly _type?: string; readonly reason?: string }[] = lines.map((line) =>
    JSON.parse(line),
  );
  return records.flatMap(({ _type, reason = "" }) => (_type === "run-end" ? [reason] : []));
}

function reminder(name: string, at: number): object {
  return {
    id: name,
    name: `Job ${name}`,
    kind: "reminder",
    prompt: `The text of ${name}.`,
    schedule: { kind: "at", at: new Date(at).toISOString() },
    state: "on",
    notify: "always",
    missed: "catch-up",
    madeAt: new Date(at - 120_000).toISOString(),
    dueAfter: new Date(at - 120_000).toISOString(),
  };
}
