import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { appFolder, archiveIn } from "../../packaging/app-folder.ts";
import { builderConfig } from "../../packaging/builder.ts";
import { filesBeside, filesOf, type PackedFile, sizesByPart, sizeTable } from "../../packaging/sizes.ts";
import { installTools, loadArchives, loadFuses, validateConfig } from "../../packaging/tools.ts";
import { problemWith, type ThirdParty } from "../../scripts/licences.ts";
import { listPath } from "../../scripts/third-party.ts";
import { type DesktopBench, startDesktop } from "../support/desktop-bench.ts";
import { makeRuntime } from "../support/packaged/make-runtime.ts";

const root = join(import.meta.dirname, "../..");
const target = { platform: process.platform, arch: process.arch };
/** Of what is ours, in bytes. */
const mostBytes = 60e6;

/** Of the test run, as a browser is: where they are not there it takes a minute, once. */
beforeAll(installTools, 300_000);

describe("the configuration of packages", () => {
  const request = { electronVersion: "1.2.3", runtime: "/runtime", output: "/output" };
  const config = builderConfig({ ...request, target: { platform: "linux", arch: "x64" }, updates: null });

  it.each([
    ["linux", "x64"],
    ["darwin", "arm64"],
    ["win32", "x64"],
  ] as const)("is one that the packager knows, for %s", async (platform, arch) => {
    for (const updates of [null, "https://updates.example/perch"]) {
      await validateConfig(builderConfig({ ...request, target: { platform, arch }, updates }));
    }
  });

  it("names nothing that it does not know", async () => {
    await expect(validateConfig({ ...config, asarUnpacked: [] })).rejects.toThrow("asarUnpacked");
  });

  it("makes an AppImage and a package of Debian, an image of macOS and an installer of Windows, and opens no files", () => {
    expect(config.linux.target).toEqual(["AppImage", "deb"]);
    expect(config.mac.target).toEqual(["dmg", "zip"]);
    expect(config.win.target).toEqual(["nsis"]);
    expect(config.protocols).toEqual([{ name: "Perch", schemes: ["perch"] }]);
    expect(JSON.stringify(config)).not.toContain("fileAssociations");
  });

  it("asks on macOS for the microphone in words, and for that alone beside what the runtime needs", async () => {
    expect(Object.keys(config.mac.extendInfo)).toEqual(["NSMicrophoneUsageDescription"]);
    const rights = await readFile(join(root, config.mac.entitlements), "utf8");
    expect([...rights.matchAll(/<key>([^<]+)<\/key>\s*<true\/>/g)].map(([, key]) => key)).toEqual([
      "com.apple.security.cs.allow-jit",
      "com.apple.security.device.audio-input",
    ]);
  });

  it("has every icon that it names", async () => {
    const sizes = (await readdir(join(root, config.linux.icon))).filter((name) => /^\d+x\d+\.png$/.test(name));
    expect(sizes).toEqual(expect.arrayContaining(["16x16.png", "48x48.png", "256x256.png", "512x512.png"]));
    expect((await readFile(join(root, config.mac.icon))).subarray(0, 4).toString("latin1")).toBe("icns");
    expect((await readFile(join(root, config.win.icon))).readUInt32LE(0)).toBe(0x10000);
  });
});

