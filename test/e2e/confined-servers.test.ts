import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { createConfinedBench } from "../support/mcp/confined-bench.ts";
import { portOf } from "../support/port-of.ts";

/*
 * MCP servers in the machine's own sandbox: what one tries and may not has no effect, and what it may works.
 */

const mark = `escaped-${process.pid}`;
const long = 30_000_000 + process.pid;

/** A server of this computer, or a proxy of it, that counts what it is asked and answers. */
async function counting() {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? "");
    response.end("reached");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return { asked, url: `http://127.0.0.1:${portOf(server)}` };
}

/** A proxy behind which a registry of npm has one package: the server of these tests. */
async function packageRegistry() {
  const folder = await mkdtemp(join(tmpdir(), "perch-registry-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const name = "made-up-server";
  const version = "1.0.0";
  await mkdir(join(folder, "package"));
  await copyFile(
    join(import.meta.dirname, "../support/mcp/reaching-server.mjs"),
    join(folder, "package", "server.mjs"),
  );
  const script = join(folder, "package", "server.mjs");
  await writeFile(script, `#!/usr/bin/env node\n${await readFile(script, "utf8")}`);
  const manifest = { name, version, type: "module", bin: { [name]: "server.mjs" } };
  await writeFile(join(folder, "package", "package.json"), JSON.stringify(manifest));
  execFileSync("tar", ["-czf", join(folder, "made.tgz"), "-C", folder, "package"]);
  const made = await readFile(join(folder, "made.tgz"));
  const integrity = `sha512-${createHash("sha512").update(made).digest("base64")}`;
  const dist = { tarball: `http://registry.example.com/${name}.tgz`, integrity };
  const document = { name, "dist-tags": { latest: version }, versions: { [version]: { ...manifest, dist } } };
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "", "http://registry.example.com");
    asked.push(pathname);
    if (pathname.startsWith("/-/")) response.writeHead(404).end();
    else if (pathname.endsWith(".tgz")) response.end(made);
    else response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(document));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return { asked, url: `http://127.0.0.1:${portOf(server)}` };
}

function running(words: string): readonly string[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => lineOf(pid).includes(words));
}

/** Processes that hold the runtime of a sandbox and that this one has started. */
function ownHosts(): readonly string[] {
  return running("sandbox-host").filter((pid) => parentOf(pid) === process.pid);
}

function parentOf(pid: string): number | null {
  try {
    const [state = "", parent = ""] = readFileSync(`/proc/${pid}/stat`, "latin1").split(") ").at(-1)?.split(" ") ?? [];
    return state === "Z" ? null : Number(parent);
  } catch {
    // It has ended since.
    return null;
  }
}

function lineOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "latin1").replaceAll("\0", " ");
  } catch {
    // It has ended since.
    return "";
  }
}

