import { isRecord, ownValue } from "../../../src-preload/contract/own-value.ts";

/* Looking into what another program wrote: what is not of the kind that is asked for is not there. */

export type Fields = Readonly<Record<string, unknown>>;

export function fieldsOf(value: unknown): Fields {
  return isRecord(value) ? value : {};
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

export function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

export function textIn(value: unknown, name: string): string {
  return textOf(fieldIn(value, name));
}

export function fieldIn(value: unknown, name: string): unknown {
  return ownValue(fieldsOf(value), name);
}

/** The end of the year 9999: later than that a time has another form. */
const lastTime = 253_402_300_799_999;

function possible(time: number): number | null {
  return Number.isFinite(time) && time > 0 && time <= lastTime ? Math.round(time) : null;
}

/** Milliseconds since 1970 of a time in seconds. */
export function secondsOf(value: unknown): number | null {
  return typeof value === "number" ? possible(value * 1000) : null;
}

/** Milliseconds since 1970 of a time as text. */
export function timeOf(value: unknown): number | null {
  return typeof value === "string" ? possible(Date.parse(value)) : null;
}
