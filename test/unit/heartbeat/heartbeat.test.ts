import { describe, expect, it, vi } from "vitest";
import { createHeartbeatBench } from "../../support/heartbeat-bench.ts";

/* When beats begin, and what keeps them from it. */

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const midnight = Date.UTC(2026, 10, 30);

describe("a day", () => {
  it("with nothing to do asks no model, and writes each beat down", async () => {
    await using bench = await createHeartbeatBench({ start: midnight, items: [] });
    await bench.pass(day);
    expect(bench.calls).toEqual([]);
    expect(bench.reports).toEqual([]);
    const ended = await bench.ended();
    expect(new Set(ended.map(({ outcome }) => outcome))).toEqual(new Set(["nothing"]));
    expect(ended.map(({ time }) => time.slice(11, 16))).toEqual(
      Array.from(
        { length: 24 },
        (_, at) => `${String(8 + Math.floor(at / 2)).padStart(2, "0")}:${at % 2 ? "30" : "00"}`,
      ),
    );
  });

  it("with a model that loops is stopped three times and told of once", async () => {
    await using bench = await createHeartbeatBench({
      start: midnight,
      act: async () => ({ outcome: "stopped", why: "loop", tokens: 900 }),
    });
    await bench.pass(day);
    expect(bench.calls).toHaveLength(3);
    expect(bench.reports).toMatchObject([
      { kind: "stopped", text: expect.stringMatching(/3 times in a row.*same call twice/) },
    ]);
    await bench.pass(day);
    expect([bench.calls.length, bench.reports.length]).toEqual([6, 2]);
  });

  it("with a model that spends ends within the cap and is told of once, also after a restart", async () => {
    await using bench = await createHeartbeatBench({
      start: midnight,
      act: async ({ limits }) => ({ tokens: Math.min(12_000, limits.tokens) }),
    });
    await bench.pass(9.2 * hour);
    await bench.kill();
    await bench.pass(day - 10 * hour);
    const used = (await bench.ended()).reduce((sum, { tokens }) => sum + tokens, 0);
    expect(used).toBe(36_000);
    expect(bench.calls.map(({ limits }) => limits.tokens)).toEqual([40_000, 28_000, 16_000]);
    expect(bench.calls.every(({ limits }) => limits.iterations === 10)).toBe(true);
    expect(bench.reports).toMatchObject([
      { kind: "stopped", text: expect.stringMatching(/tokens of today \(40000\)/) },
    ]);
    expect(await bench.heartbeat.runNow()).toMatchObject({ ok: false, error: { code: "forbidden" } });
  });

  it("with a model that answers nonsense tells nothing and ends within the cap", async () => {
    await using bench = await createHeartbeatBench({
      start: midnight,
      act: async () => ({ outcome: "quiet", tokens: 3000 }),
    });
    await bench.pass(day);
    expect(bench.calls).toHaveLength(13);
    expect(bench.reports.map(({ kind }) => kind)).toEqual(["stopped"]);
  });
});

describe("the hours of a beat", () => {
  it.each([
    ["Europe/Paris", { from: "08:00", to: "10:00" }, ["07:00", "07:30", "08:00", "08:30"]],
    ["America/New_York", { from: "08:00", to: "09:00" }, ["13:00", "13:30"]],
    ["UTC", { from: "23:00", to: "00:30" }, ["00:00", "23:00", "23:30"]],
    ["Asia/Kolkata", { from: "08:00", to: "08:31" }, ["02:30", "03:00"]],
  ])("are those of the person's clock: %s", async (zone, activeHours, expected) => {
    await using bench = await createHeartbeatBench({ start: midnight, zone, items: [], settings: { activeHours } });
    await bench.pass(day - minute);
    expect((await bench.ended()).map(({ time }) => time.slice(11, 16))).toEqual(expected);
  });

  it("begin at the end of the hour that summer time leaves out, and once in the hour that comes twice", async () => {
    const hours = { from: "02:30", to: "03:30" };
    const settings = { activeHours: hours, intervalMinutes: 60 };
    const spring = { start: Date.UTC(2026, 2, 28, 22), zone: "Europe/Paris", items: [], settings };
    await using bench = await createHeartbeatBench(spring);
    await bench.pass(6 * hour);
    expect((await bench.ended()).map(({ time }) => time.slice(11, 16))).toEqual(["01:00"]);
  });
});

describe("sleep and clocks", () => {
  it("come to one beat, however long the computer slept", async () => {
    await using bench = await createHeartbeatBench({ start: midnight + 9 * hour, items: [] });
    await bench.pass(minute);
    bench.time.real += 7 * hour;
    await bench.pass(2 * minute);
    expect(await bench.ended()).toHaveLength(2);
  });

  it("a clock that is put back by a day neither stops it nor begins two at once", async () => {
    await using bench = await createHeartbeatBench({ start: midnight + 9 * hour, items: [] });
    await bench.pass(minute);
    bench.time.offset = -day;
    await bench.pass(40 * minute);
    expect(await bench.ended()).toHaveLength(2);
    bench.time.offset = 0;
    await bench.pass(minute);
    expect(await bench.ended()).toHaveLength(3);
  });
});

