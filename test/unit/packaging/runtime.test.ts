import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { findRuntime } from "../../../packaging/runtime.ts";

const target = { platform: "linux", arch: "x64" } as const;

async function runtimeFolder(version: string | null, program = "electron"): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "perch-runtime-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await mkdir(join(folder, "resources"));
  await writeFile(join(folder, program), "");
  if (version !== null) await writeFile(join(folder, "version"), version);
  return folder;
}

function look(named: string | null, installed: () => string | null = () => null) {
  let fetched = 0;
  const found = findRuntime({ target, version: "1.2.3", named, installed, fetch: async () => void fetched++ });
  return found.then((result) => ({ result, fetched }));
}

describe("the runtime of a package", () => {
  it("is the one that is named, and nothing is fetched then", async () => {
    const folder = await runtimeFolder("1.2.3\n");
    expect(await look(folder)).toEqual({ result: { ok: true, value: folder }, fetched: 0 });
  });

  it("is the one that is installed, or that is fetched", async () => {
    const folder = await runtimeFolder("v1.2.3");
    expect(await look(null, () => folder)).toEqual({ result: { ok: true, value: folder }, fetched: 0 });
    let looks = 0;
    expect(await look(null, () => (looks++ === 0 ? null : folder))).toEqual({
      result: { ok: true, value: folder },
      fetched: 1,
    });
  });

  it("that cannot be fetched is named, with where it is to be had and how the command goes on then", async () => {
    const { result, fetched } = await look(null);
    expect(fetched).toBe(1);
    expect(!result.ok && result.error).toContain("electron-v1.2.3-linux-x64.zip");
    expect(!result.ok && result.error).toContain("--runtime FOLDER");
  });

  it("is refused where it is of another version, for another system, or none at all", async () => {
    const refusal = async (folder: string): Promise<string> => {
      const { result } = await look(folder);
      return result.ok ? "" : result.error;
    };
    expect(await refusal(await runtimeFolder("1.2.2"))).toContain("is 1.2.2; Perch is built for 1.2.3");
    expect(await refusal(await runtimeFolder(null))).toContain("is of no known version");
    expect(await refusal(await runtimeFolder("1.2.3", "electron.exe"))).toContain("holds no electron");
    expect(await refusal("/nowhere/at/all")).toContain("is no folder");
  });
});
