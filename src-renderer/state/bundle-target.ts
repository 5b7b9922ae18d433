import type { McpTarget } from "../../src-preload/contract/mcp.ts";
import type { BundlePreview, BundleValues } from "../../src-preload/contract/mcp-bundles.ts";

/** What a bundle would run with what was entered so far; `<key>` stands for what was not, and for what is secret. */
export function bundleTarget(
  { target, settings }: Pick<BundlePreview, "target" | "settings">,
  values: BundleValues,
): McpTarget {
  if (target.kind === "address") return target;
  const known = new Map(
    settings.flatMap(({ key, isSecret, standard }) => {
      const given = wordsOf(values[key]);
      const words = given.length > 0 ? given : wordsOf(standard);
      return isSecret || words.length === 0 ? [] : [[key, words] as const];
    }),
  );
  const filled = (word: string): string =>
    word.replace(/<([^<>]+)>/g, (whole, key: string) => known.get(key)?.join(",") ?? whole);
  const args = target.args.flatMap((word) => known.get(/^<([^<>]+)>$/.exec(word)?.[1] ?? "") ?? [filled(word)]);
  return { ...target, command: filled(target.command), args };
}

function wordsOf(
  value: BundleValues[string] | BundlePreview["settings"][number]["standard"] | undefined,
): readonly string[] {
  const all = Array.isArray(value) ? value : [value ?? ""];
  return all.map(String).filter((word) => word.trim() !== "");
}
