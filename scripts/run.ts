import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";

const packages = {
  tsc: "typescript",
  biome: "@biomejs/biome",
  knip: "knip",
  jscpd: "jscpd",
  vitest: "vitest",
} as const;
type Tool = keyof typeof packages;

/** The script behind a command of an installed package. */
function scriptOf(tool: Tool): string {
  // Not every package lets its manifest be resolved by name.
  const manifest = join(import.meta.dirname, "../node_modules", packages[tool], "package.json");
  const { bin }: { bin: string | Readonly<Record<string, string>> } = JSON.parse(readFileSync(manifest, "utf8"));
  return join(dirname(manifest), typeof bin === "string" ? bin : (bin[tool] ?? ""));
}

/** Runs a script on this Node, and what it prints is seen. Resolves with its exit status. */
export function runNode(script: string, args: readonly string[], env = process.env): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [script, ...args], { stdio: ["ignore", "inherit", "inherit"], env });
    child.once("error", reject);
    child.once("exit", (code) => resolve(code ?? 1));
  });
}

/** Runs a tool of the project on this Node. Resolves with its exit status. */
export function runTool(tool: Tool, args: readonly string[], env = process.env): Promise<number> {
  return runNode(scriptOf(tool), args, env);
}
