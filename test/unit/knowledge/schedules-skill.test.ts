import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { readSchedule } from "../../../src-main/automations/read-schedule.ts";

const skill = readFileSync(join(import.meta.dirname, "../../../skills/schedules/SKILL.md"), "utf8");
const examples = [...skill.matchAll(/^- (?:Once|Again): (.*)$/gm)].flatMap(([, line]) =>
  [...(line ?? "").matchAll(/`([^`]+)`/g)].map(([, words]) => words ?? ""),
);

it("the skill on schedules teaches words that are read", () => {
  expect(examples.length).toBeGreaterThan(6);
  const at = { now: Date.parse("2026-11-30T10:00:00Z"), timezone: "Europe/Paris" };
  expect(examples.filter((words) => readSchedule(words, at) === null)).toEqual([]);
});
