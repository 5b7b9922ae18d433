import { describe, expect, it } from "vitest";
import { turnContext } from "../../../src-main/agent/turn-context.ts";
import { settingsSchema } from "../../../src-preload/contract/settings.ts";

const host = {
  now: () => Date.UTC(2026, 0, 31, 23, 5),
  timezone: "Asia/Tokyo",
  localTime: () => ({ year: 2026, month: 2, day: 1, weekday: 0, hour: 8, minute: 5 }),
};

describe("what goes with a user message", () => {
  it("is the time of the machine in its own zone", () => {
    expect(turnContext(host, settingsSchema.parse({}))).toBe("<now>Sunday 2026-02-01 08:05 Asia/Tokyo</now>");
  });

  it("is the time of the zone that the settings name", () => {
    const settings = settingsSchema.parse({ agents: { defaults: { timezone: "America/New_York" } } });
    expect(turnContext(host, settings)).toBe("<now>Saturday 2026-01-31 18:05 America/New_York</now>");
  });

  it("counts midnight as hour 0", () => {
    const settings = settingsSchema.parse({ agents: { defaults: { timezone: "Europe/Paris" } } });
    expect(turnContext({ ...host, now: () => Date.UTC(2026, 6, 1, 22, 0) }, settings)).toBe(
      "<now>Thursday 2026-07-02 00:00 Europe/Paris</now>",
    );
  });
});
