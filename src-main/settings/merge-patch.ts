type Plain = Readonly<Record<string, unknown>>;

export function isPlainObject(value: unknown): value is Plain {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** JSON merge patch (RFC 7396): objects are merged, `null` removes, everything else replaces. */
export function mergePatch(target: Plain, patch: Plain): Plain {
  const merged: Record<string, unknown> = { ...target };
  for (const [key, value] of Object.entries(patch)) {
    if (key === "__proto__") continue;
    if (value === null) delete merged[key];
    else if (isPlainObject(value)) {
      const inner = merged[key];
      merged[key] = mergePatch(isPlainObject(inner) ? inner : {}, value);
    } else merged[key] = value;
  }
  return merged;
}