describe("a beat by hand", () => {
  it("is refused within a minute of the last one, with how long that is", async () => {
    await using bench = await createHeartbeatBench({ start: midnight + 9 * hour, items: [] });
    await bench.pass(20_000);
    expect(await bench.heartbeat.runNow()).toMatchObject({
      ok: false,
      error: { code: "busy", message: expect.stringMatching(/40 s/) },
    });
    await bench.pass(40_000);
    expect(await bench.heartbeat.runNow()).toMatchObject({
      ok: true,
      value: { kind: "ended", line: { outcome: "nothing" } },
    });
  });

  it("is refused while one is on, and at the same time one alone begins", async () => {
    await using bench = await createHeartbeatBench({ start: midnight, act: async () => null });
    const both = await Promise.all([bench.heartbeat.runNow(), bench.heartbeat.runNow()]);
    expect(both.map(({ ok }) => ok)).toEqual([true, false]);
    await bench.pass(2 * minute);
    expect(await bench.heartbeat.runNow()).toMatchObject({ ok: false, error: { code: "busy" } });
  });

  it("begins at any hour, and where it is switched off", async () => {
    await using bench = await createHeartbeatBench({ start: midnight, settings: { enabled: false } });
    expect(await bench.heartbeat.runNow()).toMatchObject({ ok: true, value: { kind: "begun" } });
    await bench.pass(2 * day);
    expect(bench.calls).toHaveLength(1);
  });
});

describe("a beat is left out", () => {
  it("on battery where that is chosen, and where nothing tells it counts as mains", async () => {
    await using bench = await createHeartbeatBench({ start: midnight + 9 * hour, settings: { onBattery: "skip" } });
    await bench.pass(minute);
    bench.battery = true;
    await bench.pass(30 * minute);
    bench.battery = false;
    await bench.pass(30 * minute);
    expect((await bench.ended()).map(({ outcome, why }) => [outcome, why])).toEqual([
      ["quiet", null],
      ["skipped", "battery"],
      ["quiet", null],
    ]);
  });

  it("while all is paused, and not where the person asks for one", async () => {
    await using bench = await createHeartbeatBench({ start: midnight + 9 * hour });
    await bench.pass(minute);
    bench.isPaused = true;
    await bench.pass(30 * minute);
    expect((await bench.ended()).at(-1)).toMatchObject({ outcome: "skipped", why: "paused" });
    await bench.pass(2 * minute);
    expect(await bench.heartbeat.runNow()).toMatchObject({ ok: true, value: { kind: "begun" } });
  });

  it("while a limit is used up, or something goes on in its chat", async () => {
    await using bench = await createHeartbeatBench({ start: midnight });
    bench.usedUp = "The limit of today is used up.";
    await bench.pass(8 * hour + minute);
    bench.usedUp = null;
    bench.busy = true;
    await bench.pass(30 * minute);
    expect((await bench.ended()).map(({ why }) => why)).toEqual(["budget", "busy"]);
    expect(bench.calls).toEqual([]);
  });
});

describe("a beat that waits for the person", () => {
  it("ends as the next one is due", async () => {
    let first = true;
    await using bench = await createHeartbeatBench({
      start: midnight + 9 * hour,
      act: async (_call, on) => {
        if (!first) return {};
        first = false;
        on.waits = true;
        return null;
      },
    });
    await bench.pass(29 * minute);
    expect(await bench.ended()).toEqual([]);
    await bench.pass(2 * minute);
    expect((await bench.ended()).map(({ outcome, why }) => [outcome, why])).toEqual([
      ["stopped", "waited"],
      ["quiet", null],
    ]);
  });

  it("goes on waiting after a restart", async () => {
    await using bench = await createHeartbeatBench({
      start: midnight + 9 * hour,
      act: async (_call, on) => {
        on.waits = true;
        return null;
      },
    });
    await bench.kill();
    expect(await bench.ended()).toEqual([]);
    expect(bench.reports).toEqual([]);
    expect(await bench.heartbeat.runNow()).toMatchObject({ ok: false, error: { code: "busy" } });
  });
});

describe("a kill", () => {
  it("in the middle of a beat closes it with the next start, tells it and repeats nothing", async () => {
    await using bench = await createHeartbeatBench({ start: midnight + 9 * hour, act: async () => null });
    await bench.kill();
    expect((await bench.ended()).map(({ outcome }) => outcome)).toEqual(["interrupted"]);
    expect(bench.reports).toMatchObject([{ kind: "failure" }]);
    await bench.pass(29 * minute);
    expect(bench.calls).toHaveLength(1);
    await bench.kill();
    expect(bench.reports).toHaveLength(1);
  });

  it("after what was told does not tell the same once more on that day", async () => {
    const told: unknown[] = [];
    await using bench = await createHeartbeatBench({
      start: midnight + 9 * hour,
      act: async (_call, { heartbeat }) => {
        told.push(await heartbeat.tell({ title: "Rain", text: "It  rains!" }));
        return told.length === 1 ? null : {};
      },
    });
    await bench.kill();
    await bench.pass(31 * minute);
    expect(told).toMatchObject([{ kind: "told" }, { kind: "refused", why: expect.stringMatching(/today/) }]);
    expect(bench.reports.filter(({ kind }) => kind === "news")).toHaveLength(1);
    await bench.pass(day);
    expect(bench.reports.filter(({ kind }) => kind === "news")).toHaveLength(2);
  });
});

describe("what a beat tells", () => {
  it("is three things at most, and nothing where no beat is on", async () => {
    const kinds: string[] = [];
    await using bench = await createHeartbeatBench({
      start: midnight + 9 * hour,
      act: async (_call, { heartbeat }) => {
        const all = ["a", "b", "c", "d"].map((text) => heartbeat.tell({ title: text, text }));
        kinds.push(...(await Promise.all(all)).map(({ kind }) => kind));
        return {};
      },
    });
    await vi.waitUntil(async () => (await bench.ended()).length === 1);
    expect(kinds).toEqual(["told", "told", "told", "refused"]);
    expect((await bench.ended())[0]).toMatchObject({ outcome: "told", told: 3, title: "c" });
    expect(await bench.heartbeat.tell({ title: "x", text: "x" })).toMatchObject({ kind: "refused" });
  });
});
