import { chmod, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { createLoginPath } from "../../../src-main/processes/login-path.ts";
import { startService } from "../../../src-main/processes/service-process.ts";
import { withFolders } from "../../../src-main/settings/path-folders.ts";
import { createAgentBench } from "../../support/agent-bench.ts";
import { createSystemClock } from "../../support/system-clock.ts";

/** A shell that does what its script says. */
async function pathOf(script: string, platform: NodeJS.Platform = "linux") {
  const userHome = await mkdtemp(join(tmpdir(), "perch-login-"));
  onTestFinished(() => rm(userHome, { recursive: true, force: true }));
  const shell = join(userHome, "shell");
  await writeFile(shell, `#!/bin/sh\n${script}\n`);
  await chmod(shell, 0o755);
  await mkdir(join(userHome, "bin"));
  const host = {
    ...createSystemClock(),
    platform,
    createId: () => "an-id-of-a-test",
    log: () => undefined,
    paths: { userHome },
  };
  let starts = 0;
  const childEnv = async () => ({ SHELL: shell, PATH: "/usr/bin:/bin", HOME: userHome });
  const loginPath = createLoginPath(host, childEnv, (request) => {
    starts += 1;
    return startService(request);
  });
  const [first] = await Promise.all([loginPath.ask(), loginPath.ask()]);
  expect(loginPath.known).toEqual(first);
  return { folders: first, starts };
}

describe("the PATH of the login shell", () => {
  it("is what it prints, whatever its profile says before and after, and is asked for once", async () => {
    const profile =
      'PATH=/opt/node/bin:relative:$PATH; echo "welcome <perch-path>"; eval "$2"; echo bye; exec sleep 100';
    expect(await pathOf(profile)).toEqual({ folders: ["/opt/node/bin", "/usr/bin", "/bin"], starts: 1 });
  });

  it("is nothing where the shell fails, says nothing of it, or is none of that kind", async () => {
    expect((await pathOf("exit 3")).folders).toEqual([]);
    expect((await pathOf("head -c 200000 /dev/zero | tr '\\0' x; exec sleep 100")).folders).toEqual([]);
    expect(await pathOf("exit 0", "win32")).toEqual({ folders: [], starts: 0 });
  });

  it("comes behind the one that there is", () => {
    expect(withFolders({ PATH: "/a:/b" }, ["/b", "/c", "/c"])).toEqual({ PATH: "/a:/b:/c" });
    expect(withFolders({ PATH: "/a" }, [])).toEqual({ PATH: "/a" });
  });
});

it("a program that only the login shell knows is found by the command after the one that missed it", async () => {
  const folder = await mkdtemp(join(tmpdir(), "perch-shell-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await mkdir(join(folder, "bin"));
  const script = (name: string, content: string) =>
    writeFile(join(folder, name), `#!/bin/sh\n${content}\n`, { mode: 0o755 });
  await script("bin/only-in-profile", "echo here I am");
  await script("shell", `PATH=$PATH:${folder}/bin; eval "$2"`);
  const call = { calls: [{ name: "exec", arguments: { command: "only-in-profile" } }] };
  await using bench = await createAgentBench([call, call, { text: "done" }], { env: { SHELL: join(folder, "shell") } });
  await bench.ask("run it", { mode: "full" });
  const results = (await bench.messages()).flatMap(({ role, content }) => (role === "tool" ? [content] : []));
  expect(results[0]).toContain(`From now on commands also find programs in ${folder}/bin`);
  expect(results[1]).toContain("here I am");
});
