import { isPlainObject } from "./merge-patch.ts";

type Plain = Readonly<Record<string, unknown>>;

/**
 * The patch with `${NAME}` in the place of what it stands for: a client that hands back a value as it saw it changes nothing,
 * and what the environment holds does not come into the file. `raw`: as the file has it; `inForce`: as clients see it.
 */
export function keepWritten(patch: Plain, raw: Plain, inForce: Plain): Plain {
  const entries = Object.entries(patch).map(([name, value]) => [name, kept(value, raw[name], inForce[name])]);
  return Object.fromEntries(entries);
}

function kept(value: unknown, raw: unknown, inForce: unknown): unknown {
  if (typeof value === "string") return typeof raw === "string" && value === inForce ? raw : value;
  if (Array.isArray(value)) {
    return value.map((item, index) => kept(item, itemAt(raw, index), itemAt(inForce, index)));
  }
  if (!isPlainObject(value)) return value;
  return keepWritten(value, isPlainObject(raw) ? raw : {}, isPlainObject(inForce) ? inForce : {});
}

function itemAt(list: unknown, index: number): unknown {
  return Array.isArray(list) ? list[index] : undefined;
}
