import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const root = join(import.meta.dirname, "../../../src-main");

/** What `append` is called on, and where, without the journal itself as the one that is called. */
function appends(): readonly string[] {
  const files = readdirSync(root, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".ts"));
  return files.flatMap((file) => {
    const source = readFileSync(join(root, file), "utf8");
    const calls = source.matchAll(/([\w.#]+(?:\([^()]*\))?)\??\s*(?:\.append|\["append"\])\(/g);
    return [...calls].map(([, called = ""]) => `${file.replaceAll("\\", "/")}: ${called}`);
  });
}

it("is the only way into a transcript", () => {
  const journal = /: (?:(?:this\.#)?deps\.)?journal$/;
  expect(
    appends()
      .filter((call) => !journal.test(call))
      .toSorted(),
  ).toEqual([
    "agent/journal.ts: session",
    // What comes with an import has its place already.
    "agent/journal.ts: session",
    // The index of recall is no transcript.
    "knowledge/recall/recall-service.ts: this.#table",
    "knowledge/recall/recall.ts: store",
    "knowledge/version-log.ts: open",
    "network/network-fetch.ts: headers",
    "policy/decision-log.ts: opened",
    "sessions/session.ts: this.#log",
    "usage/ledger.ts: logOf(month)",
    "usage/meter.ts: ledger",
  ]);
});

it("is the only one that is handed what appends", () => {
  const files = readdirSync(root, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".ts"));
  const taken = files.filter((file) => /\{[^{}]*\bappend\b[^{}:(]*\}\s*=/.test(readFileSync(join(root, file), "utf8")));
  expect(taken).toEqual([]);
});
