import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";

interface Violation {
  readonly id: string;
  readonly help: string;
  readonly nodes: readonly { readonly target: readonly unknown[]; readonly failureSummary?: string }[];
}

/** What depends on the theme. */
const colourRules = ["color-contrast", "link-in-text-block"];

/** What axe finds wrong with the page as it is now, a line each: rule, help, where. */
export async function axeViolations(page: Page, rules: "all" | "colours" = "all"): Promise<readonly string[]> {
  const source = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
  await page.evaluate(`if (globalThis.axe === undefined) { ${source} }`);
  const options = { resultTypes: ["violations"], ...(rules === "colours" ? { runOnly: colourRules } : null) };
  const found = await page.evaluate<readonly Violation[]>(
    // While a menu is open it alone is there for whoever hears the page, and the focus cannot leave it.
    `axe.run(document.querySelector('[role=menu]') ?? document, ${JSON.stringify(options)}).then((result) => result.violations)`,
  );
  return found.flatMap(({ id, help, nodes }) =>
    nodes.map(
      (node) =>
        `${id}: ${help}: ${node.target.join(" ")} ${node.failureSummary?.split("\n").slice(0, 3).join(" ") ?? ""}`,
    ),
  );
}
