import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { runCommand } from "../support/run-command.ts";
import { createTestHome } from "../support/test-home.ts";

/* `perch service` on the built command, where nobody can be asked. */

it.runIf(process.platform === "linux")(
  "shows the file, writes nothing without a yes, and takes it away again",
  async () => {
    await using test = await createTestHome();
    const env = { XDG_CONFIG_HOME: test.folder, PATH: "/nowhere" };
    const service = (...args: readonly string[]) =>
      runCommand({ home: test.home, args: ["service", ...args], cwd: test.work, env });
    const path = join(test.folder, "systemd/user/perch.service");

    expect(await service()).toMatchObject({ code: 0, stderr: expect.stringContaining(`The file would be ${path}`) });
    const asked = await service("install");
    expect(asked).toMatchObject({ code: 1, stderr: expect.stringContaining(`PERCH_HOME=${test.home}`) });
    await expect(readFile(path)).rejects.toThrow("ENOENT");
    // There is no systemctl: the file is there, and it is said that it is not switched on.
    expect(await service("install", "--yes")).toMatchObject({ code: 1, stderr: expect.stringContaining("systemctl") });
    expect(await readFile(path, "utf8")).toContain('"serve" "--no-open"');
    expect(await service("status")).toMatchObject({ stderr: `Perch starts when you log in for this home: ${path}\n` });
    expect(await service("remove", "--yes")).toMatchObject({
      code: 0,
      stderr: expect.stringContaining(`Removed: ${path}`),
    });
    const gone = { path, isInstalled: false };
    expect((await service("status", "--json")).stdout).toBe(`${JSON.stringify(gone)}\n`);
    expect(await service("remove", "--now")).toMatchObject({ code: 2 });
  },
);
