import { execFileSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { realFile, ripgrepPath } from "../../src-main/real-files.ts";

describe("a file that came with Perch", () => {
  it.each([
    [
      "/opt/Perch/resources/app.asar/skills/notes/SKILL.md",
      "/opt/Perch/resources/app.asar.unpacked/skills/notes/SKILL.md",
    ],
    ["C:\\Perch\\resources\\app.asar\\resources", "C:\\Perch\\resources\\app.asar.unpacked\\resources"],
    ["/opt/Perch/resources/app.asar", "/opt/Perch/resources/app.asar.unpacked"],
  ])("lies beside the archive of a package: %s", (packed, real) => {
    expect(realFile(packed)).toBe(real);
  });

  it.each([
    "/home/ada/perch/resources",
    "/opt/Perch/resources/app.asar.unpacked/skills",
    "/home/ada/my-app.asar/perch/resources",
    "/home/ada/app.asartistic/x",
  ])("stays where it is elsewhere: %s", (path) => {
    expect(realFile(path)).toBe(path);
  });

  it("is found when it is the program that searches, and it runs", async () => {
    expect(execFileSync(await ripgrepPath(), ["--version"], { encoding: "utf8" })).toMatch(/^ripgrep \d/);
  });
});
