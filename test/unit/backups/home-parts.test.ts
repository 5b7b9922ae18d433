import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { keptParts, leftOutParts } from "../../../src-main/backups/home-parts.ts";

/* Whatever a feature puts into a home is in a backup, or is left out for a reason. */

const sources = join(import.meta.dirname, "../../../src-main");

/** Names that the sources join to a home. */
function namesInSources(): ReadonlySet<string> {
  const files = readdirSync(sources, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".ts"));
  const texts = files.map((name) => readFileSync(join(sources, name), "utf8"));
  const joined = texts.flatMap((text) => [...text.matchAll(/(?:\bhome|paths\.home), "([^"]+)"/g)]);
  return new Set(joined.map(([, name = ""]) => name));
}

describe("the parts of a home", () => {
  it("are each kept or left out", () => {
    const names = namesInSources();
    expect(names.size).toBeGreaterThan(20);
    const unknown = [...names].filter((name) => !keptParts.has(name) && !leftOutParts.has(name));
    expect(unknown).toEqual([]);
  });

  it("are never both", () => {
    expect([...keptParts].filter((name) => leftOutParts.has(name))).toEqual([]);
  });
});