/** The stand-in for the runtime is one of Linux. */
describe.runIf(process.platform === "linux")("a package", () => {
  let folder = "";
  let app = "";
  let output = "";
  let files: readonly PackedFile[] = [];
  let manifest: Readonly<Record<string, unknown>> = {};
  let printed = "";

  /** The command, as a person starts it. */
  async function runPackage(...words: readonly string[]): Promise<{ readonly code: unknown; readonly said: string }> {
    const child = spawn(
      process.execPath,
      [join(root, "scripts/launch.mjs"), join(root, "scripts/package.ts"), ...words],
      {
        cwd: root,
        stdio: ["ignore", "pipe", "pipe"],
      },
    );
    let said = "";
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (said += String(chunk)));
    const [code] = await once(child, "close");
    return { code, said };
  }

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "perch-package-"));
    const runtime = join(folder, "runtime");
    const { version } = JSON.parse(await readFile(join(root, "node_modules/electron/package.json"), "utf8"));
    await makeRuntime(runtime, version, join(folder, "unpacked"));
    output = join(folder, "out");
    const { code, said } = await runPackage("--linux", "--dir", "--runtime", runtime, "--output", output);
    if (code !== 0) throw new Error(said);
    printed = said;
    app = appFolder(output, target);
    const archives = await loadArchives();
    files = filesOf(archives.getRawHeader(archiveIn(app)).header);
    manifest = JSON.parse(archives.extractFile(archiveIn(app), "package.json").toString("utf8"));
  }, 300_000);

  afterAll(() => rm(folder, { recursive: true, force: true }));

  const pathsLike = (pattern: RegExp): readonly string[] =>
    files.map(({ path }) => path).filter((path) => pattern.test(path));

  describe("the app's folder", () => {
    it("has every switch of the runtime set", async () => {
      const { getCurrentFuseWire, FuseV1Options } = await loadFuses();
      const wire = await getCurrentFuseWire(join(app, "perch"));
      const isOn = (name: string): boolean => wire[String(FuseV1Options[name])] === "1".charCodeAt(0);
      expect({
        runAsNode: isOn("RunAsNode"),
        nodeOptions: isOn("EnableNodeOptionsEnvironmentVariable"),
        inspection: isOn("EnableNodeCliInspectArguments"),
        cookies: isOn("EnableCookieEncryption"),
        archiveAlone: isOn("OnlyLoadAppFromAsar"),
        integrity: isOn("EnableEmbeddedAsarIntegrityValidation"),
        fileRights: isOn("GrantFileProtocolExtraPrivileges"),
      }).toEqual({
        runAsNode: false,
        nodeOptions: false,
        inspection: false,
        cookies: true,
        archiveAlone: true,
        integrity: true,
        fileRights: false,
      });
    });

    it("holds the parts of ours and the packages that they load, and nothing else", () => {
      const places = new Set(
        files.map(({ path }) =>
          path
            .split("/")
            .slice(0, path.startsWith("out/") ? 2 : 1)
            .join("/"),
        ),
      );
      expect([...places].toSorted()).toEqual([
        "LICENSE",
        "node_modules",
        "out/main",
        "out/preload",
        "out/renderer",
        "out/third-party.json",
        "package.json",
        "resources",
        "skills",
      ]);
      expect(
        pathsLike(/(?:^|\/)(?:tests?|docs|src|deps|\.perch)\/|\.(?:ts|tsx|map|cc|cpp|gyp)$|(?:^|\/)\.(?:env|npmrc)/),
      ).toEqual([]);
      expect(
        pathsLike(/\.(?:pem|key|p12|pfx)$|(?:^|\/)(?:config|secrets)\.json$|^out\/main\/(?:cli\.js$|cache)/),
      ).toEqual([]);
      expect(pathsLike(/^node_modules\/(?:node-(?:linux|darwin|bin|win)|electron|node-addon-api)/)).toEqual([]);
    });

    it("holds what is compiled for this system alone", () => {
      expect(pathsLike(/better-sqlite3\/prebuilds/)).toEqual([
        `node_modules/better-sqlite3/prebuilds/${target.platform}-${target.arch}.node`,
      ]);
      expect(pathsLike(/sandbox-runtime\/vendor/)).toEqual([
        "node_modules/@anthropic-ai/sandbox-runtime/vendor/java-proxy-agent/srt-proxy-agent.jar",
        `node_modules/@anthropic-ai/sandbox-runtime/vendor/seccomp/${target.arch}/apply-seccomp`,
      ]);
    });

    it("has beside its archive what the system opens, and the archive knows each of it", () => {
      const unpacked = files.filter(({ isUnpacked }) => isUnpacked).map(({ path }) => path);
      expect(filesBeside(`${archiveIn(app)}.unpacked`).toSorted()).toEqual([...unpacked].toSorted());
      const opened = pathsLike(/\.(?:node|so)$|\/bin\/rg$|apply-seccomp$|^resources\/|^skills\//);
      expect(opened.filter((path) => !unpacked.includes(path))).toEqual([]);
      expect(opened.length).toBeGreaterThan(10);
    });

    it("keeps the licence of the runtime, and of its languages the one that Perch speaks", async () => {
      expect(await readdir(app)).toEqual(expect.arrayContaining(["LICENSE.electron.txt", "LICENSES.chromium.html"]));
      expect(await readdir(join(app, "locales"))).toEqual(["en-US.pak"]);
    });

    it("tells the systems who it is, and nobody how it was made", () => {
      expect(manifest).toMatchObject({ name: "perch", main: "out/main/desktop.js", desktopName: "perch.desktop" });
      expect(manifest).not.toHaveProperty("devDependencies");
      expect(manifest).not.toHaveProperty("scripts");
    });

    it("knows the licence of every package in it, and the bill of software names each", async () => {
      const list = JSON.parse((await loadArchives()).extractFile(archiveIn(app), listPath).toString("utf8"));
      const parts: readonly ThirdParty[] = list.packages;
      expect(parts.map(problemWith).filter((problem) => problem !== null)).toEqual([]);
      const known = new Set(parts.map(({ name }) => name));
      const packed = new Set(
        pathsLike(/^node_modules\//).map((path) => /^node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1]),
      );
      expect([...packed].filter((name) => name === undefined || !known.has(name))).toEqual([]);
      const [bill = ""] = (await readdir(output)).filter((name) => name.endsWith("-sbom.cdx.json"));
      const { components } = JSON.parse(await readFile(join(output, bill), "utf8"));
      expect(components).toHaveLength(parts.length + 1);
    });

    it("takes less than 60 MB without the runtime, and says what of it is whose", () => {
      const parts = sizesByPart(files);
      const table = sizeTable(parts);
      console.log(table);
      expect(printed).toContain(table);
      expect(parts.reduce((sum, { size }) => sum + size, 0)).toBeLessThan(mostBytes);
    });
  });

  describe("the packaged app", () => {
    const composer = "textarea[data-composer]";
    const start = (): Promise<DesktopBench> =>
      startDesktop({ agents: { defaults: { model: "practice/practice" } } }, { program: join(app, "perch") });

    it("opens a window that answers, searches, keeps its chats and confines commands", async () => {
      await using desktop = await start();
      await desktop.order({ kind: "wait", selector: composer });
      await desktop.order({ kind: "fill", selector: composer, text: "list the files" });
      await desktop.order({ kind: "press", selector: composer, key: "Enter" });
      await desktop.order({ kind: "wait", selector: "article[aria-label=Perch][aria-busy=false]" });
      expect(await desktop.request("sandbox.describe", {})).toEqual({ ok: true, value: { kind: "ready" } });
      const doctor = await desktop.request("system.doctor", {});
      expect(doctor).toMatchObject({ ok: true });
      expect(JSON.stringify(doctor)).toMatch(/"id":"search","name":"[^"]+","state":"ok"/);
      expect(JSON.stringify(doctor)).toMatch(/"id":"sessions","name":"[^"]+","state":"ok"/);
      const skills = JSON.stringify(await desktop.request("skill.list", {}));
      for (const name of await readdir(join(root, "skills"))) expect(skills).toContain(`"name":"${name}"`);
      expect(await desktop.request("desktop.update", { act: "look" })).toMatchObject({
        ok: true,
        value: { updates: { state: { kind: "unavailable", reason: "no-address" } } },
      });
      const { protocolClients, utilityScripts } = await desktop.facts();
      expect(protocolClients).toEqual(["perch"]);
      expect(utilityScripts).toEqual([expect.stringContaining("app.asar")]);
      expect(await desktop.quit()).toBe(0);
    });
  });
});