describe("a server that runs confined", () => {
  it("reads no secrets of the home folder, and nothing of Perch's home", async () => {
    const { shell, home } = await createConfinedBench();
    expect(await shell("echo here; cat ~/.ssh/id ~/.aws/credentials ~/.npmrc; grep -r canary ~")).toMatch(/^here\n/);
    expect(await shell(`cat ~/.ssh/id ~/.aws/credentials ~/.npmrc; grep -r canary ~ ${home}`)).not.toContain("canary-");
    expect(await shell(`cat /proc/1/root${home}/secrets.json /proc/self/root${home}/config.json`)).not.toContain(
      "canary-",
    );
  });

  it("writes nowhere but in its temp folder and its cache, which another start finds again", async () => {
    const { server, shell, home, userHome, outside } = await createConfinedBench();
    const places = [userHome, outside, home, tmpdir()];
    await shell(places.map((place) => `echo x > ${place}/${mark}`).join("; "));
    await shell(`echo x > ${home}/config.json; rm -rf ${home} ~/.ssh; mv ~/.aws ~/.a`);
    expect(places.filter((place) => existsSync(join(place, mark)))).toEqual([]);
    expect(readFileSync(join(home, "config.json"), "utf8")).toBe("canary-secret");
    expect(readdirSync(userHome).toSorted()).toEqual([".aws", ".npmrc", ".perch", ".ssh", "Documents"]);
    expect(await shell('echo x > "$TMPDIR/a" && cat "$TMPDIR/a"')).toBe("x\n");
    expect(
      await shell('mkdir -p "$npm_config_cache" && echo kept > "$npm_config_cache/a"; echo $UV_CACHE_DIR'),
    ).toContain(join(home, "cache", "mcp"));
    await server.restart();
    expect(await shell('cat "$npm_config_cache/a"; ls "$TMPDIR"')).toBe("kept\n");
  });

  it("writes in its folder and in those that it is lent, without what acts by itself there", async () => {
    const bench = await createConfinedBench({
      settings: ({ userHome, outside }) => ({
        cwd: outside,
        sandbox: { folders: [`${userHome}/.aws`, "~/gone", "~"] },
      }),
    });
    await mkdir(join(bench.outside, ".vscode"));
    await writeFile(join(bench.outside, ".vscode", "tasks.json"), "as it was");
    expect(await bench.shell("pwd; echo x > a; cat a ~/.aws/credentials")).toBe(`${bench.outside}\nx\ncanary-secret`);
    await bench.shell(`echo x > .vscode/tasks.json; echo x > ~/${mark}`);
    expect(readFileSync(join(bench.outside, ".vscode", "tasks.json"), "utf8")).toBe("as it was");
    expect(existsSync(join(bench.userHome, mark))).toBe(false);
    const said = bench.server.log.lines.map(({ text }) => text);
    expect(said).toContain("It may not write ~/gone, which is not there");
    expect(said).toContain("It may not write ~, which holds your whole home folder or Perch's");
  });

  it("reaches no server of this computer and no host, and model and person are told which", async () => {
    const { asked, url } = await counting();
    const { server, shell, fetch } = await createConfinedBench();
    await shell(
      `curl -sS --max-time 5 ${url}; curl -sS --max-time 5 --noproxy '*' ${url}; curl -sS -x "$HTTP_PROXY" ${url}`,
    );
    expect(await fetch(url)).toMatch(/^403 .*kept this server from reaching 127\.0\.0\.1\./s);
    expect(await fetch("http://data.evil.example/secret")).toContain(
      "The sandbox kept this server from reaching data.evil.example.",
    );
    expect(await shell("echo quiet")).toBe("quiet\n");
    expect(asked).toEqual([]);
    expect(server.refused).toEqual(["127.0.0.1", "data.evil.example"]);
  });

  it("reaches a host that it is allowed", async () => {
    const proxy = await counting();
    const { fetch } = await createConfinedBench({
      settings: () => ({ sandbox: { hosts: ["api.example.com"] } }),
      env: { HTTP_PROXY: proxy.url },
    });
    expect(await fetch("http://api.example.com/a")).toBe("200 reached");
    expect(await fetch("http://other.example.com/a")).toMatch(/^403/);
    expect(proxy.asked).toEqual(["http://api.example.com/a"]);
  });

  it("is fetched by its runner into its own cache, and reaches the registry no more once it is ready", async () => {
    const registry = await packageRegistry();
    const { server, shell, fetch, home, userHome } = await createConfinedBench({
      settings: () => ({
        command: "npx",
        args: ["-y", "made-up-server"],
        env: { npm_config_registry: "http://registry.example.com/" },
      }),
      env: { HTTP_PROXY: registry.url },
    });
    expect(await shell("echo works")).toBe("works\n");
    expect(registry.asked).toContain("/made-up-server.tgz");
    expect(readdirSync(userHome)).not.toContain(".npm");
    expect(readdirSync(join(home, "cache", "mcp")).join()).toMatch(/^reaching-/);
    const asked = registry.asked.length;
    expect(await fetch("http://registry.example.com/made-up-server")).toMatch(/^403/);
    expect(registry.asked).toHaveLength(asked);
    expect(server.refused).toEqual(["registry.example.com"]);
  });

  it("that fails to start for a host says which one", async () => {
    const { server } = await createConfinedBench({ asksFirst: "http://login.example.com/" });
    await server.connect();
    expect(server.problem?.message).toContain("the sandbox kept it from reaching login.example.com.");
    expect(server.refused).toEqual(["login.example.com"]);
  });

  it("is connected anew by the next call where its sandbox has ended, which took its network along", async () => {
    const { server, shell } = await createConfinedBench();
    expect(await shell("echo before")).toBe("before\n");
    const [host = ""] = ownHosts();
    process.kill(Number(host), "SIGKILL");
    await vi.waitFor(() => expect(ownHosts()).not.toContain(host));
    expect(await shell("echo after")).toBe("after\n");
    expect(ownHosts()).toHaveLength(1);
    expect(server.log.lines.map(({ text }) => text)).toContain(
      "The connection ended; it is made again when it is needed",
    );
  });

  it("leaves nothing behind when it is ended, wherever that went", async () => {
    const { server, shell } = await createConfinedBench();
    await shell(`setsid sleep ${long} > /dev/null 2>&1 & env -i setsid sleep ${long} > /dev/null 2>&1 & echo begun`);
    expect(running(`sleep ${long}`)).not.toEqual([]);
    await server.close();
    expect(running(`sleep ${long}`)).toEqual([]);
  });
});

it("a server whose sandbox is switched off runs with what the person can", async () => {
  const { shell, server } = await createConfinedBench({ settings: () => ({ sandbox: { mode: "off" } }) });
  expect(await shell("cat ~/.ssh/id")).toBe("canary-secret");
  expect(server.unconfined).toBeNull();
});
