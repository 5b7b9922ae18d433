import { describe, expect, it } from "vitest";
import { decideClose } from "../../../src-main/desktop/close-window.ts";
import { type HomeFacts, nothingKnown } from "../../../src-main/desktop/home-facts.ts";
import { type TrayLine, trayMenu, trayTooltip } from "../../../src-main/desktop/tray-menu.ts";
import { trayFactsOf } from "../../../src-main/desktop/tray-state.ts";
import { chatRow, jobAt, reportOf } from "../../support/home-facts.ts";

const now = 1_000_000;
const clock = (time: number): string => `t${time - now}`;

function facts(home: Partial<HomeFacts>) {
  return trayFactsOf({ ...nothingKnown, ...home }, now);
}

function labels(home: Partial<HomeFacts>, platform: NodeJS.Platform = "win32"): readonly string[] {
  const menu = trayMenu(facts(home), { platform, clock });
  return menu.map((line: TrayLine) => (line.kind === "line" ? line.label : "--"));
}

describe("the state of the tray", () => {
  it.each<[string, Partial<HomeFacts>]>([
    ["idle", {}],
    ["idle", { chats: [chatRow("desktop:a", "failed"), chatRow("desktop:b", "stopped")] }],
    ["working", { chats: [chatRow("desktop:a", "running")] }],
    ["working", { chats: [chatRow("desktop:a", "running")], pause: { until: null } }],
    ["paused", { pause: { until: null } }],
    ["paused", { pause: { until: now + 1 } }],
    ["idle", { pause: { until: now } }],
    ["error", { reports: [reportOf("r", { kind: "failure" })], chats: [chatRow("desktop:a", "running")] }],
    ["error", { reports: [reportOf("r", { kind: "stopped" })] }],
    ["idle", { reports: [reportOf("r", { kind: "failure", isSeen: true })] }],
    ["idle", { reports: [reportOf("r", { kind: "news" })] }],
    ["needs-you", { chats: [chatRow("desktop:a", "asks")], reports: [reportOf("r", { kind: "failure" })] }],
    ["needs-you", { proposals: [{ time: 1 }] }],
    ["needs-you", { reports: [reportOf("r", { kind: "asked" })] }],
    ["idle", { chats: [chatRow("subagent:a", "running")] }],
  ])("is %s for %j", (state, home) => {
    expect(facts(home).state).toBe(state);
  });

  it("counts as the Inbox does", () => {
    const reports = [reportOf("a", { kind: "news" }), reportOf("b", { kind: "result", isSeen: true })];
    expect(facts({ reports, chats: [chatRow("desktop:a", "asks")] }).inbox).toBe(2);
  });

  it("tells what runs by itself next, and nothing of it in a pause", () => {
    const jobs = [jobAt("Late", now + 9), jobAt("Report", now + 5), jobAt("Off", null), jobAt("Past", now - 1)];
    expect(facts({ jobs }).next).toEqual({ name: "Report", at: now + 5 });
    expect(facts({ jobs, heartbeat: { next: now + 2, running: null } }).next).toEqual({ name: null, at: now + 2 });
    expect(facts({ jobs, pause: { until: null } }).next).toBeNull();
  });
});

describe("the menu of the tray", () => {
  it("has what can be done, and on Linux begins with Open", () => {
    const acts = ["Quick ask", "New chat", "--"];
    const pauses = ["Pause background work for 1 hour", "Pause background work for today", "--", "Quit Perch"];
    expect(labels({})).toEqual(["Open Perch", ...acts, ...pauses]);
    expect(labels({}, "linux")).toEqual(["Open Perch", "--", ...acts, ...pauses]);
  });

  it("tells what runs, what waits and what comes next", () => {
    const chats = [chatRow("desktop:a", "running", "Solar quotes"), chatRow("desktop:b", "asks", "Tax folder")];
    const shown = labels({ chats, proposals: [{ time: 2 }, { time: 3 }], jobs: [jobAt("Weekly", now + 7)] });
    expect(shown.slice(0, 6)).toEqual([
      "At work: Solar quotes",
      "Asks you: Tax folder",
      "Changes of the memory to look at: 2",
      "Inbox (2)",
      "Next: Weekly, t7",
      "--",
    ]);
  });

  it("goes on from a pause, and says until when it lasts", () => {
    expect(labels({ pause: { until: now + 60 } })).toContain("Background work is paused until t60");
    expect(labels({ pause: { until: null } })).toContain("Go on with background work");
    expect(labels({ pause: { until: null } })).not.toContain("Pause background work for 1 hour");
  });

  it("stays short with many chats, long titles, line ends and marks of keys", () => {
    const chats = Array.from({ length: 30 }, (_, index) =>
      chatRow(`desktop:a${index}`, "running", `R&D\n${"x".repeat(500)}`),
    );
    const shown = labels({ chats: [...chats, chatRow("desktop:z", "running", "")] });
    expect(shown.filter((label) => label.startsWith("At work"))).toHaveLength(4);
    expect(shown).toContain("27 more at work");
    expect(shown[0]).toMatch(/^At work: R&&D x+…$/);
    expect(Math.max(...shown.map((label) => label.length))).toBeLessThan(50);
  });

  it("has one sentence for what it is about", () => {
    expect(trayTooltip(facts({}), clock)).toBe("Perch");
    expect(trayTooltip(facts({ chats: [chatRow("desktop:a", "running")] }), clock)).toBe("Perch is at work (1)");
    expect(trayTooltip(facts({ proposals: [{ time: 1 }] }), clock)).toBe("Perch needs you (1)");
    expect(trayTooltip(facts({ pause: { until: now + 3 } }), clock)).toBe("Background work is paused until t3");
    expect(trayTooltip(facts({ reports: [reportOf("a", { kind: "failure" })] }), clock)).toContain("went wrong");
  });
});

describe("closing the window", () => {
  it.each([
    ["hide", { platform: "darwin", hasTray: true, closeToTray: false, wasAsked: true }],
    ["hide", { platform: "linux", hasTray: true, closeToTray: true, wasAsked: true }],
    ["quit", { platform: "linux", hasTray: false, closeToTray: true, wasAsked: true }],
    ["quit", { platform: "linux", hasTray: false, closeToTray: false, wasAsked: false }],
    ["ask", { platform: "win32", hasTray: true, closeToTray: false, wasAsked: false }],
    ["quit", { platform: "win32", hasTray: true, closeToTray: false, wasAsked: true }],
  ] as const)("means to %s for %j", (decided, closing) => {
    expect(decideClose(closing)).toBe(decided);
  });
});
