import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import buildConfig from "../../../electron.vite.config.ts";

const root = join(import.meta.dirname, "../../..");
const manifest: {
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
} = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));

/** What the build leaves to be loaded when it runs, by name. */
async function externals(part: "main" | "preload"): Promise<readonly string[]> {
  if (typeof buildConfig !== "function") throw new Error("the build's configuration is a function");
  const config = await buildConfig({ command: "build", mode: "production" });
  const external = config[part]?.build?.rolldownOptions?.external;
  if (!Array.isArray(external)) throw new Error("the build names what stays outside");
  return external.filter((name): name is string => typeof name === "string");
}

describe("the packages that a built Perch loads", () => {
  it("are its dependencies, and no other is", async () => {
    const loaded = new Set([...(await externals("main")), ...(await externals("preload"))]);
    // The runtime itself has it.
    loaded.delete("electron");
    expect([...loaded].toSorted()).toEqual(Object.keys(manifest.dependencies).toSorted());
  });

  it("do not hold the runtime's own", () => {
    expect(manifest.devDependencies).toHaveProperty("electron");
  });
});
