import { type SlotLine, slotLineSchema } from "../../src-preload/contract/automations.ts";
import { createMonthLog, type MonthLog, type MonthLogParts } from "../storage/month-log.ts";

/** What became of each time of each job, in files by month that only grow. */
export type SlotLog = MonthLog<SlotLine>;

export function createSlotLog(parts: Omit<MonthLogParts<SlotLine>, "name" | "schema">): SlotLog {
  return createMonthLog({ ...parts, schema: slotLineSchema, name: "the log of the jobs" });
}
