import { describe, expect, it } from "vitest";
import { type DesktopPreferences, firstPreferences } from "../../../src-main/desktop/preferences.ts";
import { createUpdates, type FoundUpdate, type UpdateSource } from "../../../src-main/desktop/updates.ts";
import type { WhyNoUpdates } from "../../../src-preload/contract/desktop.ts";
import { contractError } from "../../../src-preload/contract/errors.ts";
import { fail, ok } from "../../../src-preload/contract/result.ts";
import { createManualClock } from "../../support/manual-clock.ts";

const found: FoundUpdate = { version: "2.0.0", notes: "Faster." };

interface Machine {
  readonly found?: FoundUpdate | null;
  readonly whyNone?: WhyNoUpdates;
  readonly automaticUpdates?: boolean;
  readonly backupFails?: boolean;
}

function open({ found: offered = found, whyNone, automaticUpdates = true, backupFails = false }: Machine = {}) {
  const clock = createManualClock();
  const did: string[] = [];
  const faults = { look: false, fetch: false };
  let current: DesktopPreferences = { ...firstPreferences, automaticUpdates };
  const source: UpdateSource = {
    async look() {
      did.push("look");
      if (faults.look) throw new Error("no such host");
      return offered;
    },
    async download() {
      did.push(`fetch at ${JSON.stringify(updates.facts.state)}`);
      if (faults.fetch) throw new Error("disk full");
    },
    install: () => void did.push("install"),
  };
  const updates = createUpdates({
    host: { ...clock, log: () => undefined },
    preferences: {
      current: () => current,
      change: (patch) => {
        current = { ...current, ...patch };
      },
    },
    whyNone: whyNone ?? null,
    open: async () => {
      did.push("open");
      return source;
    },
    beforeUpdate: async () => {
      did.push("backup");
      return backupFails ? fail(contractError("storage", "The disk is full.")) : ok(null);
    },
    quit: () => void did.push("quit"),
  });
  return { clock, did, faults, updates, kept: () => current };
}

const fetching = JSON.stringify({ kind: "fetching", ...found });

describe("updates", () => {
  it("are looked for a minute after the start and once a day, fetched, and not installed", async () => {
    const { clock, did, updates } = open();
    clock.advance(59_999);
    expect(did).toEqual([]);
    clock.advance(1);
    await updates.look();
    expect(did).toEqual(["open", "look", `fetch at ${fetching}`]);
    expect(updates.facts).toEqual({
      isAutomatic: true,
      lookedAt: clock.now(),
      state: { kind: "ready", ...found },
    });
  });

  it("are looked for again a day later where there is none, and what looks is loaded once", async () => {
    const { clock, did, updates } = open({ found: null });
    clock.advance(60_000);
    await updates.look();
    expect(updates.facts.state).toEqual({ kind: "current" });
    clock.advance(24 * 3_600_000);
    await updates.look();
    expect(did).toEqual(["open", "look", "look"]);
  });

  it("are left alone where the person said so, until they ask", async () => {
    const { clock, did, updates, kept } = open({ found: null, automaticUpdates: false });
    expect(clock.pending).toBe(0);
    await updates.look();
    expect(did).toEqual(["open", "look"]);
    updates.setAutomatic(true);
    expect(kept().automaticUpdates).toBe(true);
    expect(clock.pending).toBe(1);
    updates.setAutomatic(false);
    expect(clock.pending).toBe(0);
  });

  it.each(["unpackaged", "no-address", "package-manager"] as const)(
    "are none where there are none: %s",
    async (whyNone) => {
      const { clock, did, updates } = open({ whyNone });
      expect(clock.pending).toBe(0);
      await updates.look();
      await updates.install();
      expect(did).toEqual([]);
      expect(updates.facts.state).toEqual({ kind: "unavailable", reason: whyNone });
    },
  );

  it("are looked for once where two ask at the same time", async () => {
    const { did, updates } = open();
    await Promise.all([updates.look(), updates.look()]);
    expect(did.filter((one) => one === "look")).toHaveLength(1);
  });

  it.each(["look", "fetch"] as const)("say why where they cannot be had, and are tried again: %s", async (step) => {
    const { faults, updates } = open();
    faults[step] = true;
    await updates.look();
    expect(updates.facts.state).toEqual({ kind: "failed", message: expect.stringMatching(/no such host|disk full/) });
    faults[step] = false;
    await updates.look();
    expect(updates.facts.state).toMatchObject({ kind: "ready" });
  });

  it("are installed at the end of the app, after a backup, and only when the person said so", async () => {
    const { did, updates } = open();
    await updates.look();
    expect(updates.endWithInstall()).toBe(false);
    did.length = 0;
    await Promise.all([updates.install(), updates.install()]);
    expect(did).toEqual(["backup", "quit"]);
    expect(updates.endWithInstall()).toBe(true);
    expect(did).toEqual(["backup", "quit", "install"]);
  });

  it("are asked for again where the person stayed after all, with the backup that is there", async () => {
    const { did, updates } = open();
    await updates.look();
    await updates.install();
    did.length = 0;
    await updates.install();
    expect(did).toEqual(["quit"]);
  });

  it("are not installed where the backup failed, and nothing ends", async () => {
    const { did, updates } = open({ backupFails: true });
    await updates.look();
    did.length = 0;
    await updates.install();
    expect(did).toEqual(["backup"]);
    expect(updates.facts.state).toEqual({ kind: "failed", message: "The disk is full." });
    expect(updates.endWithInstall()).toBe(false);
  });
});
