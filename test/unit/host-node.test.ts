import { describe, expect, it } from "vitest";
import { createNodeHost } from "../../src-main/host-node.ts";

function hostWith(env: Readonly<Record<string, string>>) {
  return createNodeHost({
    env,
    resources: "/resources",
    databaseWorker: new URL("file:///worker.js"),
    pdfWorker: new URL("file:///pdf.js"),
    sandboxHost: new URL("file:///sandbox.js"),
    pageWorker: new URL("file:///page.js"),
    parts: "/third-party.json",
    log: () => undefined,
    secrets: () => ({
      get: async () => null,
      set: async () => undefined,
      remove: async () => undefined,
      where: async () => ({ kind: "key-store" }),
      placeOf: async () => "key-store",
      inFile: async () => [],
    }),
  });
}

describe("the host of plain Node", () => {
  it("names a zone that tells the same time as the machine", () => {
    const { timezone } = hostWith({});
    const time = Date.UTC(2026, 6, 1, 12);
    const offset = new Intl.DateTimeFormat("en", { timeZone: timezone, timeZoneName: "longOffset" });
    const own = new Intl.DateTimeFormat("en", { timeZoneName: "longOffset" });
    expect(offset.format(time)).toBe(own.format(time));
  });

  it.each(["Europe/Berlin", "Asia/Kolkata", "Asia/Ho_Chi_Minh", ":Europe/Kyiv"])(
    "names the zone of the environment as the environment does: %s",
    (zone) => expect(hostWith({ TZ: zone }).timezone).toBe(zone.replace(":", "")),
  );

  it.each(["Nowhere/Town", "CET-1CEST", "../etc/passwd"])("asks Intl where the environment names none: %s", (zone) => {
    expect(hostWith({ TZ: zone }).timezone).toBe(Intl.DateTimeFormat().resolvedOptions().timeZone);
  });

  it("tells calendar and clock as Date does", () => {
    const time = Date.UTC(2026, 6, 1, 12, 34);
    const date = new Date(time);
    expect(hostWith({}).localTime(time)).toEqual({
      year: date.getFullYear(),
      month: date.getMonth() + 1,
      day: date.getDate(),
      weekday: date.getDay(),
      hour: date.getHours(),
      minute: date.getMinutes(),
    });
  });

  it("makes ids of letters and digits that are unique and sort as they were made", () => {
    const { createId } = hostWith({});
    const ids = Array.from({ length: 5000 }, createId);
    expect(ids.every((id) => /^[a-z0-9]{22}$/.test(id))).toBe(true);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.toSorted()).toEqual(ids);
  });
});
